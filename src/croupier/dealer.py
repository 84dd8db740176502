"""The dealer: hands chance to the table when it asks, has every step recorded, and only then lets it be heard.

Commands are stepped ahead in memory. What follows from them is recorded in one batch; only when that has succeeded does
the table move on and does anybody hear of it, so that no screen and no state is ever ahead of the record. A batch that
cannot be recorded is dropped, and the dealer deals no more.

The table's state says how many cards have been drawn, so the dealer keeps no place of its own: with the secrets of its
shuffle and dice it takes a table over where a journal left it.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, Protocol

from croupier.chance import Chance, Drawn, DrawnBefore, Subject
from croupier.identity import rulebook_digest
from croupier.rulebook import Burn, Game
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.core import Origin, Stepped, awaiting, next_colour, open_table, step
from croupier.table.state import SEED, State

CHANCE: Final = frozenset({"shuffle", "burn", "dice", "cards", "die"})
"""What the dealer answers by itself."""

Listener = Callable[[tuple[e.Event, ...], State], None]


class Recorder(Protocol):
    """Keeps what happens at a table, before anybody hears of it."""

    def keep_secret(self, drawn: Drawn) -> None:
        """Have the secret of a shuffle or of dice ready to survive a crash, before its commitment is recorded."""

    def secret_of(self, subject: Subject, commitment: str) -> bytes | None:
        """Give a secret that was kept."""

    def record(self, steps: Iterable[Stepped]) -> None:
        """Have all events of some steps on the disk, or none and raise."""

    def finish(self) -> None:
        """Prove what the steps recorded last have used up."""


def open_bound(chance: Chance, game: Game, house: dict[str, object] | None = None, name: str = "Table 1") -> Stepped:
    """Open a table whose shuffles and dice are committed to."""
    digest = rulebook_digest(game.rulebook(game.house(house)))
    return open_table(game, house, name, Origin(chance.token("table"), digest, chance.source))


class Dealer:
    """Drives one table."""

    def __init__(
        self, state: State, chance: Chance, *, recorder: Recorder | None = None, listener: Listener | None = None
    ) -> None:
        """Take a table over; cards and dice whose secrets are at hand are dealt on."""
        self.state = state
        self.chance = chance
        self.recorder = recorder
        self.listener = listener
        self.cards: Drawn | None = None
        self.dice: Drawn | None = None
        self.is_stopped = False
        """Whether something could not be recorded, after which nothing more is dealt."""
        self.ahead: State | None = None
        """The table after steps that are not known to be recorded."""
        if state.shuffles and (state.deck_ready or state.in_round):
            self.cards = self.again(Subject.of_shuffle(state, state.shuffles), state.commitment)
        if state.dice_commitment:
            number = state.round if state.in_round else state.round + 1
            self.dice = self.again(Subject.of_dice(state, number), state.dice_commitment)

    def again(self, subject: Subject, commitment: str) -> Drawn | None:
        """What was drawn before, from a secret that was kept or that the seed gives again."""
        secret = self.recorder.secret_of(subject, commitment) if self.recorder else None
        tries: list[Drawn] = [Drawn(subject, secret), DrawnBefore(subject, secret)] if secret else []
        if self.chance.source == SEED:
            tries += [Drawn(subject, self.chance.secret(subject)), DrawnBefore(subject, self.chance.key)]
        found = next((drawn for drawn in tries if drawn.commitment == commitment), None)
        if found and self.recorder and not secret:
            self.recorder.keep_secret(found)  # so that it can be opened, and survives the next crash
        return found

    # Stepping, recording, telling

    def do(self, *commands: c.Command) -> tuple[e.Event, ...]:
        """Hand commands to the table: all of them, or none where one is refused or cannot be recorded."""
        ahead = self.state
        steps: list[Stepped] = []
        for command in commands:
            steps.append(step(ahead, digested(ahead, command)))
            ahead = steps[-1].state
        return self.commit(steps)

    def go_on(self) -> tuple[e.Event, ...]:
        """Answer what only chance can answer, until somebody else is asked."""
        ahead, before = self.state, (self.cards, self.dice)
        steps: list[Stepped] = []
        try:
            while (command := self.answer(ahead)) is not None:
                steps.append(step(ahead, command))
                ahead = steps[-1].state
        except BaseException:
            self.cards, self.dice = before
            raise
        return self.commit(steps)

    def commit(self, steps: list[Stepped]) -> tuple[e.Event, ...]:
        """Record steps, move on, and let them be heard, in this order."""
        if self.is_stopped:
            raise RuntimeError("this dealer could not record a step and deals no more")
        if not steps:
            return ()
        self.is_stopped = True  # until all is recorded
        self.ahead = steps[-1].state
        if self.recorder:
            self.recorder.record(steps)
        self.state, self.ahead = self.ahead, None
        for stepped in steps:
            if self.listener:
                self.listener(stepped.events, stepped.state)
        if self.recorder:
            self.recorder.finish()
        self.is_stopped = False
        return tuple(event for stepped in steps for event in stepped.events)

    # Chance

    @property
    def is_able(self) -> bool:
        """Whether chance's next answer is known here; a table taken over without its secrets may ask for others."""
        what = awaiting(self.state).what
        return not ((what == "cards" and self.cards is None) or (what == "die" and self.is_blind))

    @property
    def is_blind(self) -> bool:
        """Whether the dice of this round were committed to by somebody else."""
        return self.dice is None and bool(self.state.dice_commitment)

    def next(self) -> c.Command | None:
        """The command that chance gives next, if it is chance's turn."""
        return self.answer(self.state)

    def answer(self, state: State) -> c.Command | None:
        """What chance answers a table, if it is asked."""
        waiting = awaiting(state)
        if waiting.what in ("burn", "dice", "round") and self.cards is None:
            return self.shuffle(state)  # the cards that lie ready are not known to this dealer
        match waiting.what:
            case "shuffle":
                return self.shuffle(state)
            case "burn":
                by_value = state.rulebook.supply.burn is Burn.BY_VALUE
                return c.BurnCards(self.draw(state, 1)[0] if by_value else None)
            case "dice":
                self.dice = self.new(Subject.of_dice(state, state.round + 1))
                return c.CommitDice(self.dice.commitment)
            case "cards" if self.cards is not None:
                cards = self.draw(state, waiting.count)
                hidden = state.is_bound and not getattr(state.step, "face_up", False)
                return c.DealCards(cards, self.cards.face_down_salt(state.drawn) if hidden else "")
            case "die" if not self.is_blind:
                return c.RollDie(self.roll(state))
            case _:
                return None

    def shuffle(self, state: State) -> c.Shuffle:
        """Shuffle, and commit to the order."""
        self.cards = self.new(Subject.of_shuffle(state, state.shuffles + 1))
        return c.Shuffle(next_colour(state), self.cards.commitment)

    def new(self, subject: Subject) -> Drawn:
        """Draw what has yet to be committed to, and have its secret kept."""
        drawn = self.chance.draw(subject)
        if self.recorder:
            self.recorder.keep_secret(drawn)
        return drawn

    def draw(self, state: State, count: int) -> tuple[int, ...]:
        """The next cards of the shuffle."""
        if self.cards is None:
            raise LookupError("the order of these cards is not known to this dealer")
        return self.cards.values[state.drawn : state.drawn + count]

    def roll(self, state: State) -> int:
        """The face of the round's next die; one that nobody committed to is rolled now."""
        dice = self.dice if state.dice_commitment else None
        return (dice or self.chance.draw(Subject.of_dice(state, state.round))).values[state.dice_rolled]


def digested(state: State, command: c.Command) -> c.Command:
    """Give a change of house rules the digest of the rules it leads to."""
    if isinstance(command, c.ChangeHouse) and not command.digest and state.is_bound:
        book = state.game.rulebook(state.rulebook.house.with_changes(command.changes))
        return replace(command, digest=rulebook_digest(book))
    return command
