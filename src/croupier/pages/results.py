"""What wagers paid and why, as tables and words: for an earlier round and for one that was described."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import htpy as h

from croupier.house.telling import Said
from croupier.money import price
from croupier.odds import odds_text
from croupier.pages.clause_link import clause_marks
from croupier.pages.felt import Place
from croupier.pages.frame import NOTICE
from croupier.pages.house_rules import limit_words
from croupier.pages.scene import Scene
from croupier.rulebook import Game, Rulebook
from croupier.rulebook.house import rule_text
from croupier.table.events import WagerSettled
from croupier.table.state import BANK_WAGER


def sign_of(cents: int) -> str:
    """The class of an amount that was won or lost."""
    return "good" if cents > 0 else "bad" if cents < 0 else ""


def signed(cents: int) -> str:
    """An amount that was won or lost, with its sign."""
    return f"+{price(cents)}" if cents > 0 else price(cents).replace("-", "−")


def moment(at: int) -> h.Element:
    """A time in milliseconds, in words."""
    when = datetime.fromtimestamp(at // 1000, UTC)
    return h.time(datetime=when.isoformat())[f"{when.day} {when:%B %Y, %H:%M} UTC"]


def settled_rows(
    book: Rulebook, settled: Iterable[WagerSettled], rules: str | None = None, more: Iterable[tuple[str, int]] = ()
) -> h.Element:
    """Wagers with what they paid, and why; then whatever else came or went, by name."""
    return h.table[
        h.thead[h.tr[h.th(scope="col")["Wager"], h.th(scope="col")["Stake"], h.th(scope="col")["Result"]]],
        h.tbody[
            (
                settled_row(
                    [
                        book.wagers_by_id[each.wager].label,
                        h.br,
                        h.small[why(book, each), clause_marks(book.game, each.clauses, rules)],
                    ],
                    price(each.stake),
                    each.result,
                )
                for each in settled
            ),
            (settled_row(name, "", cents) for name, cents in more),
        ],
    ]


def settled_row(named: h.Node, stake: str, cents: int) -> h.Element:
    return h.tr[h.th(scope="row")[named], h.td[stake], h.td(class_=sign_of(cents))[signed(cents)]]


def why(book: Rulebook, settled: WagerSettled) -> str:
    """What a wager came to, in words: of the lines that a settlement calls alike, those with most of its clauses."""
    lines = [line for line in book.wagers_by_id[settled.wager].lines if line.called == settled.outcome]
    cited = [line for line in lines if line.clauses == settled.clauses[: len(line.clauses)]]
    most = max((len(line.clauses) for line in cited), default=0)
    alike = [line for line in cited if len(line.clauses) == most] or lines
    said = either(list(dict.fromkeys(line.label for line in alike))) or settled.outcome.replace("_", " ").capitalize()
    pays = f", pays {settled.odds.replace(':', ' to ')}" if settled.odds else ""
    covered = "" if settled.covered is None else f", {price(settled.covered)} of it covered"
    return f"{said}{pays}{covered}"


def either(labels: Sequence[str]) -> str:
    """One of several things, where a settlement does not say which."""
    *others, last = labels or ("",)
    return f"{', '.join(others)} or {last}" if others else last


def told(game: Game, said: Sequence[Said]) -> h.Element:
    """What was said, the latest first."""
    return h.ol(".log")[
        (
            h.li(data_n=str(each.number))[
                h.span[each.text[:1].upper() + each.text[1:]], h.span(".clauses")[clause_marks(game, each.clauses)]
            ]
            for each in reversed(said)
        )
    ]


def paytables(book: Rulebook) -> h.Element:
    """What every wager pays, and its limits."""
    return h.div(".paytables")[
        (
            h.table[
                h.caption[
                    h.b[wager.label],
                    " ",
                    h.small[limit_words(wager, book)],
                    clause_marks(book.game, (wager.clause,)),
                ],
                h.tbody[
                    (
                        h.tr[h.th(scope="row")[line.label], h.td[odds_text(line.pays).replace(":", " to ")]]
                        for line in wager.lines
                        if line.pays > 0
                    )
                ],
            ]
            for wager in book.wagers
        )
    ]


def house_rules(book: Rulebook) -> h.Element:
    """The house rules in force, those that are not usual in bold."""
    shown, changed = book.house.show(), book.house.changes()
    return h.table[
        h.tbody[
            (
                h.tr[
                    h.th(scope="row")[parameter.name.replace("_", " "), clause_marks(book.game, (parameter.clause,))],
                    h.td[h.b[rule_text(shown[name])] if name in changed else rule_text(shown[name])],
                ]
                for parameter in book.game.parameters
                if (name := parameter.name) in shown
            )
        ]
    ]


def owners(game: Game) -> h.Element:
    """Who owns the game."""
    named = dict.fromkeys(f"{each.title} ({each.owner})" for each in game.documents)
    return h.p(".credits")[h.small[f"After {'; '.join(named)}. An independent implementation. {NOTICE}"]]


def places_of(scene: Scene, *, mine: int = 0, sharer: int = 0) -> dict[int, Place]:
    """Whoever has a part in a round, by seat, and how it stands with them; nobody is named."""
    seats = {seat for seat, _ in scene.piles} | set(scene.fees) | {scene.player_dealer, mine, sharer} - {0}
    return {
        seat: Place(seat, "Sharer" if seat == sharer else "Player", standing(scene, seat), None, is_mine=seat == mine)
        for seat in sorted(seats - {0})
    }


def standing(scene: Scene, seat: int) -> str:
    """What a seat has come to, in a word or two."""
    if seat == scene.player_dealer:
        return f"banks {signed(scene.bank_result)}" if scene.closed else "banks"
    if scene.closed and any(owner == seat for owner, _ in scene.piles):
        return signed(scene.result_of(seat))
    if seat not in scene.chosen:
        return ""
    last = scene.chosen[seat][-1]
    decision = scene.book.decisions_by_id.get(last.decision)
    option = decision.option(last.option) if decision else None
    return option.label.lower() if option else last.option


def settled_of(scene: Scene, seat: int) -> list[WagerSettled]:
    """A seat's settled wagers, in the order of the layout."""
    piles = (scene.piles.get((seat, wager.id)) for wager in scene.book.wagers if wager.id != BANK_WAGER)
    return [pile.settled for pile in piles if pile and pile.settled]
