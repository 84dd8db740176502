"""A table as one viewer may see it: everything that its page needs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

import htpy as h

from croupier.house.own_bets import NO_BETS, NO_RESULT, Bets, Result
from croupier.house.telling import Said
from croupier.pages.clause_link import clause_marks
from croupier.pages.felt import Place
from croupier.pages.frame import hidden
from croupier.pages.keys import Key, keys_of
from croupier.pages.results import standing
from croupier.pages.scene import Scene
from croupier.rulebook import Rulebook
from croupier.table.state import BANK_WAGER

Shown = Mapping[str, Any]


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
    problem_clause: str = ""
    last_bets: Bets = NO_BETS
    """What the viewer bet in the round before, for *repeat*."""
    undo: Bets | None = None
    """What to set to undo the viewer's last change."""
    result: Result = NO_RESULT
    """What this round has come to for the viewer, or until there are new bets, the round before."""

    is_before: bool = False
    """Whether that is the round before."""

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
        """What a command from this page is told apart by: another one whenever anything has changed."""
        seen = (self.guest, self.view["table"], self.view["number"], self.view["edition"], self.wallet)
        return sha256(repr(seen).encode()).hexdigest()[:32]

    @property
    def address(self) -> str:
        return f"/table/{self.view['table']}"

    @property
    def rules(self) -> str:
        """Where the rules of this table are."""
        return f"/rules/{self.book.game.id}?table={self.view['table']}"

    def clauses(self, ids: Iterable[str]) -> list[h.Node]:
        """Marks for clauses, which lead to the rules of this table."""
        return clause_marks(self.book.game, ids, self.rules)

    def action(self, what: str) -> str:
        return f"{self.address}/{what}"

    def moment(self) -> list[h.VoidElement]:
        """What a command is made against, and its key."""
        version = self.you["version"] if self.you else -1
        return hidden(key=self.key, round=self.view["round"], step=self.view["step"], version=version)

    # ── Who sits where ───────────────────────────────────────────────────────────────────────────────────────────────

    def places(self) -> dict[int, Place]:
        free = {seat: Place(seat, says="free") for seat in range(1, self.book.seats + 1)}
        return free | {
            place["seat"]: Place(
                seat=place["seat"],
                name=place["name"] or "Guest",
                says=self.says_of(place),
                chips=place["chips"],
                is_mine=place["seat"] == self.seat,
                house_run=place["house_run"],
                tag=self.tag_of(place),
                is_asked=place["seat"] in self.asked,
            )
            for place in self.view["places"]
        }

    def tag_of(self, place: Shown) -> str:
        """Why a seat may soon have nobody who answers."""
        if place["away"]:
            return "away"
        return "leaves" if place["standing"] else "" if place["connected"] else "offline"

    def says_of(self, place: Shown) -> str:
        """What a seat does now, in a word or two; after the round, what it came to."""
        seat, scene = place["seat"], self.scene
        if seat in self.asked:
            return "deciding"
        if scene.closed and self.has_bet(seat):
            return "wagers back" if scene.void else standing(scene, seat)
        if seat == scene.player_dealer and self.view["bank"]:
            return "banks"
        return self.option_label(place["decision"]) if place["decision"] else ""

    def has_bet(self, seat: int) -> bool:
        """Whether a seat has chips on the felt."""
        return any(owner == seat for owner, _ in self.scene.piles) or self.banks(seat, with_wager=True)

    def banks(self, seat: int, *, with_wager: bool = False) -> bool:
        """Whether a seat has the bank in this round, and has put up its wager."""
        has_it = bool(seat and self.view["bank"] and self.view["round"] and seat == self.scene.player_dealer)
        return has_it and (self.scene.bank_wager > 0 or not with_wager)

    def wager_label(self, id_: str, spot: int = 0) -> str:
        """What a wager is called; one of several spots by its own name."""
        if id_ == BANK_WAGER:
            return "Bank"
        circles = self.book.felt.circles
        sign = next((each.sign for each in circles if each.wager == id_ and each.spot == spot), None)
        return str(sign) if spot and sign else self.book.wagers_by_id[id_].label

    @cached_property
    def keys(self) -> dict[str, Key]:
        return keys_of(self.book)

    def option_label(self, id_: str) -> str:
        options = (option for decision in self.book.decisions for option in decision.options)
        return next((option.label for option in options if option.id == id_), id_).lower()

    def bets(self) -> dict[tuple[str, int], str]:
        """The places of wagers that the viewer may bet on now, with what a button there sends."""
        return {
            (wager["wager"], spot): f"{wager['wager']}:{spot}:{self.stake(wager['wager'])}:{wager['least']}"
            for wager in self.legal.get("wagers", ())
            for spot in (wager["spots"] or [0])
        }

    def stake(self, wager: str) -> int:
        """What the viewer has on a wager."""
        pile = self.scene.piles.get((self.seat, wager))
        return self.scene.bank_wager if wager == BANK_WAGER else pile.cents if pile else 0

    def clock(self) -> int | None:
        """When the viewer's time, or the table's, is up; None where no clock runs."""
        deadlines = self.view["deadlines"]
        if self.seat and str(self.seat) in deadlines:
            mine: int | None = deadlines[str(self.seat)]
            return mine
        return max((ends for ends in deadlines.values() if ends is not None), default=None)
