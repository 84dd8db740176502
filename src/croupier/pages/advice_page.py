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
    lost = sum((each.cost for each in weighed), Fraction(0))
    return document(
        title,
        h.header(".top")[wordmark(), h.h1[title], h.span(".rules")[game.title], h.a(".act.small", href=back)["Back"]],
        h.main(".page.narrow")[
            [section(game, each) for each in weighed] or h.section(".box")[h.p["There is no decision here to weigh."]],
            any(each.chosen and each.options for each in weighed)
            and h.p(".box")[
                f"Together these choices cost {dollars(lost)} on average, against the best ones."
                if lost
                else "No choice could have been better on average."
            ],
        ],
        styles=("/static/round.css",),
    )


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
        else h.p[weighed.why_not or "This is not known.", "."],
        h.p[h.small[AVERAGE, *(f" {note}" for note in weighed.notes)]],
    ]


def dollars(cents: Fraction) -> str:
    """Dollars, to the hundredth of a cent."""
    value = round(cents / 100, 4)
    sign = "−" if value < 0 else ""
    return f"{sign}${abs(float(value)):.4f}".rstrip("0").rstrip(".")
