"""The dealer: gives the table cards and dice when it asks, records every step, and only then announces it.

Commands are first tried in memory and their events recorded in one batch. Only when that has succeeded does the table
move on and does anybody hear of it, so that no screen and no state is ever ahead of the record. If a batch cannot be
recorded, it is dropped and the dealer stops.

The table's state says how many cards have been drawn, so the dealer does not count them: with the secrets of its
shuffle and dice it can continue any table from its journal.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, Protocol, assert_never

from croupier.chance import Chance, Drawn, DrawnBefore, Subject
from croupier.identity import rulebook_digest
from croupier.rulebook import Burn, Game, clockwise, next_clockwise
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import (
    AwaitBank,
    AwaitBurn,
    AwaitCards,
    AwaitDecision,
    AwaitDice,
    AwaitDie,
    Awaiting,
    AwaitRound,
    AwaitSettlement,
    AwaitShuffle,
    AwaitWagers,
    awaiting,
    will_need_dice,
    will_need_shuffle,
)
from croupier.table.core import Origin, Stepped, next_colour, open_table, step
from croupier.table.driver import drive
from croupier.table.state import SEED, State, lacks_cards

NO_CARDS_LEFT: Final = "no cards are left to deal"
Listener = Callable[[tuple[e.Event, ...], State], None]


class Recorder(Protocol):
    """Records what happens at a table, before anybody hears of it."""

    def keep_secret(self, drawn: Drawn) -> None:
        """Store the secret of a shuffle or of dice, before its commitment is recorded, so that it survives a crash."""

    def secret_of(self, subject: Subject, commitment: str) -> bytes | None:
        """The secret, if it was stored."""

    def record(self, steps: Iterable[Stepped]) -> None:
        """Write all events of some steps to the disk, or none and raise."""

    def finish(self) -> None:
        """Write the openings of what the last steps used up."""


def open_bound(chance: Chance, game: Game, house: dict[str, object] | None = None, name: str = "Table 1") -> Stepped:
    """Open a table whose shuffles and dice are committed to."""
    digest = rulebook_digest(game.rulebook(game.house(house)))
    return open_table(game, house, name, Origin(chance.token("table"), digest, chance.source))


class Dealer:
    """Drives one table."""

    def __init__(
        self, state: State, chance: Chance, *, recorder: Recorder | None = None, listener: Listener | None = None
    ) -> None:
        """Continue a table; cards and dice whose secrets are known are dealt from where they were left."""
        self.state = state
        self.chance = chance
        self.recorder = recorder
        self.listener = listener
        self.cards: Drawn | None = None
        self.dice: Drawn | None = None
        self.is_stopped = False
        """Whether something could not be recorded; nothing more is dealt then."""
        self.ahead: State | None = None
        """The table after steps that may not be recorded."""
        if state.shuffles and (state.deck_ready or state.in_round):
            self.cards = self.again(Subject.of_shuffle(state, state.shuffles), state.commitment)
        if state.dice_commitment:
            number = state.round if state.in_round else state.round + 1
            self.dice = self.again(Subject.of_dice(state, number), state.dice_commitment)

    def again(self, subject: Subject, commitment: str) -> Drawn | None:
        """What was drawn before, from a stored secret or from the seed."""
        secret = self.recorder.secret_of(subject, commitment) if self.recorder else None
        found = next((drawn for drawn in self.tries(subject, secret) if drawn.commitment == commitment), None)
        if found and self.recorder and not secret:
            self.recorder.keep_secret(found)  # so that it can be opened, and survives the next crash
        return found

    def tries(self, subject: Subject, secret: bytes | None) -> Iterator[Drawn]:
        """What may have been drawn, the likeliest first."""
        if secret:
            yield Drawn(subject, secret)
            yield DrawnBefore(subject, secret)
        if self.chance.source == SEED:
            yield Drawn(subject, self.chance.secret(subject))
            yield DrawnBefore(subject, self.chance.key)

    # Stepping, recording, telling

    def do(self, *commands: c.Command) -> tuple[e.Event, ...]:
        """Give commands to the table: all of them, or none if one is refused or cannot be recorded."""
        return self.commit(stepped(self.state, commands))

    def go_on(self) -> tuple[e.Event, ...]:
        """Deal and roll until somebody else is asked, and record it all together."""
        steps: list[Stepped] = []

        def step_ahead(state: State, commands: Sequence[c.Command]) -> State:
            steps.extend(stepped(state, commands))
            return steps[-1].state

        before = self.cards, self.dice
        try:
            drive(self.state, self.answer, step_ahead)
        except BaseException:
            self.cards, self.dice = before
            raise
        return self.commit(steps)

    def commit(self, steps: list[Stepped]) -> tuple[e.Event, ...]:
        """Record steps, move on and announce them, in this order."""
        if self.is_stopped:
            raise RuntimeError("this dealer could not record a step and deals no more")
        if not steps:
            return ()
        self.is_stopped = True  # until all is recorded
        self.ahead = steps[-1].state
        if self.recorder:
            self.recorder.record(steps)
        self.state, self.ahead = self.ahead, None
        for after, events in steps:
            if self.listener:
                self.listener(events, after)
        if self.recorder:
            self.recorder.finish()
        self.is_stopped = False
        return tuple([event for _, events in steps for event in events])

    # Chance

    def next(self) -> c.Command | None:
        """The next command, if the table waits for cards or dice."""
        return next(iter(self.answer(self.state, awaiting(self.state))), None)

    def answer(self, state: State, waiting: Awaiting) -> Sequence[c.Command]:
        """The dealer's answer to what a table awaits; empty if it has none."""
        match waiting:
            case AwaitShuffle():
                return (self.shuffle(state),)
            case AwaitBurn() | AwaitDice() | AwaitRound() if not self.knows_cards:
                return (self.shuffle(state),)  # the cards that lie ready are not known to this dealer
            case AwaitBurn():
                by_value = state.rulebook.supply.burn is Burn.BY_VALUE
                return (c.BurnCards(self.draw(state, 1)[0] if by_value else None),)
            case AwaitDice():
                self.dice = self.new(Subject.of_dice(state, state.round + 1))
                return (c.CommitDice(self.dice.commitment),)
            case AwaitCards() if lacks_cards(state):
                return (c.VoidRound(NO_CARDS_LEFT, e.TABLE),)
            case AwaitCards(count=count, face_up=face_up) if self.cards is not None:
                hidden = state.is_bound and not face_up
                salt = self.cards.face_down_salt(state.drawn) if hidden else ""
                return (c.DealCards(self.draw(state, count), salt),)
            case AwaitDie() if self.dice is not None or not state.dice_commitment:
                return (c.RollDie(self.roll(state)),)
            case AwaitCards() | AwaitDie():  # of which another dealer has the secret
                return ()
            case AwaitBank() | AwaitRound() | AwaitWagers() | AwaitDecision() | AwaitSettlement():
                return ()
            case _:
                assert_never(waiting)

    def shuffle(self, state: State) -> c.Shuffle:
        self.cards = self.new(Subject.of_shuffle(state, state.shuffles + 1))
        return c.Shuffle(next_colour(state), self.cards.commitment)

    def draw_ahead(self) -> bool:
        """Draw while there is time what this round leaves to be committed to; gives whether anything was new."""
        state, due = self.state, list[Subject]()
        if will_need_shuffle(state):
            due.append(Subject.of_shuffle(state, state.shuffles + 1))
        if will_need_dice(state):
            due.append(Subject.of_dice(state, state.round + 1))
        return self.chance.draw_ahead(due)

    def new(self, subject: Subject) -> Drawn:
        """Draw for a new commitment, and store the secret."""
        drawn = self.chance.draw(subject)
        if self.recorder:
            self.recorder.keep_secret(drawn)
        return drawn

    @property
    def knows_cards(self) -> bool:
        """Whether the cards of the next round are known to this dealer, or none are dealt."""
        return self.cards is not None or not self.state.rulebook.supply.decks

    def draw(self, state: State, count: int) -> tuple[int, ...]:
        """The next cards of the shuffle."""
        if self.cards is None:
            raise LookupError("the order of these cards is not known to this dealer")
        return self.cards.values[state.drawn : state.drawn + count]

    def roll(self, state: State) -> int:
        """The face of the round's next die; without a commitment it is rolled now."""
        dice = self.dice if state.dice_commitment else None
        return (dice or self.chance.draw(Subject.of_dice(state, state.round))).values[len(state.dice)]


def button_seat(state: State) -> int:
    """Where the house dealer places the action button: at the next player clockwise, never at the bank."""
    if not state.rulebook.action_button:
        return 0
    last = state.action_button or state.bank_holder
    seats = state.rulebook.seats
    in_turn = clockwise(seats, next_clockwise(seats, last))
    return next(seat for seat in in_turn if seat in state.seated and seat != state.bank_holder)


def stepped(state: State, commands: Iterable[c.Command]) -> list[Stepped]:
    """The steps that commands lead to, tried in memory."""
    steps: list[Stepped] = []
    for command in commands:
        steps.append(step(state, digested(state, command)))
        state = steps[-1].state
    return steps


def digested(state: State, command: c.Command) -> c.Command:
    """Add to a change of house rules the digest of the new rules."""
    if isinstance(command, c.ChangeHouse) and not command.digest and state.is_bound:
        book = state.game.rulebook(state.rulebook.house.with_changes(command.changes))
        return replace(command, digest=rulebook_digest(book))
    return command
