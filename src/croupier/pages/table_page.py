"""The page of a table for one viewer: felt, what happens now, what the viewer may do, what was said and what was paid.

The page is made of fragments with ids of their own. When something happens, those that changed are sent again, and the
page replaces them. Without scripts the same forms work, and the page is loaded anew.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

import htpy as h

from croupier.cards import card_name, card_words
from croupier.house.telling import Said
from croupier.money import CENTS_PER_DOLLAR, price
from croupier.pages.clause_link import clause_marks
from croupier.pages.felt import ART, DENOMINATIONS, Felt, Place
from croupier.pages.frame import NOTICE, document, hidden, wordmark
from croupier.pages.places import stylesheet_name
from croupier.pages.posted import posted
from croupier.pages.road import road
from croupier.pages.scene import Scene
from croupier.rulebook import Rulebook, Wager
from croupier.table.state import BANK_WAGER

Shown = Mapping[str, Any]
LOG_LINES: Final = 40
BANK_NOTE: Final = "Whoever banks pays winners and takes from losers, up to the wager put up."


@dataclass(frozen=True)
class Sight:
    """Everything that the page of a table needs, as one viewer may know it."""

    view: Shown
    scene: Scene
    said: tuple[Said, ...]
    now: int
    guest: str = ""
    wallet: int = 0
    problem: str = ""
    """Why the last command was refused."""
    last_bets: Mapping[str, int] | None = None
    """What the viewer bet in the round before, for *repeat*."""
    last_spot: int = 0

    @property
    def book(self) -> Rulebook:
        return self.scene.book

    @property
    def you(self) -> Shown | None:
        found: Shown | None = self.view["you"]
        return found

    @property
    def seat(self) -> int:
        return self.you["seat"] if self.you else 0

    @cached_property
    def own(self) -> Shown:
        """The viewer's own place."""
        return next((place for place in self.view["places"] if place["seat"] == self.seat), {})

    @cached_property
    def legal(self) -> Shown:
        return self.you["legal"] if self.you else {}

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that the table waits for, one by one."""
        awaiting = self.view["awaiting"]
        return tuple(awaiting["seats"]) if awaiting["kind"] in ("decision", "bank") else ()

    @property
    def key(self) -> str:
        """What a command from this page is told apart by: another one whenever anything has happened."""
        return sha256(f"{self.guest} {self.view['table']} {self.view['number']}".encode()).hexdigest()[:32]

    def action(self, what: str) -> str:
        return f"/table/{self.view['table']}/{what}"

    def moment(self) -> list[h.VoidElement]:
        """What a command is made against, and its key."""
        version = self.you["version"] if self.you else -1
        return hidden(key=self.key, round=self.view["round"], step=self.view["step"], version=version)

    # ── Who sits where ───────────────────────────────────────────────────────────────────────────────────────────────

    def places(self) -> dict[int, Place]:
        return {
            place["seat"]: Place(
                seat=place["seat"],
                name=place["name"] or "Guest",
                says=self.says_of(place),
                chips=place["chips"],
                is_mine=place["seat"] == self.seat,
                house_run=place["house_run"],
                away=place["away"],
                is_asked=place["seat"] in self.asked,
            )
            for place in self.view["places"]
        }

    def says_of(self, place: Shown) -> str:
        """What a seat does now, in a word or two."""
        seat = place["seat"]
        if place["away"]:
            return "away"
        if seat in self.asked:
            return "deciding"
        if seat == self.scene.player_dealer and self.view["bank"]:
            return "banks"
        if place["decision"]:
            return self.option_label(place["decision"])
        if self.scene.closed:
            result = self.scene.result_of(seat)
            return f"{'+' if result > 0 else ''}{price(result)}" if self.has_bet(seat) else ""
        return "leaves" if place["standing"] else ""

    def has_bet(self, seat: int) -> bool:
        return any(owner == seat for owner, _ in self.scene.piles)

    def option_label(self, id_: str) -> str:
        options = (option for decision in self.book.decisions for option in decision.options)
        return next((option.label for option in options if option.id == id_), id_).lower()

    def bets(self) -> dict[tuple[str, int], str]:
        """The places of wagers that the viewer may bet on now."""
        return {
            (wager["wager"], spot): f"{wager['wager']}:{spot}"
            for wager in self.legal.get("wagers", ())
            for spot in (wager["spots"] or [0])
        }

    def clock(self) -> int | None:
        """When the viewer's time, or the table's, is up; None where no clock runs."""
        deadlines = self.view["deadlines"]
        mine = deadlines.get(str(self.seat)) if self.seat else None
        return mine or max(deadlines.values(), default=None)


# ── Fragments ────────────────────────────────────────────────────────────────────────────────────────────────────────


def fragments(sight: Sight) -> dict[str, h.Element]:
    """The parts of the page that change, by their ids."""
    bank = sight.view["bank"]
    felt = Felt(sight.scene, sight.places(), sight.bets(), bank["drop_box"] if bank else 0)
    found = {"status": status(sight), "purse": purse(sight), "dealer": felt.dealer(), "dock": dock(sight)}
    found |= {f"seat-{seat}": felt.seat(seat) for seat in range(1, sight.book.seats + 1)}
    return found | {"log": log(sight), "paid": paid(sight), "road": road(sight.book, sight.view["road"])}


def page(sight: Sight) -> h.Element:
    """The whole page."""
    parts = fragments(sight)
    book, view = sight.book, sight.view
    return document(
        view["title"],
        h.a(".skip", href="#dock")["To my actions"],
        h.header(".top")[
            wordmark(),
            h.h1[view["title"]],
            parts["status"],
            parts["purse"],
            h.button("#keys.icon", aria_label="Keys")["?"],
        ],
        h.main(".page", id="table", data_table=view["table"], data_number=str(view["number"]))[
            h.div(".stage")[
                h.section("#felt.felt", aria_label="The table")[
                    parts["dealer"],
                    h.ol("#seats.seats", aria_label="Seats")[
                        (parts[f"seat-{seat}"] for seat in range(1, book.seats + 1))
                    ],
                ],
                parts["dock"],
            ],
            h.aside(".side")[parts["paid"], parts["log"], parts["road"], posted(book), owners(sight)],
        ],
        h.div("#live.unseen", role="status", aria_live="polite"),
        styles=(f"/felt/{stylesheet_name(book.felt, book.seats)}.css",),
        script="/static/table.js",
    )


def status(sight: Sight) -> h.Element:
    view = sight.view
    rules = f"round {view['round']}" if view["round"] else "no round yet"
    paused = f" · {view['status']}: {view['reason']}" if view["status"] != "open" else ""
    return h.span("#status.rules")[f"{view['name']} · {rules}{paused}"]


def purse(sight: Sight) -> h.Element:
    said = ("My stack", sight.own["chips"]) if sight.you else ("My wallet", sight.wallet)
    return h.span("#purse.purse")[h.small[said[0]], price(said[1])]


def log(sight: Sight) -> h.Element:
    """What was said, the latest first."""
    game = sight.book.game
    return h.section("#log.box", aria_label="This round")[
        h.h2["This round", h.small["latest first"]],
        h.ol(".log")[
            (
                h.li(data_n=str(said.number))[h.span[said.text], h.span(".clauses")[clause_marks(game, said.clauses)]]
                for said in reversed(sight.said[-LOG_LINES:])
            )
        ],
    ]


def paid(sight: Sight) -> h.Element:
    """What the viewer's wagers paid, and why."""
    piles = [(wager, sight.scene.piles.get((sight.seat, wager.id))) for wager in sight.book.wagers]
    settled = [(wager, pile, pile.settled) for wager, pile in piles if pile and pile.settled]
    if not (sight.seat and settled):
        return h.section("#paid", hidden=True)
    total = sum(result.result for _, _, result in settled)
    return h.section("#paid.box", data_n=str(max(pile.settled_number for _, pile, _ in settled)))[
        h.h2["What your wagers paid", h.span(class_=sign_of(total))[signed(total)]],
        h.table[
            h.thead[h.tr[h.th["Wager"], h.th["Stake"], h.th["Result"]]],
            h.tbody[
                (
                    h.tr[
                        h.th(scope="row")[
                            wager.label,
                            h.br,
                            h.small[
                                why(wager, result.outcome, result.odds, result.covered),
                                clause_marks(sight.book.game, result.clauses),
                            ],
                        ],
                        h.td[price(result.stake)],
                        h.td(class_=sign_of(result.result))[signed(result.result)],
                    ]
                    for wager, _, result in settled
                )
            ],
        ],
    ]


def why(wager: Wager, outcome: str, odds: str | None, covered: int | None) -> str:
    """What a wager came to, in words."""
    line = next((line for line in wager.lines if line.called == outcome), None)
    said = line.label if line else outcome.replace("_", " ")
    pays = f", pays {odds.replace(':', ' to ')}" if odds else ""
    return f"{said}{pays}{f', {price(covered)} of it covered' if covered is not None else ''}"


def sign_of(cents: int) -> str:
    return "good" if cents > 0 else "bad" if cents < 0 else ""


def signed(cents: int) -> str:
    return f"+{price(cents)}" if cents > 0 else price(cents).replace("-", "−")


def owners(sight: Sight) -> h.Element:
    """Who owns the game."""
    named = dict.fromkeys(f"{each.title} ({each.owner})" for each in sight.book.game.documents)
    return h.p(".credits")[h.small[f"After {'; '.join(named)}. An independent implementation. {NOTICE}"]]


# ── The dock ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def dock(sight: Sight) -> h.Element:
    """What happens now, and what the viewer can do about it."""
    says, note, acts = now(sight)
    hand = (
        [laid for laid in sight.scene.slots.get(f"seat {sight.seat}", []) if laid.card is not None]
        if sight.seat
        else []
    )
    game = sight.book.game
    last = sight.said[-1] if sight.said else None
    return h.section("#dock.dock", aria_label="My actions", tabindex="-1")[
        hand
        and h.div(".mycards", role="group", aria_label="My hand")[
            (
                h.img(src=f"{ART}{card_name(laid.card)}.svg", alt=card_words(laid.card), data_n=str(laid.number))
                for laid in hand
                if laid.card is not None
            )
        ],
        h.div(".lead")[
            h.p("#say.say")[says or (last and [last.text, clause_marks(game, last.clauses)]) or "Welcome."],
            h.p("#note.note", role=sight.problem and "alert")[sight.problem or note],
        ],
        h.div(".acts")[clock(sight), acts],
    ]


def now(sight: Sight) -> tuple[h.Node, h.Node, h.Node]:
    """What to say now, a note to it, and the actions."""
    if not sight.you:
        return "You are watching.", f"Your wallet holds {price(sight.wallet)}.", sit_form(sight)
    legal = sight.legal
    if sight.you["away"]:
        return (
            "You are marked as away.",
            "Your decisions are made by the table until you are back.",
            plain(sight, "return", "I am back", "B", is_main=True),
        )
    if legal["answer_bank"]:
        return (
            "The bank is offered to you.",
            BANK_NOTE,
            [
                plain(sight, "bank", "Take the bank", "T", answer="take"),
                plain(sight, "bank", "Decline", "D", answer="decline"),
            ],
        )
    if legal["decision"]:
        return decision_words(sight), wagers_words(sight), list(options(sight))
    if legal["wagers"] or legal["withdraw"]:
        return bet_words(sight), wagers_words(sight), bet_form(sight)
    return None, wagers_words(sight) if not sight.scene.closed else result_words(sight), leave_form(sight)


def decision_words(sight: Sight) -> h.Node:
    """The decision that is asked for, and the clause that says so."""
    decision = sight.book.decisions_by_id[sight.legal["decision"]["decision"]]
    labels = [option.label for option in decision.options]
    asked = f"{', '.join(labels[:-1])} or {labels[-1].lower()}?"
    own = sight.book.felt.hand
    called = own.called(sight.scene.known(f"seat {sight.seat}")) if own else ""
    return [f"{called}. " if called else "", asked, clause_marks(sight.book.game, (decision.clause,))]


def bet_words(sight: Sight) -> h.Node:
    if sight.seat == sight.scene.player_dealer and sight.view["bank"]:
        return "Put up the bank's wager."
    return "Place your bets."


def wagers_words(sight: Sight) -> str:
    """What the viewer has on the felt."""
    piles = [(wager, pile) for wager in sight.book.wagers if (pile := sight.scene.piles.get((sight.seat, wager.id)))]
    said = ", ".join(f"{price(pile.cents)} on {wager.label}" for wager, pile in piles)
    return f"Your wagers: {said}." if said else ""


def result_words(sight: Sight) -> h.Node:
    if not sight.has_bet(sight.seat):
        return "The next round opens soon."
    return f"This round: {signed(sight.scene.result_of(sight.seat))}. The next one opens soon."


def options(sight: Sight) -> Iterator[h.Element]:
    """A button for each option, all alike: the house does not nudge."""
    asked = sight.legal["decision"]
    decision = sight.book.decisions_by_id[asked["decision"]]
    taken: set[str] = set()
    for number, option in enumerate(asked["options"]):
        label = next(each.label for each in decision.options if each.id == option["option"])
        key = key_for(label, number, taken)
        note = f"{price(option['cents'])} more" if option["cents"] else "no more chips"
        yield h.form(method="post", action=sight.action("choose"))[
            sight.moment(),
            hidden(decision=asked["decision"], option=option["option"]),
            h.button(".act", disabled=not option["affordable"], aria_keyshortcuts=key, data_key=key)[
                h.span[label, h.small[note]], h.kbd(aria_hidden="true")[key]
            ],
        ]


def key_for(label: str, number: int, taken: set[str]) -> str:
    """The key of an action: a digit in its name, else its first letter that is free."""
    wanted = [
        *(letter for letter in label if letter.isdecimal()),
        *(letter.upper() for letter in label if letter.isalpha()),
    ]
    key = next((letter for letter in wanted if letter not in taken), str(number + 1))
    taken.add(key)
    return key


def bet_form(sight: Sight) -> h.Node:
    """Chips to choose from, a button for each place that takes them, and what goes with betting."""
    legal, own = sight.legal, sight.own
    tray = [each for each in reversed(DENOMINATIONS) if each <= own["chips"]] or [DENOMINATIONS[-1]]
    chosen = 5_00 if 5_00 in tray else tray[0]
    taken = {"N", "U", "R"}
    return [
        h.form("#bets.bets", method="post", action=sight.action("bet"))[
            sight.moment(),
            h.fieldset(".tray")[
                h.legend(".unseen")["Chip"],
                (
                    h.label(class_=f"pick chip c{each // CENTS_PER_DOLLAR}")[
                        h.input(type="radio", name="chip", value=str(each), checked=each == chosen, id=f"chip-{each}"),
                        h.span[str(each // CENTS_PER_DOLLAR)],
                    ]
                    for each in tray
                ),
            ],
            h.div(".pads")[
                (pad(sight, wager, spot, taken) for wager in legal["wagers"] for spot in (wager["spots"] or [0]))
            ],
        ],
        undo_form(sight),
        repeat_form(sight),
        plain(sight, "done", "No more bets", "N", is_main=True) if sight.has_bet(sight.seat) else None,
        leave_form(sight),
    ]


def pad(sight: Sight, wager: Shown, spot: int, taken: set[str]) -> h.Element:
    """The button that puts a chip on a wager."""
    id_ = wager["wager"]
    label = "Bank" if id_ == BANK_WAGER else sight.book.wagers_by_id[id_].label
    sign = next(
        (circle.sign for circle in sight.book.felt.circles if circle.wager == id_ and circle.spot == spot), None
    )
    named = str(sign) if spot and sign else label
    key = key_for(named, len(taken), taken)
    return h.button(".pad", name="on", value=f"{id_}:{spot}", aria_keyshortcuts=key, data_key=key)[
        h.span[named, h.small[f"{price(wager['least'])} to {price(wager['most'])}"]], h.kbd(aria_hidden="true")[key]
    ]


def undo_form(sight: Sight) -> h.Node:
    """Take the chips back from the wager that was placed last."""
    mine = [(pile.number, wager) for (seat, wager), pile in sight.scene.piles.items() if seat == sight.seat]
    if not mine or not sight.legal["withdraw"]:
        return None
    wager = max(mine)[1]
    if wager not in sight.legal["withdraw"]:
        return None
    return plain(sight, "bet", "Undo", "U", set=f"{wager}:0")


def repeat_form(sight: Sight) -> h.Node:
    """Bet what was bet in the round before."""
    if not sight.last_bets or sight.has_bet(sight.seat):
        return None
    wagers = " ".join(f"{wager}:{cents}" for wager, cents in sight.last_bets.items())
    return plain(
        sight, "bet", "Repeat", "R", note=price(sum(sight.last_bets.values())), set=wagers, spot=sight.last_spot
    )


def sit_form(sight: Sight) -> h.Node:
    """Sit down, with chips from the wallet."""
    settings = sight.view["settings"]
    most = min(settings["most_chips"], sight.wallet)
    chips = min(most, 500_00)
    if most < settings["least_chips"]:
        return h.p["You have too few chips; top up in the lobby."]
    return h.form(".sit", method="post", action=sight.action("sit"))[
        hidden(key=sight.key),
        h.label["Chips ", h.input(name="chips", inputmode="decimal", value=price(chips).removeprefix("$"), size="6")],
        h.button(".act.on", data_key="S", aria_keyshortcuts="S")["Sit down", h.kbd(aria_hidden="true")["S"]],
    ]


def leave_form(sight: Sight) -> h.Node:
    return plain(sight, "stand", "Leave", "L") if not sight.own.get("standing") else None


def plain(
    sight: Sight, what: str, label: str, key: str, *, is_main: bool = False, note: str = "", **fields: object
) -> h.Element:
    """One button with nothing to fill in."""
    return h.form(method="post", action=sight.action(what))[
        sight.moment(),
        hidden(**fields),
        h.button(class_=["act", {"on": is_main}], aria_keyshortcuts=key, data_key=key)[
            h.span[label, note and h.small[note]], h.kbd(aria_hidden="true")[key]
        ],
    ]


def clock(sight: Sight) -> h.Node:
    """The time that is left, counted down by the page."""
    ends = sight.clock()
    if ends is None:
        return h.svg("#clock.clock", viewBox="0 0 48 48", hidden=True)
    left = max(0, -(-(ends - sight.now) // 1000))
    return h.svg(
        "#clock.clock",
        viewBox="0 0 48 48",
        role="timer",
        aria_label=f"{left} seconds left",
        data_ends=str(ends),
        data_now=str(sight.now),
    )[
        h.circle(cx="24", cy="24", r="20"),
        h.circle(
            class_="runs",
            cx="24",
            cy="24",
            r="20",
            pathLength="100",
            stroke_dasharray="100 100",
            transform="rotate(-90 24 24)",
        ),
        h.text(x="24", y="29")[str(left)],
    ]
