"""What choices are worth: now, at a table, and afterwards, what those of a round cost."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import htpy as h

from croupier.pages.clause_link import clause_marks
from croupier.pages.frame import document, wordmark
from croupier.rulebook import Decision, Game

AVERAGE = (
    "Counted exactly over every card that may still come, from what this seat could see. Chips staked are included."
)


class Weighed(NamedTuple):
    """A decision, what each of its options is worth in cents, and which was chosen; empty if none is yet."""

    decision: Decision
    options: Mapping[str, Fraction]
    chosen: str = ""
    notes: Sequence[str] = ()
    why_not: str = ""

    @property
    def cost(self) -> Fraction:
        """What the choice cost against the best one."""
        return max(self.options.values()) - self.options[self.chosen] if self.chosen in self.options else Fraction(0)


def page(game: Game, title: str, back: str, weighed: Sequence[Weighed]) -> h.Element:
    """All of it, by itself."""
    return document(
        title,
        h.header(".top")[wordmark(), h.h1[title], h.span(".rules")[game.title], h.a(".act.small", href=back)["Back"]],
        h.main(".page.narrow")[
            [section(game, each) for each in weighed] or h.section(".box")[h.p["There is no decision here to weigh."]],
            any(each.chosen and each.options for each in weighed) and h.p(".box")[cost_words(weighed)],
        ],
        styles=("/static/round.css",),
    )


def panel(weighed: Sequence[Weighed]) -> h.Element:
    """The same beside a table: each choice and what it is worth, in a row."""
    return h.div(".worth")[
        [
            [
                h.ul(".worths", aria_label="Worth on average")[
                    (
                        h.li(class_={"best": cents == max(each.options.values())})[
                            h.span[label_of(each, id_), id_ == each.chosen and h.em[" chosen"]],
                            h.b[signed_dollars(cents)],
                            h.small[against_best(each, cents)],
                        ]
                        for id_, cents in in_order(each)
                    )
                ]
                if each.options
                else h.p[sentence(each.why_not)],
            ]
            for each in weighed
        ]
        or h.p["There is no decision here to weigh."],
        h.p(".basis")[
            [f"{cost_words(weighed)} "] if any(each.chosen for each in weighed) else None,
            h.small[AVERAGE, [f" {note}" for note in dict.fromkeys(note for each in weighed for note in each.notes)]],
        ],
    ]


def spoken(weighed: Sequence[Weighed]) -> str:
    """The same for whoever hears it."""
    said = [
        f"{label_of(each, id_)}: {signed_dollars(cents).replace('−', 'minus ').replace('+', 'plus ')}, "
        f"{against_best(each, cents)}."
        for each in weighed
        for id_, cents in in_order(each)
    ]
    said += [sentence(each.why_not) for each in weighed if not each.options]
    said += [cost_words(weighed)] if any(each.chosen and each.options for each in weighed) else []
    return " ".join(said) or "There is no decision here to weigh."


def in_order(weighed: Weighed) -> list[tuple[str, Fraction]]:
    """Options with what they are worth, as the table offers them."""
    return [(each.id, weighed.options[each.id]) for each in weighed.decision.options if each.id in weighed.options]


def label_of(weighed: Weighed, option: str) -> str:
    return next((each.label for each in weighed.decision.options if each.id == option), option)


def against_best(weighed: Weighed, cents: Fraction) -> str:
    best = max(weighed.options.values())
    return "best on average" if cents == best else f"{dollars(best - cents)} less than the best"


def sentence(why_not: str) -> str:
    said = why_not or "this is not known"
    return f"{said[:1].upper()}{said[1:]}."


def cost_words(weighed: Sequence[Weighed]) -> str:
    """What choices that were made cost, in a sentence."""
    lost = sum((each.cost for each in weighed), Fraction(0))
    if not lost:
        return "No choice could have been better on average."
    return f"Together these choices cost {dollars(lost)} on average, against the best ones."


def section(game: Game, weighed: Weighed) -> h.Element:
    """One decision."""
    best = max(weighed.options.values(), default=Fraction(0))
    labels = {option.id: option.label for option in weighed.decision.options}
    return h.section(".box")[
        h.h2[" or ".join(labels.values()), h.small[clause_marks(game, (weighed.decision.clause,))]],
        h.table[
            h.thead[h.tr[(h.th(scope="col")[head] for head in ("Choice", "Worth on average", "Less than the best"))]],
            h.tbody[
                (
                    h.tr[
                        h.th(scope="row")[labels.get(id_, id_), h.b[" chosen"] if id_ == weighed.chosen else None],
                        h.td[dollars(cents)],
                        h.td[dollars(best - cents) if best != cents else "best"],
                    ]
                    for id_, cents in sorted(weighed.options.items(), key=lambda each: -each[1])
                )
            ],
        ]
        if weighed.options
        else h.p[sentence(weighed.why_not)],
        h.p[h.small[AVERAGE, *(f" {note}" for note in weighed.notes)]],
    ]


def dollars(cents: Fraction) -> str:
    """Dollars to the cent, or to its hundredth where they are not whole cents."""
    text = f"{abs(float(cents / 100)):,.4f}".removesuffix("00")
    return f"{'−' if cents < 0 and text.strip('0.') else ''}${text}"


def signed_dollars(cents: Fraction) -> str:
    """The same, with a plus where it is above 0."""
    said = dollars(cents)
    return f"+{said}" if cents > 0 and said != "$0.00" else said
