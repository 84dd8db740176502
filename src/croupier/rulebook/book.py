"""A rulebook: one game under one set of house rules, as a value that every engine interprets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any, Final

from croupier.errors import Refused, quoted
from croupier.odds import odds_text
from croupier.rulebook.bank import COVERAGES, Coverage
from croupier.rulebook.clause import Clause, Document, Ruling, spelled_alike
from croupier.rulebook.deal import NO_CARDS, Supply, deal_text
from croupier.rulebook.default_layout import completed, default_layout
from croupier.rulebook.description import Description
from croupier.rulebook.fit import can_take, check_facts, check_fit, check_names, left_out
from croupier.rulebook.habits import Habits
from croupier.rulebook.house import House, Parameter
from croupier.rulebook.layout import Layout
from croupier.rulebook.model import Model, made_wagers, offers_of
from croupier.rulebook.part import Part, check_fields
from croupier.rulebook.procedure import Again, Deal, Decide, Discard, Roll, Round, Slot, Spot, Step, owner_of
from croupier.rulebook.side_bet import SideBet, merged, model_with, procedure_with
from croupier.rulebook.slots import DealtSlot, dealt_slots
from croupier.rulebook.vocabulary import check_vocabulary
from croupier.rulebook.wager import UNASKED, Card, Decision, Line, Option, Rule, Wager, not_whole

Facts = dict[str, tuple[int, ...]]
"""Draws, features, choices and decisions by name, each as a tuple of small integers."""


class Codes(dict[tuple[Any, ...], int]):
    """What rules gave, by function and values: seats and wagers of one round that give it the same share the answer."""

    def __missing__(self, applied: tuple[Any, ...]) -> int:
        code: int = applied[0](*applied[1:])
        if not isinstance(code, int):
            raise Refused(not_whole(applied[0], code))
        self[applied] = code
        return code


@dataclass(frozen=True, slots=True)
class HouseBank(Part):
    """The house banks the game, without limit."""

    clause: str


@dataclass(frozen=True, slots=True)
class PlayerDealerBank(Part):
    """A player banks the game with a limited wager; the bank moves around the table."""

    clause: str
    limit_clause: str
    """Nothing is won or lost beyond the wager."""
    offer_clause: str
    needed_clause: str
    """Without a player-dealer no round is dealt."""
    rounds: int
    """How many rounds in a row one player may bank before the bank is offered to the next."""
    least: int
    least_clause: str
    whole_dollars: str
    fee_reserve: int
    """The largest fee the player-dealer can owe, set aside when the wager is placed."""
    coverage: str
    """`action`: every amount that changes hands uses up the wager; `net`: the running result stays within it."""
    uncovered_clauses: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Game:
    """A game before its house rules are chosen."""

    id: str
    title: str
    documents: tuple[Document, ...]
    clauses: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]
    parameters: tuple[Parameter[Any], ...]
    build: Callable[["Game", House], "Rulebook"]
    version: str = "1"
    """The author of the game changes it with the game."""
    composition: tuple[str, ...] = ()
    """The side bets added to it."""
    goal: str = ""
    """The object of the game, in a sentence or two for somebody who has never played it."""
    spoken: Callable[[Round, int], str] | None = None
    """What the cards came to, as a dealer says it to a seat, or to everybody where the seat is 0."""
    aliases: tuple[str, ...] = ()
    """Other names that people may use for it."""
    vocabulary: str = ""
    """The version of these words that it needs, such as `1.0`; empty if any will do."""
    equipment: tuple[str, ...] = ()
    """The clauses of its documents that say what it is played with; empty where they are silent."""
    remedies: tuple[str, ...] = ()
    """The clauses of its documents on misdeals and other irregularities; empty where they are silent."""

    def __post_init__(self) -> None:
        """Refuse a game that nobody could name, or that needs words which are not here."""
        check_fields(self)
        check_names(self)
        check_vocabulary(self.title, self.vocabulary)

    def with_side_bets(self, *side_bets: SideBet, id: str = "", title: str = "") -> "Game":  # noqa: A002  # as fields are called
        """The same game with side bets on its layout: a game with an id and a composition of its own."""
        if not side_bets:
            raise Refused(f"{self.title}: name a side bet to put on the layout")
        ids = [*self.composition, *(side_bet.id for side_bet in side_bets)]
        for one in side_bets:
            if ids.count(one.id) > 1:
                raise Refused(f"{self.title} has the side bet {one.id} on its layout already; add each side bet once")
        *others, last = (side_bet.title for side_bet in side_bets)
        named = f"{self.title} with {', '.join(others)}{' and ' if others else ''}{last}"
        parts: dict[str, Any] = {
            name: merged(f"{named}: {name}", key, getattr(self, name), *(getattr(each, name) for each in side_bets))
            for name, key in COMPOSED.items()
        }
        return replace(
            self,
            id=id or "+".join((self.id, *(side_bet.id for side_bet in side_bets))),
            title=title or named,
            build=with_side_bets(self.build, side_bets),
            composition=tuple(ids),
            aliases=(),
            **parts,
        )

    def house(self, given: Mapping[str, object] | None = None) -> House:
        """Check house rules for this game."""
        return House(self.parameters, given)

    def rulebook(self, house: House | None = None) -> "Rulebook":
        """Build the rulebook under these house rules, once."""
        return written(self, house or self.house())

    def clause(self, id_: str) -> Clause | Ruling:
        """Find a clause or ruling by its id."""
        every: tuple[Clause | Ruling, ...] = (*self.clauses, *self.rulings)
        for clause in every:
            if clause.id.lower() == id_.lower():
                return clause
        if near := spelled_alike(id_, [clause.id for clause in every]):
            hint = f"near it are {', '.join(near)}"
        else:
            hint = f"its clauses and rulings are {every[0].id} to {every[-1].id}" if every else "its file lists none"
        raise Refused(f"{self.title} has no clause {quoted(id_)}; {hint}")


COMPOSED: Final = {
    "documents": attrgetter("id"),
    "clauses": attrgetter("id"),
    "rulings": attrgetter("id"),
    "parameters": attrgetter("name"),
}
"""What a game and its side bets bring together, and by which name each thing must differ from the others."""


def with_side_bets(
    build: Callable[[Game, House], "Rulebook"], side_bets: tuple[SideBet, ...]
) -> Callable[[Game, House], "Rulebook"]:
    """Build a game's rulebook with the wagers of side bets in its model and its procedure."""

    def build_all(game: Game, house: House) -> Rulebook:
        book = build(game, house)
        wagers = {side_bet.id: side_bet.wagers(house) for side_bet in side_bets}
        settled = tuple((tuple(w.id for w in wagers[each.id]), each.settles_first) for each in side_bets)
        return replace(
            book,
            model=model_with(book.model, side_bets, tuple(w for of in wagers.values() for w in of)),
            procedure=procedure_with(book.procedure, settled),
            layout=(book.layout or default_layout(book)).with_circles(*(c for of in side_bets for c in of.circles)),
        )

    return build_all


@lru_cache(maxsize=256)  # a rulebook never changes, and much is derived from it
def written(game: Game, house: House) -> "Rulebook":
    if not can_take(game.build, 2):
        raise Refused(f"{game.title}: `build` is called with the game and its house rules; let it take these two")
    book = game.build(game, house)
    if not isinstance(book, Rulebook):
        raise Refused(f"{game.title}: `build` must return a Rulebook, but returns {type(book).__name__}")
    check_fit(game, book)
    return book


@dataclass(frozen=True, slots=True)
class Terms:
    """A line in the words and whole numbers of a settlement, computed once."""

    called: str
    odds: str | None
    """After commission; None if nothing is paid."""
    clauses: tuple[str, ...]
    pays: int
    to: int
    """A stake of `to` cents wins `pays` cents."""
    keeps: int
    of: int
    """Of every `of` cents won, the bank keeps `keeps` as commission."""

    @classmethod
    def of_line(cls, line: Line) -> "Terms":
        odds = odds_text(line.odds) if line.pays > 0 else None
        return cls(line.called, odds, line.clauses, *line.pays.as_integer_ratio(), *line.commission.as_integer_ratio())

    def due(self, stake: int, rounding: str) -> int:
        """The cents a stake wins, or loses if below zero; a commission is rounded to the cent (LM-R5)."""
        gross = stake * self.pays // self.to  # CM-R12, LM-R9, TCP-R16: down to the cent
        if not self.keeps or gross <= 0:
            return gross
        owed, of = gross * self.keeps, self.of
        match rounding:
            case "up":
                commission = -(-owed // of)
            case "down":
                commission = owed // of
            case _:
                commission = (2 * owed + of) // (2 * of)
        return gross - commission


@dataclass(frozen=True)
class Rulebook:
    """One game under one set of house rules."""

    game: Game
    house: House
    seats: int
    seats_clause: str
    model: Model
    procedure: tuple[Step, ...]
    bank: HouseBank | PlayerDealerBank
    supply: Supply = field(default=NO_CARDS, kw_only=True)
    """Where the cards come from; none in a game of dice."""
    facts: Callable[[Round, int], Facts]
    """One seat's draws, from what was dealt."""
    void_clause: str
    change_clause: str = ""
    """The clause that lets house rules change only between rounds."""
    spots: tuple[Spot, ...] = ()
    spots_clause: str = ""
    seat_fee: int = 0
    """The flat fee a seat pays with its first wager, in cents."""
    action_button: bool = False
    """Whether a button, placed when a round opens, says who is first."""
    button_clause: str = ""
    commission_rounding: str = "half_up"
    """How a commission is rounded to the cent."""
    layout: Layout | None = None
    """What lies on the felt, as far as the game says it."""
    habits: Habits = field(default_factory=Habits)
    """How house-run players play; what they see, and so how they decide, depends on house rules."""
    description: Description = field(default_factory=Description)
    """What the fields of a described round are called."""
    wagers_by_id: Mapping[str, Wager] = field(init=False, repr=False, compare=False)
    decisions_by_id: Mapping[str, Decision] = field(init=False, repr=False, compare=False)
    decision_of_wager: Mapping[str, Decision] = field(init=False, repr=False, compare=False)
    """The decisions that make wagers."""
    companions: Mapping[str, tuple[Wager, ...]] = field(init=False, repr=False, compare=False)
    """What is placed with a wager, at the same stake."""
    placed_with: Mapping[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    """A wager that is bet and its companions, by their ids."""
    placed_wagers: tuple[Wager, ...] = field(init=False, repr=False, compare=False)
    """Those that are bet before the deal, in the order of the layout; others go with them or are made by decisions."""
    dice: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """How many faces each die of a round has, in order."""
    terms: Mapping[tuple[str, int], Terms] = field(init=False, repr=False, compare=False)
    """By wager and outcome code."""
    coverage: Coverage | None = field(init=False, repr=False, compare=False)
    """What uses up the wager of a player who banks; None if the house does."""
    _rules: Mapping[str, Rule] = field(init=False, repr=False, compare=False)
    _read: tuple[Decision, ...] = field(init=False, repr=False, compare=False)
    """The decisions that rules read."""
    _shared: Facts = field(init=False, repr=False, compare=False)
    """The constants that are the same for all seats."""

    def __post_init__(self) -> None:
        """Index wagers, decisions, terms and features."""
        check_fields(self)
        object.__setattr__(self, "wagers_by_id", {w.id: w for w in self.wagers})
        object.__setattr__(self, "decisions_by_id", {d.id: d for d in self.decisions})
        made = made_wagers(self.decisions)
        object.__setattr__(self, "decision_of_wager", {d.wager: d for d in self.decisions if d.wager in made})
        object.__setattr__(self, "placed_wagers", tuple(w for w in self.model.placed if not w.equals))
        companions = {w.id: self.model.companions(w.id) for w in self.placed_wagers}
        object.__setattr__(self, "companions", companions)
        together = {id_: (id_, *(other.id for other in others)) for id_, others in companions.items()}
        object.__setattr__(self, "placed_with", together)
        object.__setattr__(self, "dice", tuple(step.faces for step in self.procedure if isinstance(step, Roll)))
        burned = sum(step.count for step in self.procedure if isinstance(step, Discard))
        if not bool(burned) <= self.model.burned <= burned:
            raise Refused(
                f"{self.game.id}: a round burns up to {burned} cards, but its model says {self.model.burned}; "
                "let `burned` of the model be the most that it burns"
            )
        terms = {(wager.id, line.code): Terms.of_line(line) for wager in self.wagers for line in wager.lines}
        object.__setattr__(self, "terms", terms)
        bank = self.bank
        object.__setattr__(self, "coverage", COVERAGES[bank.coverage] if isinstance(bank, PlayerDealerBank) else None)
        object.__setattr__(self, "_rules", {f.name: f.rule for f in self.model.features})
        read = {name for rule in self.model.rules() for name in rule.inputs}
        object.__setattr__(self, "_read", tuple(d for d in self.decisions if d.id in read))
        shared = {name: (int(v),) for name, v in self.model.constants.items() if name not in self.model.per_seat}
        object.__setattr__(self, "_shared", shared)

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The wagers in the order of the layout."""
        return self.model.wagers

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return self.model.decisions

    @cached_property
    def slots(self) -> Mapping[Slot, DealtSlot]:
        """Every slot that cards may be dealt to, in the order of the deals."""
        banks = isinstance(self.bank, PlayerDealerBank)
        return dealt_slots(self.procedure, self.seats, self.model.placed, self.decisions_by_id, banks=banks)

    def times(self, decision: str) -> int:
        """How often a round may ask a seat for a decision."""
        asks = [isinstance(step, Decide) and step.decision == decision for step in self.procedure]
        again = (
            step.most * sum(asks[at - step.steps : at])
            for at, step in enumerate(self.procedure)
            if isinstance(step, Again)
        )
        return sum(asks) + sum(again)

    def dealt_to(self, deal: Deal, so_far: Round, slot: Slot) -> int:
        """How many cards a deal gives to a slot: those that the seat's option takes, where it follows a decision."""
        if not deal.after:
            return deal.count
        option = self.decisions_by_id[deal.after].option(so_far.decided(owner_of(slot), deal.after))
        return option.new_cards(deal.count) if option else 0

    @cached_property
    def exchange(self) -> tuple[Decision, int] | None:
        """The decision that exchanges cards of a hand, and how many cards that hand has; None if there is none."""
        counts = {drawn.name: drawn.count for drawn in self.model.draws}
        found = ((self.decisions_by_id[drawn.after], counts[drawn.of]) for drawn in self.model.late if drawn.of)
        return next(found, None)

    def lying(self, slot: Slot, dealt: Sequence[Card], choices: Iterable[str]) -> tuple[Card, ...]:
        """The cards that lie in a slot, of all that were dealt to it: those that its seat chose to discard do not."""
        if self.exchange is None or not owner_of(slot):
            return tuple(dealt)
        decision, cards = self.exchange
        chosen = next((id_ for id_ in choices if decision.option(id_)), "")
        return decision.held(chosen, dealt, cards)

    def as_dealt(self, decision: Decision, id_: str, facts: Facts) -> str:
        """An option of a sight, which counts the places of a hand in ascending order, by the places of the deal."""
        option, hand = decision.option(id_), next((drawn.of for drawn in self.model.late if drawn.of), "")
        if option is None or option.keeps is None or not hand:
            return id_
        cards = facts[hand]
        order = sorted(range(len(cards)), key=lambda place: cards[place])
        kept = decision.keeping(order[place] for place in option.keeps)
        return kept.id if kept else decision.default

    @property
    def player_banked(self) -> bool:
        """Whether a player banks the game."""
        return isinstance(self.bank, PlayerDealerBank)

    @cached_property
    def felt(self) -> Layout:
        """What lies on the felt: what the game declares, and what follows from its rules for the rest."""
        return completed(self.layout, self) if self.layout else default_layout(self)

    def spot_from(self, written: object) -> int:
        """Read a betting spot by its number, its colour or its symbol."""
        for spot in self.spots:
            text = str(written).strip().lower()
            if not isinstance(written, bool) and text in (str(spot.number), spot.colour.lower(), spot.symbol):
                return spot.number
        if type(written) is int:
            raise Refused(f"there is no spot {written}; choose 1 to {len(self.spots)}")
        known = ", ".join(f"{spot.number} ({spot.colour})" for spot in self.spots)
        raise Refused(f"{quoted(written)} is not a betting spot; choose {known}")

    def drawn(self, so_far: Round, seat: int) -> Facts:
        """What `facts` gives for a seat; decisions and shared constants that it leaves out follow from the round."""
        facts: object = self.facts(so_far, seat)
        if not isinstance(facts, dict):
            raise Refused(f"{self.game.title}: `facts` must return draws by name, but returns {type(facts).__name__}")
        for decision in self._read:
            if decision.id not in facts:
                option = decision.option(so_far.decided(seat, decision.id)) or (UNASKED if decision.asked else None)
                if option:
                    facts[decision.id] = (int(option.code),)
        return self._shared | facts if self._shared else facts

    def offers(self, so_far: Round, seat: int, decision: Decision) -> tuple[Option, ...]:
        """The options of a decision that a seat is offered, by what it sees; none where it is not asked."""
        if not offers_of(decision):
            return decision.options
        try:
            facts = self.drawn(so_far, seat)
        except (LookupError, TypeError, ValueError) as error:
            raise Refused(
                f"{self.game.title}: `facts` fails before {decision.id}, when not all cards are dealt "
                f"({type(error).__name__}: {error}); give NO_CARD for a card that is not there yet"
            ) from error
        if decision.asked and not self.outcome(decision.asked, facts):
            return ()
        return tuple([o for o in decision.options if o.offered is None or self.outcome(o.offered, facts)])

    def fact(self, name: str, facts: Facts, codes: Codes | None = None) -> tuple[int, ...]:
        """A fact by name; features it needs are computed and stored among the facts."""
        known = facts.get(name)
        if known is None:
            if name not in self._rules:
                check_facts(self.game.title, self.model, facts)
                raise Refused(left_out(self.game.title, self.model, name))
            known = facts[name] = (self.outcome(self._rules[name], facts, codes),)
        return known

    def outcome(self, rule: Rule, facts: Facts, codes: Codes | None = None) -> int:
        """Apply a rule to the facts it names, or find among the codes what it gave before."""
        applied: list[Any] = [rule.function]
        try:
            for name in rule.inputs:
                applied += facts.get(name) or self.fact(name, facts, codes)
            return (Codes() if codes is None else codes)[tuple(applied)]
        except TypeError:  # a number in place of a tuple, or more cards than the rule takes
            check_facts(self.game.title, self.model, facts)
            raise

    def line(self, wager: Wager, facts: Facts) -> Line:
        """The line of a wager that applies to these facts."""
        code = self.outcome(wager.outcome, facts)
        if (wager.id, code) in self.terms:
            return wager.line(code)
        told = {*(drawn.name for drawn in self.model.draws), *self.model.needs(wager.outcome)}
        drawn = {name: value for name, value in facts.items() if name in told}
        return wager.line(code, deal_text(self.model.draws, drawn))
