"""What holds at every table, whatever is done to it in whatever order: the books, the bank, folding, replay, voids."""

from fractions import Fraction
from math import floor
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from croupier.errors import Refused
from croupier.games import GAMES, game
from croupier.record.audit import audit
from croupier.record.journal import Chain
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.core import open_table, step
from croupier.table.ledger import BANK, CAGE, DROP_BOX
from croupier.table.state import BANK_WAGER, State, apply, fold
from tests.games.table_games import TABLE_GAMES
from tests.games.table_games import table_games as table_games  # noqa: PLC0414  # a fixture
from tests.random_tables import houses, likely
from tests.rounds import Script

SEEDS = st.integers(0, 2**32 - 1)
CENTS = st.one_of(st.integers(1, 300).map(lambda dollars: dollars * 100), st.integers(-5, 50_000))
SEAT = st.integers(0, 8)
WAGER = st.sampled_from([BANK_WAGER, "nonsense", *(wager.id for of in GAMES for wager in game(of).rulebook().wagers)])
OTHER_SEAT = st.one_of(st.none(), SEAT)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        "decks": st.sampled_from([1, 6, 8]),
        "seats": st.integers(1, 7),
        "positions": st.integers(1, 7),
        "collection": st.sampled_from([1, 2, 3]),
        "coverage": st.sampled_from(["action", "net", "none"]),
        "nonsense": st.just(1),
    },
)
ANY_COMMAND = st.one_of(
    st.builds(c.ChangeHouse, CHANGES),
    st.builds(c.Sit, SEAT, st.sampled_from(["Ann", "", " ", "x" * 41, "a\nb"]), CENTS),
    st.builds(c.BuyChips, SEAT, CENTS),
    st.builds(c.Leave, SEAT),
    st.just(c.OfferBank()),
    st.builds(c.TakeBank, SEAT),
    st.builds(c.DeclineBank, SEAT),
    st.builds(c.PassBank, SEAT),
    st.builds(c.Shuffle, st.sampled_from(["shoe", "red", "blue", "green"]), st.just("cd" * 32)),
    st.builds(c.BurnCards, st.one_of(st.none(), st.integers(-1, 52))),
    st.builds(c.OpenRound, SEAT),
    st.builds(c.PlaceWager, SEAT, WAGER, CENTS, st.integers(0, 4), OTHER_SEAT),
    st.builds(c.WithdrawWager, SEAT, WAGER),
    st.just(c.CloseBets()),
    st.builds(c.DealCards, st.lists(st.integers(-1, 52), max_size=4).map(tuple)),
    st.builds(c.RollDie, st.integers(-1, 7)),
    st.builds(c.Decide, SEAT, st.sampled_from(["check", "raise_1", "1x", "3x", "play", "fold", ""]), OTHER_SEAT),
    st.builds(c.TimeOut, SEAT),
    st.just(c.SettleRound()),
    st.builds(c.VoidRound, st.sampled_from(["", "a misdeal"])),
)


# ── What every event must leave true ─────────────────────────────────────────────────────────────────────────────────


def assert_books_balance(state: State) -> None:
    """No cent is made or lost, and only the cage and a house's bank may owe."""
    accounts = state.ledger.accounts
    assert sum(accounts.values()) == 0
    may_owe = {CAGE} if state.player_banked else {CAGE, BANK}
    assert not {account: cents for account, cents in accounts.items() if cents < 0 and account not in may_owe}
    assert all(state.chips(seat) >= 0 for seat in state.seated)


def assert_player_dealer_within_the_wager(state: State) -> None:
    """TCP-T2: the player-dealer wins or loses no more than the wager, at any moment of a settlement."""
    if state.player_banked and state.in_round:
        assert abs(state.bank_result) <= state.bank_wager
        assert 0 <= state.bank_used <= state.bank_wager
        assert state.ledger.balance(BANK) == state.bank_wager + state.bank_result


def assert_settled_exactly(before: State, event: e.WagerSettled, after: State) -> None:
    """Stake and result go back to the seat, the bank has the other side, and no more moves than was due."""
    returned = after.chips(event.seat) - before.chips(event.seat)
    assert returned == event.stake + event.result >= 0
    assert event.stake == before.stake(event.seat, event.wager)
    assert after.ledger.balance(BANK) - before.ledger.balance(BANK) == -event.result
    due = Fraction(event.stake)
    if event.odds is not None:
        paid, unit = event.odds.split(":")
        due *= Fraction(int(paid), int(unit))
    if event.outcome in ("push", "uncovered"):
        assert event.result == 0
    elif event.covered is not None:
        assert event.covered == abs(event.result) < due + 1
    elif event.odds is None:
        lines = before.rulebook.wagers_by_id[event.wager].lines
        lost = {line.pays for line in lines if line.called == event.outcome and line.pays < 0}
        assert event.result in {floor(pays * event.stake) for pays in lost}  # down to the cent
    else:
        assert abs(event.result - due) < 1  # to the cent, whichever way a commission is rounded


class Table(RuleBasedStateMachine):
    """One table, anything done to it in any order."""

    of: str

    @initialize(data=st.data(), purses=st.lists(st.integers(1, 2_000), min_size=1, max_size=7))
    def open(self, data: st.DataObject, purses: list[int]) -> None:
        self.game = game(self.of)
        self.chain = Chain()
        self.state, opened = open_table(self.game, data.draw(houses(self.of)))
        self.events: list[e.Event] = list(opened)
        self.lines = [self.chain.line(event) for event in opened]
        self.before_round: dict[str, int] = {}
        for seat, dollars in enumerate(purses, 1):
            self.do(c.Sit(seat, f"Player {seat}", dollars * 100))

    def do(self, command: c.Command) -> None:
        """Put a command to the table; either it is refused and changes nothing, or every event keeps the books."""
        before = self.state
        looked = fingerprint(before)
        try:
            after, events = step(before, command)
        except Refused:
            assert fingerprint(before) == looked, "a refused command changed the table"
            return
        assert fingerprint(before) == looked, "a step changed the state it was given"
        assert events
        draft = before.copy()
        for event in events:
            last = draft.copy()
            apply(draft, event)
            assert_books_balance(draft)
            assert_player_dealer_within_the_wager(draft)
            if isinstance(event, e.WagerSettled):
                assert_settled_exactly(last, event, draft)
            self.watch_round(event, last, draft)
        assert draft == after
        self.state = after
        self.events += events
        self.lines += map(self.chain.line, events)

    def watch_round(self, event: e.Event, before: State, after: State) -> None:
        """A voided round gives everything back; a settled one moves fees to the drop box and nothing else."""
        match event:
            case e.RoundOpened():
                self.before_round = at_hand(before)
            case e.ChipsBought(seat, cents):
                self.before_round[f"seat {seat}"] = self.before_round.get(f"seat {seat}", 0) + cents
            case e.SeatTaken(seat, _, cents):
                self.before_round[f"seat {seat}"] = cents
            case e.SeatLeft(seat, _):
                self.before_round.pop(f"seat {seat}", None)
            case e.RoundVoided():
                assert at_hand(after) == {account: cents for account, cents in self.before_round.items() if cents}
            case e.RoundClosed():
                assert not any(account.startswith("layout") for account in after.ledger.accounts)
                fees = sum(before.fees.values())
                assert after.ledger.balance(DROP_BOX) == self.before_round.get(DROP_BOX, 0) + fees
            case _:
                pass

    @rule(seat=st.integers(1, 7), dollars=st.integers(1, 2_000))
    def come_or_go(self, seat: int, dollars: int) -> None:
        if seat not in self.state.seated:
            self.do(c.Sit(seat, f"Player {seat}", dollars * 100))
        elif dollars % 3:
            self.do(c.BuyChips(seat, dollars))
        else:
            self.do(c.Leave(seat))

    @rule(command=ANY_COMMAND)
    def try_anything(self, command: c.Command) -> None:
        self.do(command)

    @rule(seed=SEEDS, steps=st.integers(1, 60))
    def go_on(self, seed: int, steps: int) -> None:
        chance = Random(seed)
        for _ in range(steps):
            self.do(likely(self.state, chance))

    @rule(data=st.data())
    def call_off_or_change_the_rules(self, data: st.DataObject) -> None:
        if self.state.in_round:
            self.do(c.VoidRound("a misdeal"))
            assert not self.state.in_round
        else:
            self.do(c.ChangeHouse(data.draw(houses(self.of))))

    def teardown(self) -> None:
        """The fold is the state, the journal proves itself, and what is derived from it is written the same again."""
        if not hasattr(self, "lines"):
            return
        assert fold(self.game, self.events) == self.state
        found = audit(self.lines, heads=[self.chain.head])
        assert found.fault is None
        assert found.length == len(self.lines)
        assert found.state == self.state
        assert (found.open_after is not None) == self.state.in_round
        again = Chain()
        assert [again.line(record.event) for record in found.records] == self.lines


class Streets(Table):
    of = "streets"


class ThreeDice(Table):
    of = "three-dice"


class BurnedWar(Table):
    of = "burned-war"


class Press(Table):
    of = "press"


class CasinoMonte(Table):
    of = "casino-monte"


class Baccarat(Table):
    of = "baccarat"


class ThreeCardPoker(Table):
    of = "three-card-poker"


TestCasinoMonte = CasinoMonte.TestCase
TestBaccarat = Baccarat.TestCase
TestThreeCardPoker = ThreeCardPoker.TestCase
TestStreets = pytest.mark.slow(Streets.TestCase)
TestThreeDice = pytest.mark.slow(ThreeDice.TestCase)
TestBurnedWar = pytest.mark.slow(BurnedWar.TestCase)
TestPress = pytest.mark.slow(Press.TestCase)

# One example is up to 9,000 commands, each proved event by event: `make torture` needs minutes for as many, not hours.
MINUTES = settings(max_examples=min(300, settings().max_examples))
TestCasinoMonte.settings = TestBaccarat.settings = TestThreeCardPoker.settings = MINUTES
TestStreets.settings = TestThreeDice.settings = TestBurnedWar.settings = TestPress.settings = MINUTES


def fingerprint(state: State) -> str:
    """Every part of a state as text: a copy would share parts, and so share what was done to them."""
    parts = [value for name, value in vars(state).items() if name not in {"game", "rulebook", "step", "ledger"}]
    return repr((parts, state.rulebook.house, state.ledger.accounts))


def at_hand(state: State) -> dict[str, int]:
    """The money that a voided round must give back: what lies before the seats and in the drop box."""
    accounts = state.ledger.accounts.items()
    return {account: cents for account, cents in accounts if account.startswith("seat") or account == DROP_BOX}


# ── A voided round was never played ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("of", [*GAMES, *TABLE_GAMES])
@given(data=st.data(), seed=SEEDS, steps=st.integers(0, 60))
def test_a_voided_round_restores_every_stack_and_the_drop_box(
    of: str, data: st.DataObject, seed: int, steps: int
) -> None:
    script = Script(of, data.draw(houses(of)), seats=3, chips=500_00)
    chance = Random(seed)
    while not script.state.in_round:
        script.do(likely(script.state, chance))
    before = at_hand(script.state)
    for _ in range(steps):
        command = likely(script.state, chance)
        if isinstance(command, c.SettleRound):
            break
        try:
            script.do(command)
        except Refused:
            continue
    script.do(c.VoidRound("the shuffler jammed"))
    assert at_hand(script.state) == before
    assert not script.state.ledger.balance(BANK)
    assert not script.state.stakes
    script.refused(c.VoidRound("and once more"))
