"""A game under house rules, ready to be asked: what the commands ask of `GAME -p …`, under the same names."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from croupier.errors import Refused, quoted
from croupier.front import inputs
from croupier.front.sweep import listed, swept
from croupier.naming import dealt_game, game_named, place_named
from croupier.odds import odds_text
from croupier.rulebook import Game, Model, Rulebook, SideBet
from croupier.rulebook.house import rule_text
from croupier.sheet import Sheet, page
from croupier.spelling import meant

if TYPE_CHECKING:
    from croupier.conditions import Conditions
    from croupier.exact.advice import Advice
    from croupier.exact.analysis import Analysis
    from croupier.exact.best_strategy import Strategy
    from croupier.exact.comparison import Comparison
    from croupier.exact.design import Bound, Design
    from croupier.exact.repeat_report import RepeatAnalysis, RepeatStrategy
    from croupier.exact.repeat_solver import RepeatSolver
    from croupier.exact.session import Session
    from croupier.exact.solve import Solver
    from croupier.front.rulings import Rulings
    from croupier.front.table import Table
    from croupier.protect.bank import BankReport
    from croupier.protect.errors import ErrorCost
    from croupier.protect.first_seat import WrongFirstSeat
    from croupier.protect.knowledge import Glimpse, Knowledge
    from croupier.protect.protection import Protection
    from croupier.protect.shared_hands import SharedHands
    from croupier.report.paper import Paper
    from croupier.rulebook.wager import Wager
    from croupier.settlement.round import Settlement
    from croupier.simulation.result import SimulationResult

SHOWN: Final = (
    *("advise", "analyze", "bank", "changes", "check", "conditions", "design", "error_cost", "example"),
    *("game", "house", "id", "knowing", "late_settlement", "model", "paytables", "protect", "report"),
    *("rulebook", "rulings", "schema", "session", "settle", "shared_hands", "simulate", "strategy", "sweep", "table"),
    *("title", "wagers", "with_rules"),
    "with_side_bets",
)
"""What completion shows."""
SEATS_MAX: Final = 100


def game(
    name: str | Game | Rulebook | Model,
    *,
    house: str | Path | Mapping[str, object] | None = None,
    paytable: inputs.Paytables = (),
    **rules: object,
) -> "Variant":
    """A game under house rules, as `croupier … GAME -p NAME=VALUE` names it.

    The name is an id, an alias, a part of an id, initials, or `FILE.py:NAME`; a game, a rulebook or a model itself does
    as well. House rules are keywords, or come from a TOML file or a mapping; keywords win. A value is what `-p` takes.

    >>> import croupier
    >>> croupier.game("tcp", collection=2)
    <Three Card Poker 6 Card Bonus, collection=2>
    >>> croupier.game("baccarat", commission="4%").house["commission"]
    '1/25'
    """
    if isinstance(name, Rulebook):
        if rules or house is not None or paytable:
            raise Refused(f"{name.game.id} has its house rules already; give other ones with the game")
        return Variant(name.game, name.model, name)
    place = ""
    if isinstance(name, str):
        found = game_named(name)
        place = place_named(name, found)
    else:
        found = name
    given = {**inputs.house_from(house), **inputs.house_from(rules)}
    return variant_of(found, inputs.with_paytables(found, given, paytable), place)


def variant_of(found: Game | Model, house: Mapping[str, object], place: str) -> "Variant":
    """A game or a model under house rules yet to be read."""
    if isinstance(found, Model):
        if house:
            raise Refused(f"{found.id} is a model and has no house rules")
        return Variant(None, found, None, place)
    book = found.rulebook(found.house(house))
    return Variant(found, book.model, book, place)


def variants(name: str, house: Mapping[str, object], paytable: inputs.Paytables) -> "Iterator[Variant]":
    """A game under every combination of the values that its house rules are given."""
    found = game_named(name)
    place = place_named(name, found)
    return (variant_of(found, each, place) for each in swept(found, {}, house, (paytable,)))


class Variant:
    """A game under house rules.

    >>> import croupier
    >>> tcp = croupier.game("tcp")
    >>> tcp.wagers
    ('ante', 'pair_plus', 'six_card_bonus')
    >>> tcp.analyze().wagers["pair_plus"].house_edge
    Fraction(242, 5525)
    """

    def __init__(self, game: Game | None, model: Model, rulebook: Rulebook | None, place: str = "") -> None:
        """Take a game as it is; `croupier.game` reads one."""
        self.game = game
        """None where a model stands alone."""
        self.model = model
        self.rulebook = rulebook
        self._place = place
        self._solvers: dict[tuple[int, ...], Solver] = {}
        self._repeat_solvers: dict[tuple[int, ...], RepeatSolver] = {}

    def __dir__(self) -> Iterable[str]:
        return SHOWN

    def __repr__(self) -> str:
        return f"<{', '.join((self.title, *(f'{name}={rule_text(each)}' for name, each in self.changes.items())))}>"

    def _repr_html_(self) -> str:
        rules = tuple((name, rule_text(value)) for name, value in self.house.items())
        return page(Sheet(self.title, facts=rules).html())

    # ── What it is ───────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def id(self) -> str:
        """The id of the game, such as `three-card-poker`."""
        return self.game.id if self.game else self.model.id

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.game.title if self.game else self.model.id

    @property
    def house(self) -> dict[str, object]:
        """Every house rule, as plain data that reads back; a model alone has none."""
        return self.rulebook.house.show() if self.rulebook else {}

    @property
    def changes(self) -> dict[str, object]:
        """The house rules that are not the usual ones."""
        return self.rulebook.house.changes() if self.rulebook else {}

    @property
    def wagers(self) -> tuple[str, ...]:
        """The wagers that are placed before the deal."""
        return tuple(wager.id for wager in self._bases())

    @property
    def paytables(self) -> dict[str, dict[str, str]]:
        """The odds of every line of every paytable, as `paytable` takes them.

        >>> import croupier
        >>> croupier.game("tcp").paytables["pair_plus"]["straight"]
        '6:1'
        """
        if self.game is None or self.rulebook is None:
            return {}
        return {
            wager: dict(zip(kind.lines, map(odds_text, self.rulebook.house[rule]), strict=True))
            for wager, (rule, kind) in inputs.paytable_rules(self.game).items()
        }

    @cached_property
    def conditions(self) -> "Conditions":
        """What every answer presumes."""
        from croupier.conditions import conditions_of  # noqa: PLC0415  # who only names a game need not wait

        return conditions_of(self.rulebook or self.model, place=self._place)

    def with_rules(
        self, *, house: Mapping[str, object] | None = None, paytable: inputs.Paytables = (), **rules: object
    ) -> "Variant":
        """The same game with some house rules set anew.

        >>> import croupier
        >>> croupier.game("monte", decks=8).with_rules(decks=2)
        <Casino Monte, decks=2>
        >>> croupier.game("tcp").with_rules(paytable="pair_plus=pair:2").changes
        {'pair_plus_paytable': ['200:1', '40:1', '30:1', '6:1', '3:1', '2:1']}
        """
        given = {**self.changes, **inputs.house_from(house), **inputs.house_from(rules)}
        found = self.game or self.model
        return variant_of(found, inputs.with_paytables(found, given, paytable), self._place)

    # ── What is worked out ───────────────────────────────────────────────────────────────────────────────────────────

    def analyze(
        self,
        *,
        strategy: inputs.Strategy = "optimal",
        wager: str | Iterable[str] = (),
        stake: inputs.Stake | None = None,
        removed: inputs.Cards = (),
        paytable: inputs.Paytables = (),
        decisions: bool = False,
        device: str = "cpu",
        cluster: str | None = None,
        anyway: bool | None = None,
        prove_alike: bool | None = None,
    ) -> "Analysis | RepeatAnalysis":
        """Every figure of every wager, exactly: house edge, return, spread, covariance, exposure.

        `wager` names the wagers to report, all where it is left out; `stake` says which wagers the optimum is for,
        where more than one rides on a decision; `removed` takes cards out of the decks; `decisions` adds the value of
        every option wherever one decides.

        >>> import croupier
        >>> ante = croupier.game("monte").analyze().wagers["initial"]
        >>> ante.house_edge, ante.distribution.variance
        (Fraction(26121, 626665), Fraction(2228628924324, 392709022225))
        """
        if paytable:
            return self.with_rules(paytable=paytable).analyze(**without(locals(), "self", "paytable"))
        from croupier.exact.analysis import analyze  # noqa: PLC0415  # who only names a game need not wait

        chosen, staked = self.check(strategy=strategy, stake=stake, removed=removed)
        if self.model.repeat is not None:
            from croupier.exact.repeat_report import analyze_repeat  # noqa: PLC0415  # few games need it

            gone = inputs.cards(removed, "removed")
            return analyze_repeat(
                self.rulebook or self.model,
                self._repeat_solver(gone),
                strategy=chosen,
                strategy_file=inputs.file_of(strategy),
                decisions=decisions,
                removed=gone,
                place=self._place,
            )
        only = tuple(dict.fromkeys(self._wager(each).id for each in ([wager] if isinstance(wager, str) else wager)))
        solver = self._solver(removed, device=device, cluster=cluster, anyway=anyway, prove=prove_alike)
        return analyze(
            solver,
            strategy=chosen,
            stakes=staked,
            strategy_file=inputs.file_of(strategy),
            decisions=decisions,
            only=only,
        )

    def check(
        self, *, strategy: inputs.Strategy = "optimal", stake: inputs.Stake | None = None, removed: inputs.Cards = ()
    ) -> tuple[str | Mapping[str, object], dict[str, Fraction] | None]:
        """Refuse, before anything is counted, what cannot be analysed; else give the strategy and the stakes as read.

        >>> import croupier
        >>> croupier.game("monte").check(stake="$10")
        ('optimal', {'initial': Fraction(10, 1)})
        """
        from croupier.exact.solve import checked_mix  # noqa: PLC0415  # as above
        from croupier.exact.space import without as less  # noqa: PLC0415  # as above
        from croupier.exact.strategy import check_strategy  # noqa: PLC0415  # as above

        chosen, staked = inputs.strategy_from(strategy), self._stakes(stake)
        check_strategy(self.model, chosen)
        if staked:
            checked_mix(self.model, staked)
        less(self.model.composition, inputs.cards(removed, "removed"))
        return chosen, staked

    def strategy(
        self,
        *,
        removed: inputs.Cards = (),
        paytable: inputs.Paytables = (),
        device: str = "cpu",
        cluster: str | None = None,
        anyway: bool | None = None,
    ) -> "Strategy | RepeatStrategy":
        """The best strategy, the best one that a person can remember, what that costs, and the closest calls.

        >>> import croupier
        >>> monte = croupier.game("monte").strategy()
        >>> monte.cost, [(cut.group, cut.at, cut.above) for cut in monte.table][0]
        (Fraction(0, 1), ((('exposed', 'other'),), '6', 'check'))
        """
        if paytable:
            return self.with_rules(paytable=paytable).strategy(**without(locals(), "self", "paytable"))
        from croupier.exact.best_strategy import strategy_of  # noqa: PLC0415  # as above
        from croupier.exact.strategy import check_simple  # noqa: PLC0415  # as above

        check_simple(self.model)
        if self.model.repeat is not None:
            from croupier.exact.repeat_report import strategy_of_repeat  # noqa: PLC0415  # few games need it

            gone = inputs.cards(removed, "removed")
            book = self.rulebook or self.model
            return strategy_of_repeat(book, self._repeat_solver(gone), removed=gone, place=self._place)
        return strategy_of(self._solver(removed, device=device, cluster=cluster, anyway=anyway))

    def advise(
        self,
        *,
        known: Mapping[str, inputs.Cards | int] | Iterable[str] = (),
        decided: Mapping[str, str] | Iterable[str] = (),
        seen: inputs.Cards = (),
        stake: inputs.Stake | None = None,
        anyway: bool | None = None,
        **cards: inputs.Cards | int,
    ) -> "Advice":
        """The exact value of each option in one hand; what is known goes by the names of the draws.

        >>> import croupier
        >>> advice = croupier.game("tcp").advise(hand="Qs 6d 4c", up="2h")
        >>> advice.best, advice.cost("fold") > 0
        ('play', True)
        """
        from croupier.exact.advice import advise  # noqa: PLC0415  # as above
        from croupier.kernel.effort import effort  # noqa: PLC0415  # as above

        listed = known if isinstance(known, Mapping) else inputs.pairs_from(known, "known", "hand='Qs 6d 4c'")
        if self.model.repeat is not None:
            from croupier.exact.repeat_report import advise_repeat  # noqa: PLC0415  # few games need it

            if stake is not None or decided:
                raise Refused("here a hand is advised on by its cards alone; leave out stakes and earlier decisions")
            found = inputs.known_from(self.model, {**cards, **listed})
            return advise_repeat(self.rulebook or self.model, found, inputs.cards(seen, "seen"), self._place)
        with effort(anyway=anyway):
            return advise(
                self.rulebook or self.model,
                inputs.known_from(self.model, {**cards, **listed}),
                seen=inputs.cards(seen, "seen"),
                decided=inputs.pairs_from(decided, "decided", "first=ride"),
                stakes=self._stakes(stake),
                place=self._place,
            )

    def design(
        self,
        wager: str,
        *,
        edge: inputs.Band,
        hit: inputs.Band | None = None,
        max_top: int = 100,
        least: int = 1,
        payouts: str | Iterable[int] | None = None,
        bounds: Mapping[str, "Bound"] | None = None,
        lines: Iterable[str] | None = None,
        count: int = 20,
        removed: inputs.Cards = (),
        device: str = "cpu",
        cluster: str | None = None,
        progress: Callable[[int], None] = lambda _: None,
    ) -> "Design":
        """Search the integer paytables of a wager in a band of house edges: how many, and those nearest its middle.

        >>> import croupier
        >>> found = croupier.game("monte").design("full_monte", edge="5%..6%", count=1)
        >>> found.total, found.tables[0].pays
        (89215, (57, 48, 45, 2, 1, 1))
        """
        from croupier.exact.analysis import analyze  # noqa: PLC0415  # as above
        from croupier.exact.design import Wanted, design  # noqa: PLC0415  # as above
        from croupier.exact.wager_report import is_decided  # noqa: PLC0415  # as above

        asked: dict[str, Any] = {
            "edge": inputs.band_from(edge, "edge"),
            "hit": None if hit is None else inputs.band_from(hit, "hit"),
            "top_max": inputs.number_from(max_top, "max_top"),
            "least": inputs.number_from(least, "least"),
            "bounds": bounds or {},
            "payouts": None if payouts is None else inputs.payouts_from(payouts, "payouts"),
            "lines": None if lines is None else tuple(lines),
            "count": inputs.number_from(count, "count"),
        }
        designed = self._wager(wager)
        Wanted(**asked).check(designed, is_decided=is_decided(self.model, designed))
        report = analyze(self._solver(removed, device=device, cluster=cluster)).wagers[designed.id]
        return design(report, **asked, progress=progress)

    def session(
        self,
        *,
        rounds: str | float = 200,
        stake: inputs.Stake = 1,
        bankroll: inputs.Money | None = None,
        rounds_per_hour: str | float | Fraction = 60,
        strategy: inputs.Strategy = "optimal",
        removed: inputs.Cards = (),
        paytable: inputs.Paytables = (),
        device: str = "cpu",
        cluster: str | None = None,
        anyway: bool | None = None,
        progress: Callable[[float], None] = lambda _: None,
    ) -> "Session":
        """What to expect of so many rounds: loss, quantiles, the chances of being ahead and of ruin, and when it comes.

        >>> import croupier
        >>> evening = croupier.game("monte").session(rounds=200, stake="$10", bankroll="$300")
        >>> f"ruined {float(evening.ruin):.2%}, ahead {float(evening.ahead):.2%}"
        'ruined 46.35%, ahead 36.08%'
        """
        if paytable:
            return self.with_rules(paytable=paytable).session(**without(locals(), "self", "paytable"))
        from croupier.exact.bankroll import check_brought  # noqa: PLC0415  # as above
        from croupier.exact.session import ROUNDS_MAX, check_asked, mix_of, session  # noqa: PLC0415  # as above
        from croupier.exact.strategy import check_strategy  # noqa: PLC0415  # as above

        number = inputs.whole_from(rounds, "rounds", "rounds", ROUNDS_MAX)
        an_hour = inputs.rate_from(rounds_per_hour, "rounds_per_hour")
        check_asked(number, an_hour)
        stakes = mix_of(self.model, self._stakes(stake) or {})
        brought = None if bankroll is None else inputs.dollars_from(bankroll, "bankroll")
        check_brought(brought, sum(stakes.values(), Fraction(0)))
        chosen = inputs.strategy_from(strategy)
        check_strategy(self.model, chosen)
        return session(
            self._solver(removed, device=device, cluster=cluster, anyway=anyway),
            rounds=number,
            stake=stakes,
            bankroll=brought,
            strategy=chosen,
            strategy_file=inputs.file_of(strategy),
            rounds_per_hour=an_hour,
            progress=progress,
        )

    def protect(
        self,
        *wagers: str,
        shoes: str | float = 2_000,
        spread: str = "0-1",
        measures: bool = True,
        seed: int | str = 0,
        progress: Callable[[float], None] = lambda _: None,
    ) -> "Protection":
        """What card counters could win: effects of removal, the best counts, units a shoe, and what measures leave.

        >>> import croupier
        >>> found = croupier.game("baccarat").protect("tie", shoes=10)
        >>> print(found.wagers["tie"].ways[2].count)
        2 -1, 3 -1, 4 -1, 5 -1, 6 -1, 7 -1, 8 +1, 9 +1, T +1, J +1, Q +1, K +1
        """
        from croupier.protect.protection import SHOES_MAX, protect, spread_from  # noqa: PLC0415  # as above

        number = inputs.whole_from(shoes, "shoes", "shoes", SHOES_MAX)
        stakes = spread_from(spread)
        book = self._dealt().rulebook(self._dealt().house(self.house))
        return protect(
            book,
            wagers,
            shoes=number,
            stakes=stakes,
            seed=seed,
            measured=measures,
            place=self._place,
            progress=progress,
        )

    def knowing(
        self,
        *known: "str | Glimpse",
        often: inputs.Share = 1,
        stake: inputs.Stake | None = None,
        anyway: bool | None = None,
    ) -> "Knowledge":
        """What it is worth to know something of hidden cards, exactly, and the strategy that gives it away.

        A known card is written as its draw, `hole`; as one card of it, `cards[2]`; by what is recognised, `hole=QKA`
        or `hole=paint`; and before which decision, `turn=paint@check`. `often` is the share of rounds it is seen in.

        >>> import croupier
        >>> seen = croupier.game("monte").knowing("cards[1]=rank", often="1/11")
        >>> f"{float(seen.edge):+.4%}, even at {float(seen.even_at):.2%} of rounds"
        '+0.0777%, even at 8.92% of rounds'
        """
        from croupier.front.protection import known_cards  # noqa: PLC0415  # as above
        from croupier.kernel.effort import effort  # noqa: PLC0415  # as above

        with effort(anyway=anyway):
            return known_cards(self.rulebook or self.model, known, often, self._stakes(stake), self._place)

    def shared_hands(
        self,
        seats: str | int,
        *,
        within: inputs.Share | None = None,
        deals: str | float | None = None,
        stake: inputs.Stake | None = None,
        seed: int | str = 0,
        progress: Callable[[float], None] = lambda _: None,
    ) -> "SharedHands":
        """What each of some seats gains that show each other their hands, by deals sampled until it is known `within`.

        >>> import croupier
        >>> shared = croupier.game("tcp").shared_hands(6, deals=512)
        >>> shared.beaten, f"{float(shared.alone):+.4%}"
        (False, '-4.2964%')
        """
        from croupier.front.protection import hands_shared  # noqa: PLC0415  # as above

        stakes = self._stakes(stake)
        return hands_shared(self.rulebook or self.model, seats, within, deals, stakes, seed, self._place, progress)

    def error_cost(
        self,
        *errors: str,
        rate: inputs.Share = Fraction(1, 100),
        stake: inputs.Stake | None = None,
        anyway: bool | None = None,
    ) -> "ErrorCost":
        """What dealing errors cost that are made together at some rate, exactly; also to somebody who answers them.

        `pays:WAGER.LINE=LINE` pays a line as another one or at odds, `twice:WAGER.LINE` a second time; `forgets:CARD`
        deals a round without a card; `settles:WAGER.DECISION=OPTION` settles as if a decision had gone so.

        >>> import croupier
        >>> cost = croupier.game("tcp").error_cost("pays:pair_plus.flush=straight", rate="1/200")
        >>> f"{float(cost.cost_per_100):.4f} units in 100 rounds"
        '0.0744 units in 100 rounds'
        """
        from croupier.front.protection import errors_made  # noqa: PLC0415  # as above
        from croupier.kernel.effort import effort  # noqa: PLC0415  # as above

        with effort(anyway=anyway):
            return errors_made(self.rulebook or self.model, errors, rate, self._stakes(stake), self._place)

    def bank(
        self,
        *,
        seats: str | int = 6,
        stake: inputs.Stake | None = None,
        bank: inputs.Money | None = None,
        rounds: str | float = 200,
        rounds_per_hour: str | float | Fraction = 60,
        bankroll: inputs.Money | None = None,
        dealt: str | float = 1 << 20,
        button: str | int | None = None,
        respond: bool = False,
        readings: bool = True,
        strategy: inputs.Strategy = "optimal",
        device: str = "cpu",
        seed: int | str = 0,
        progress: Callable[[float], None] = lambda _: None,
    ) -> "BankReport":
        """What a player-dealer's bank is worth: by round and shift, by wager, by position, and under other readings.

        >>> import croupier
        >>> croupier.game("tcp").bank(seats=1, bank=20, readings=False).covering
        2000
        """
        from croupier.protect.bank import DEALT_LEAST, DEALT_MAX, SHIFT_MAX, bank_report  # noqa: PLC0415  # as above

        stakes = {id_: f"{float(each):.2f}" for id_, each in (self._stakes(stake) or {}).items()} if stake else None
        game = self._dealt()
        for field, amount in (("bank", bank), ("bankroll", bankroll)):
            if amount is not None and inputs.cents(amount, field) < 0:
                raise Refused(f"{quoted(str(amount))} is below 0; give dollars such as 500", field=field)
        number = 0 if button is None else inputs.number_from(button, "button")
        if button is not None and number < 1:
            raise Refused(f"there is no seat {number}; seats are counted from 1", field="button")
        return bank_report(
            game.rulebook(game.house(self.house)),
            seats=inputs.whole_from(seats, "seats", "seats", SEATS_MAX),
            stakes=stakes,
            bank=None if bank is None else str(bank),
            rounds=inputs.whole_from(rounds, "rounds", "rounds", SHIFT_MAX),
            rounds_per_hour=inputs.rate_from(rounds_per_hour, "rounds_per_hour"),
            bankroll=None if bankroll is None else str(bankroll),
            strategy=inputs.strategy_from(strategy),
            respond=respond,
            readings=readings,
            device=device,
            dealt=inputs.whole_from(dealt, "rounds", "dealt", DEALT_MAX, DEALT_LEAST),
            button=number,
            seed=seed,
            progress=progress,
        )

    def late_settlement(
        self,
        late: str | int = 1,
        *,
        bank: inputs.Money | None = None,
        seats: str | int = 6,
        rate: inputs.Share = Fraction(1, 100),
        stake: inputs.Stake | None = None,
        seed: int | str = 0,
        progress: Callable[[float], None] = lambda _: None,
    ) -> "WrongFirstSeat":
        """What it moves between the seats when a settlement begins so many seats late, against a limited bank.

        >>> import croupier
        >>> moved = croupier.game("tcp").late_settlement(bank=80, seats=3)
        >>> [round(each.gain) for each in moved.moved]
        [0, 0, 0, 0]
        """
        from croupier.front.protection import begun_late  # noqa: PLC0415  # as above

        game, stakes = self._dealt(), self._stakes(stake)
        book = game.rulebook(game.house(self.house))
        return begun_late(book, late, seats, bank, rate, stakes, seed, self._place, progress)

    def simulate(
        self,
        rounds: str | float | None = None,
        *,
        strategy: inputs.Strategy = "optimal",
        stake: inputs.Stake | None = None,
        bankroll: inputs.Money | None = None,
        removed: inputs.Cards = (),
        until: inputs.Share | None = None,
        seats: inputs.Seats | None = None,
        **options: Any,  # noqa: ANN401  # those of a simulation, which reads them
    ) -> "SimulationResult":
        """Play rounds by chance with the rules themselves, beside the exact figures.

        `seats` is a number of them, a file, or what each bets. Further options are those of the command: `seed`,
        `dealing`, `bank`, `paths`, `checkpoint`, `workers`, `cluster`, `device`.

        >>> import croupier
        >>> croupier.game("monte").simulate("1e5", seed="demo", workers=1).rounds
        100000
        """
        from croupier.simulation.random_words import ROUNDS_MAX  # noqa: PLC0415  # as above
        from croupier.simulation.request import simulate  # noqa: PLC0415  # as above

        chosen = inputs.strategy_from(strategy)
        return simulate(
            self.game or self.model,
            None if rounds is None else inputs.whole_from(rounds, "rounds", "rounds", ROUNDS_MAX),
            house=self.house or None,
            until=None if until is None else inputs.share_from(until, "until"),
            seats=None if seats is None else inputs.seats_from(seats, chosen),
            strategy=chosen,
            stakes=self._stakes(stake),
            bankroll=bankroll,
            removed=inputs.cards(removed, "removed"),
            **options,
        )

    def report(
        self,
        kind: str = "mathematics",
        *,
        paper: str = "a4",
        edition: str = "1",
        date: str = "",
        simulate: str | float = 0,
        protection: bool = False,
        tell: Callable[[float, str], None] = lambda _share, _what: None,
    ) -> "Paper":
        """A document of the game, worked out when it is saved: `mathematics`, `workbook`, `rules`, `rack-card`, ….

        `save` writes it as the name of the file says: `.pdf`, `.html`, `.md`, a workbook as `.xlsx`. The date is what
        the document bears; no clock is read.

        >>> import croupier
        >>> croupier.game("tcp", collection=2).report("rack-card", date="2026-01-31")
        <Rack card of Three Card Poker 6 Card Bonus>
        """
        from croupier.report.game_report import GameReport  # noqa: PLC0415  # as above
        from croupier.report.kinds import kind_named  # noqa: PLC0415  # as above
        from croupier.report.paper import Paper  # noqa: PLC0415  # as above
        from croupier.report.request import date_from, edition_from, sheet_from  # noqa: PLC0415  # as above
        from croupier.simulation.random_words import ROUNDS_MAX  # noqa: PLC0415  # as above

        known = kind_named(kind)
        made = GameReport(
            self._book(),
            self._place,
            edition=edition_from(edition),
            date=date_from(date),
            sheet=sheet_from(paper),
            tell=tell,
            simulated=inputs.whole_from(simulate, "rounds", "rounds", ROUNDS_MAX) if str(simulate) != "0" else 0,
            protection=protection,
        )
        return Paper(known, made)

    def rulings(self, *, prices: bool = True) -> "Rulings":
        """How the documents are read where they are silent or at odds, and what each reading is worth.

        >>> import croupier
        >>> croupier.game("monte").rulings(prices=False)
        <Rulings: 14 rulings of casino-monte>
        """
        from croupier.front.rulings import rulings  # noqa: PLC0415  # as above

        return rulings((self._dealt(),), prices=prices)

    def sweep(self, *, strategy: inputs.Strategy = "optimal", removed: inputs.Cards = (), **rules: Any) -> "Comparison":  # noqa: ANN401  # one value, or several
        """Analyse the game under every one of several values of house rules, or of paytables.

        A range is written `decks="1..8"` or `paytable="pair_plus=straight:5..8"`; a list names each value.

        >>> import croupier
        >>> decks = croupier.game("monte").sweep(decks=range(1, 4))
        >>> [f"{row['house_edge']:.2%}" for row in decks.to_rows() if row["wager"] == "initial"]
        ['7.32%', '5.48%', '4.83%']
        """
        from croupier.exact.comparison import compare  # noqa: PLC0415  # as above

        found, tables = self.game or self.model, listed(rules.pop("paytable", ((),)))
        houses = swept(found, self.changes, inputs.house_from(rules), tables)
        if not houses or (not rules and tables == ((),)):
            raise Refused("name a house rule and its values, such as decks=range(1, 9)", field="sweep")
        variants = [variant_of(found, house, self._place) for house in houses]
        for variant in variants:
            variant.check(strategy=strategy, removed=removed)
        return compare(*(variant.analyze(strategy=strategy, removed=removed) for variant in variants))

    # ── What is dealt ────────────────────────────────────────────────────────────────────────────────────────────────

    def table(
        self, *, seed: str | int | None = None, journal: str | Path | None = None, name: str = "Table 1"
    ) -> "Table":
        """Open a table, dealt from entropy or from a seed, and recorded where a journal is named.

        >>> import croupier
        >>> croupier.game("monte").table(seed="demo")
        <Table of Casino Monte: nobody sits; it waits for players>
        """
        from croupier.front.table import open_table  # noqa: PLC0415  # as above

        return open_table(self._dealt(), self.house, seed=seed, journal=journal, name=name)

    def settle(self, description: Mapping[str, object]) -> "Settlement":
        """What a described round pays under these house rules; it may name the game and the rules, if they are these.

        >>> import croupier
        >>> seat = {"seat": 1, "spot": "red", "initial": 1, "raise": 3}
        >>> croupier.game("monte").settle({"cards": "J♦ J♠ J♥", "seats": [seat]})
        <Settlement of Casino Monte: seat 1 wins $6>
        """
        from croupier.settlement.round import settle  # noqa: PLC0415  # as above

        found, given = self._dealt(), dict(description)
        rules = given.pop("house", self.house)
        if not isinstance(rules, Mapping) or found.house(rules).show() != self.house:
            raise Refused("these are not the house rules here; leave them out", field="house")
        return settle({"house": self.house, **given}, game=found)

    def with_side_bets(self, *side_bets: SideBet, id: str = "", title: str = "") -> "Variant":  # noqa: A002  # as of a game
        """The same game under the same house rules, with side bets on its layout.

        >>> import croupier
        >>> from croupier.games.baccarat import PLAIN_BACCARAT
        >>> from croupier.games.lucky_monkey import LUCKY_MONKEY
        >>> croupier.game(PLAIN_BACCARAT, decks=6).with_side_bets(LUCKY_MONKEY)
        <Plain Baccarat with Lucky Monkey, decks=6>
        """
        return variant_of(self._dealt().with_side_bets(*side_bets, id=id, title=title), self.changes, "")

    def example(self) -> dict[str, object]:
        """A round as `settle` takes it, to begin with; the same one every time.

        >>> import croupier
        >>> monte = croupier.game("monte", decks=8)
        >>> example = monte.example()
        >>> example["game"], example["house"], list(example["seats"][0])
        ('casino-monte', {'decks': 8}, ['seat', 'spot', 'initial', 'full_monte', 'raise'])
        >>> croupier.settle(example)
        <Settlement of Casino Monte: seat 1 loses $30, seat 2 wins $10>
        """
        from croupier.settlement.example import example_of  # noqa: PLC0415  # as above

        return example_of(self._book())

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of rounds as `settle` takes them.

        >>> import croupier
        >>> croupier.game("tcp").schema()["required"]
        ['game', 'player_dealer', 'seats']
        """
        from croupier.settlement.schema import schema_of  # noqa: PLC0415  # as above

        return schema_of(self._book())

    # ── Within ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _book(self) -> Rulebook:
        """The rulebook of a game, or a refusal where a model stands alone."""
        return self._dealt().rulebook(self.rulebook.house if self.rulebook else None)

    def _dealt(self) -> Game:
        """The game, or a refusal where a model stands alone."""
        return dealt_game(self.game or self.model)

    def _bases(self) -> "Iterator[Wager]":
        """The wagers that are bet before the deal."""
        return (wager for wager in self.model.placed if not wager.equals)

    def _wager(self, id_: str) -> "Wager":
        """A wager by its id or its printed name, or a refusal that names those there are."""
        bases = list(self._bases())
        for names in ([wager.id for wager in bases], [wager.label for wager in bases]):
            if (found := meant(id_, names)) is not None:
                return bases[names.index(found)]
        raise Refused(f"there is no wager {quoted(id_)}; there are {', '.join(self.wagers)}", field="wager")

    def _stakes(self, stake: inputs.Stake | None) -> dict[str, Fraction] | None:
        """Stakes by wager; None where nobody says any."""
        if stake is None:
            return None
        staked: dict[str, Fraction] = {}
        for name, dollars in inputs.stakes_from(stake, self.wagers[0]).items():
            id_ = meant(name, self.wagers) or name
            if id_ in staked:
                raise Refused(f"{quoted(id_)} is staked on twice; give one amount for each wager", field="stake")
            staked[id_] = dollars
        return staked or None

    def _repeat_solver(self, removed: tuple[int, ...]) -> "RepeatSolver":
        """The solver of a game with a repeat; one that was made already is used again."""
        from croupier.exact.repeat_report import repeat_solver  # noqa: PLC0415  # as above

        if removed not in self._repeat_solvers:
            self._repeat_solvers[removed] = repeat_solver(self.rulebook or self.model, removed)
        return self._repeat_solvers[removed]

    def _solver(
        self,
        removed: inputs.Cards = (),
        *,
        device: str = "cpu",
        cluster: str | None = None,
        anyway: bool | None = None,
        prove: bool | None = None,
    ) -> "Solver":
        """The game's count, made where it is asked for; one that was made already is used again."""
        from croupier.kernel.work import check_place  # noqa: PLC0415  # as above

        check_place(device, cluster)
        gone = inputs.cards(removed, "removed")
        if gone in self._solvers and not prove:
            return self._solvers[gone]
        from croupier.exact.solve import solver_of  # noqa: PLC0415  # as above
        from croupier.kernel.effort import effort  # noqa: PLC0415  # as above

        with ExitStack() as stack:
            stack.enter_context(effort(anyway=anyway, prove=prove))
            executor = None
            if cluster is not None:
                from croupier.kernel.cluster import cluster_executor  # noqa: PLC0415  # as above

                executor, _ = stack.enter_context(cluster_executor(cluster))
            found = solver_of(
                self.rulebook or self.model, removed=gone, executor=executor, device=device, place=self._place
            )
        self._solvers[gone] = found
        return found


def without(given: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Arguments as they were given, less some."""
    return {name: value for name, value in given.items() if name not in names}
