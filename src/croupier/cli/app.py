"""The commands, their options and their help; what they do is in the module of each."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.options import (
    AnalysedArgument,
    AnyGameArgument,
    AnywayOption,
    ClusterOption,
    DeviceOption,
    GameArgument,
    HouseOption,
    JsonOption,
    ProveOption,
    RulesOption,
    at_least_one,
    chips_from,
    game_id,
    house_rules,
    text_from,
    whole,
)
from croupier.cli.parameters import Command, Group

app = typer.Typer(
    cls=Group,
    help="Casino table games written once as rulebooks: dealt, settled and audited from one text.",
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
command = partial(app.command, cls=Command)


def show_version(*, asked: bool) -> None:
    """Print the version and leave."""
    from croupier import __version__

    if asked:
        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def croupier(
    context: typer.Context,
    *,
    version: Annotated[  # noqa: ARG001  # the callback does the work
        bool,
        typer.Option(
            "--version", callback=lambda asked: show_version(asked=asked), is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Casino table games written once as rulebooks: dealt, settled and audited from one text."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@command(epilog="Example: `croupier play three-card-poker --seed 7 --journal table.jsonl`")
def play(
    game: AnyGameArgument = None,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="Deal the same cards again.")] = None,
    journal: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Record the table; an existing journal is proved and continued.")
    ] = None,
    openings: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the proofs of the cards shown go; beside the journal if left out."),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(parser=at_least_one, metavar="N", help="Stop after so many rounds.")
    ] = None,
    seat: Annotated[int | None, typer.Option(parser=at_least_one, metavar="N", help="Sit at this seat.")] = None,
    chips: Annotated[str, typer.Option(metavar="DOLLARS", help="Sit down with this much.")] = "1000",
    watch: Annotated[bool, typer.Option("--watch", help="Watch house-run players instead of playing.")] = False,
    rules: RulesOption = None,
    house: HouseOption = None,
) -> None:
    """Sit at a table in the terminal, with house-run players beside you.

    Without a terminal, and without a game, one seeded round of each game is dealt and explained.
    """
    from croupier.cli.play.sitting import run

    run(
        game_id(game) if game is not None else None,
        seed=text_from(seed, "--seed") if seed is not None else None,
        journal=journal,
        openings=openings,
        rounds=rounds,
        seat=seat,
        chips=chips_from(chips),
        house=house_rules(rules, house),
        watch=watch,
    )


@command(epilog="Example: `croupier settle round.json --json`")
def settle(
    file: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A described round in JSON or TOML; - reads standard input.")
    ],
    json: JsonOption = False,
) -> None:
    """What does this pay? Settle one described round, to the cent and with clauses.

    A round that cannot have happened is refused with the field and the clause it breaks.
    """
    from croupier.cli.settle import run

    run(file, as_json=json)


@command(epilog="Example: `croupier audit table.jsonl --head 9f2c…`")
def audit(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A journal that `croupier play --journal` wrote.")],
    head: Annotated[
        list[str] | None,
        typer.Option(metavar="HASH", help="A head kept elsewhere; finds truncation and rewriting. May be repeated."),
    ] = None,
    openings: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Proofs of the cards and dice shown; FILE.openings where it is there."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Prove a journal: derive every event again and name the first that is not so.

    Exit status 0 when it is in order or ends in mid-round, 1 when something is wrong, 3 when it is in order but was
    written under another rulebook than the one here.
    """
    from croupier.cli.audit import run

    run(file, heads=head or [], openings=openings, as_json=json)


@command(epilog="Examples: `croupier rules monte` · `croupier rules CM-7d`")
def rules(
    game: AnyGameArgument = None,
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", help="A clause or ruling, such as CM-7d.")] = None,
    json: JsonOption = False,
) -> None:
    """The clauses of a game, and the code and tests that carry each of them."""
    from croupier.cli.rules import show_rules

    show_rules(game, clause, as_json=json)


@command(epilog="Example: `croupier rulings tcp`")
def rulings(
    game: AnyGameArgument = None,
    prices: Annotated[
        bool | None,
        typer.Option("--prices/--no-prices", help="Whether every reading is priced; it is when a game is named."),
    ] = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    json: JsonOption = False,
) -> None:
    """How the documents are read where they are silent, garbled or at odds, and which house rules change that.

    Of a game that is named, the house edge of every wager under each reading is told too.
    """
    from croupier.cli.rules import show_rulings

    show_rulings(game, prices=game is not None if prices is None else prices, as_json=json)


@command(epilog="Example: `croupier house baccarat -p commission=4% --toml > house.toml`")
def house(
    game: GameArgument,
    rules: RulesOption = None,
    house: HouseOption = None,
    toml: Annotated[bool, typer.Option("--toml", help="Print a file to edit and give to --house.")] = False,
    json: JsonOption = False,
) -> None:
    """Every house rule of a game: what it may be, what it is, and its clause."""
    from croupier.cli.house import show_house

    show_house(game, house_rules(rules, house), as_toml=toml, as_json=json)


PaytableOption = Annotated[
    list[str] | None,
    typer.Option(
        "--paytable",
        metavar="WAGER=ODDS,…",
        help="Pay a wager's lines these odds, in the order in which `croupier house` names them, or by LINE=ODDS.",
    ),
]
RemovedOption = Annotated[
    str, typer.Option("--removed", metavar="CARDS", help="Take cards out of the decks first, such as 'Ah Kd'.")
]
StrategyOption = Annotated[
    str,
    typer.Option(
        "--strategy", metavar="optimal|simple|FILE", help="How the player decides; FILE is in TOML, or JSON itself."
    ),
]

StakesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--stake",
        metavar="WAGER=UNITS",
        help="Decide what is best for these stakes, again for each wager; by the base wager alone when left out.",
    ),
]


@command(epilog="Examples: `croupier analyze tcp` · `croupier analyze bac -p lucky_monkey_paytable=3 --json`")
def analyze(
    game: AnalysedArgument,
    rules: RulesOption = None,
    house: HouseOption = None,
    paytable: PaytableOption = None,
    removed: RemovedOption = "",
    strategy: StrategyOption = "optimal",
    stake: StakesOption = None,
    decisions: Annotated[bool, typer.Option("--decisions", help="Add every decision's value at every sight.")] = False,
    cluster: ClusterOption = None,
    device: DeviceOption = "cpu",
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    prove_alike: ProveOption = False,  # noqa: ARG001  # as above
    json: JsonOption = False,
) -> None:
    """Every figure of every wager, exactly, and what the bank can lose in one round.

    House edge and return to player (RTP) are of the initial wager, the element of risk is of all that is wagered.
    Variance and standard deviation are of one round's result for an initial unit. The volatility index is 1.645
    standard deviations: after n rounds, n large, the actual return lies within index / √n of the RTP in nine of ten
    runs. Where options are worth exactly the same, the one that stakes more is taken.
    """
    from croupier.cli.analyze import run_analyze

    run_analyze(
        game,
        house=house_rules(rules, house),
        paytables=paytable or (),
        removed=removed,
        strategy=strategy,
        stakes=stake or (),
        decisions=decisions,
        as_json=json,
        cluster=cluster,
        device=device,
    )


@command(epilog="Example: `croupier strategy monte -p decks=8`")
def strategy(
    game: AnalysedArgument,
    rules: RulesOption = None,
    house: HouseOption = None,
    removed: RemovedOption = "",
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    json: JsonOption = False,
) -> None:
    """The best strategy, the best that a person can remember, what that costs, and the closest calls."""
    from croupier.cli.analyze import run_strategy

    run_strategy(game, house=house_rules(rules, house), removed=removed, as_json=json)


@command(epilog="Examples: `croupier advise tcp --hand 'Qs 6d 4c' --up Kh` · `croupier advise monte --own Jd`")
def advise(
    game: AnalysedArgument,
    hand: Annotated[str | None, typer.Option(metavar="CARDS", help="The player's hand.")] = None,
    up: Annotated[str | None, typer.Option(metavar="CARD", help="The player-dealer's exposed card.")] = None,
    own: Annotated[
        str | None, typer.Option(metavar="CARD", help="The exposed card, if it is the player's own.")
    ] = None,
    other: Annotated[str | None, typer.Option(metavar="CARD", help="The exposed card, if it is another.")] = None,
    known: Annotated[
        list[str] | None,
        typer.Option(metavar="DRAW=CARDS", help="What is seen of a draw, in a game of your own. May be repeated."),
    ] = None,
    decided: Annotated[
        list[str] | None,
        typer.Option(metavar="DECISION=OPTION", help="How an earlier decision went, where there are several."),
    ] = None,
    seen: Annotated[str | None, typer.Option(metavar="CARDS", help="Further cards that are out of the decks.")] = None,
    stake: StakesOption = None,
    rules: RulesOption = None,
    house: HouseOption = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    json: JsonOption = False,
) -> None:
    """The exact value of each decision in one hand, and what the wrong one costs.

    The decision at hand is the latest whose cards are all given; later ones are made at their best.
    """
    from croupier.cli.advise import run

    given = {"hand": hand, "up": up, "own": own, "other": other, "seen": seen}
    run(
        game,
        {name: cards for name, cards in given.items() if cards is not None},
        known=known or (),
        decided=decided or (),
        stakes=stake or (),
        house=house_rules(rules, house),
        as_json=json,
    )


@command(epilog="Example: `croupier design tcp six_card_bonus --edge 5%..6% --max-top 1000`")
def design(
    game: AnalysedArgument,
    wager: Annotated[str, typer.Argument(metavar="WAGER", help="A wager that no decision touches.")],
    edge: Annotated[str, typer.Option(metavar="LOW..HIGH", help="The band of house edges, such as 5%..6%.")],
    hit: Annotated[str | None, typer.Option(metavar="LOW..HIGH", help="A band of hit frequencies.")] = None,
    max_top: Annotated[int, typer.Option(parser=whole, metavar="N", help="The most that any line pays.")] = 100,
    least: Annotated[int, typer.Option(parser=whole, metavar="N", help="The least that a paid line pays.")] = 1,
    payouts: Annotated[str | None, typer.Option(metavar="N,N,…", help="The only payouts to choose from.")] = None,
    count: Annotated[int, typer.Option(parser=at_least_one, metavar="N", help="How many tables to list.")] = 20,
    rules: RulesOption = None,
    house: HouseOption = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    json: JsonOption = False,
) -> None:
    """Search integer paytables in a band of edges: how many there are, and those nearest to its middle."""
    from croupier.cli.wagers import run_design

    run_design(
        game,
        wager,
        house=house_rules(rules, house),
        edge=edge,
        hit=hit,
        top=max_top,
        least=least,
        payouts=payouts,
        count=count,
        as_json=json,
    )


@command(
    epilog="Examples: `croupier session bac --rounds 200 --stake 25 --bankroll 1000` · "
    "`croupier session tcp --stake ante=10 --stake pair_plus=5 --bankroll 500`"
)
def session(
    game: AnalysedArgument,
    rounds: Annotated[str, typer.Option(metavar="N", help="How many rounds are played, such as 200 or 1e5.")] = "200",
    stake: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[WAGER=]DOLLARS",
            help="What is staked each round, $1 when left out; on the first wager, or on that named. May be repeated.",
        ),
    ] = None,
    bankroll: Annotated[
        str | None,
        typer.Option(metavar="DOLLARS", help="Bring so much, and stop when the next wagers cannot be placed."),
    ] = None,
    rounds_per_hour: Annotated[
        str | None,
        typer.Option(metavar="N", help="How fast rounds are played, for the loss per hour; 60 when left out."),
    ] = None,
    strategy: StrategyOption = "optimal",
    rules: RulesOption = None,
    house: HouseOption = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    paytable: PaytableOption = None,
    removed: RemovedOption = "",
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE|-", help="Write every result as CSV; - prints them instead of text.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """What a session comes to: expected loss, quantiles, the chance to be ahead, ruin and when it comes.

    Exit status 130 when Ctrl-C ended it, and 74 when the output cannot be written.
    """
    from croupier.cli.session import Order, run_session

    order = Order(
        game,
        house=house_rules(rules, house),
        paytables=tuple(paytable or ()),
        removed=removed,
        rounds=rounds,
        stake=tuple(stake or ("1",)),
        bankroll=bankroll,
        strategy=strategy,
        rounds_per_hour=rounds_per_hour,
    )
    raise typer.Exit(run_session(order, csv=csv, as_json=json))


SHOES = "Shoes and shufflers"
BANKROLLS = "Bankrolls"
TABLES = "Several seats and one bank"


@command(
    epilog="Examples: `croupier simulate tcp --rounds 1e9` · `croupier simulate bac --until 0.01% --json` · "
    "`croupier simulate bac --dealing shoe` · `croupier simulate tcp --seats 6 --bank 500 --bankroll 5000` · "
    "`croupier simulate monte --bankroll 500 --stake 10`"
)
def simulate(
    game: AnalysedArgument,
    rounds: Annotated[
        str | None, typer.Option(metavar="N", help="How many rounds, such as 1e9; ten million when left out.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="Stop when the 99% interval of initial, player or ante is ± this wide."),
    ] = None,
    strategy: StrategyOption = "optimal",
    rules: RulesOption = None,
    house: HouseOption = None,
    paytable: PaytableOption = None,
    removed: RemovedOption = "",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Deal the same rounds again.")] = "0",
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the run in a file, and go on from it.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE|-", help="Write outcome counts as CSV; - prints them instead of text.")
    ] = None,
    anyway: AnywayOption = False,  # noqa: ARG001  # its callback does the work
    json: JsonOption = False,
    workers: Annotated[
        int | None, typer.Option(parser=whole, metavar="N", help="Use so many cores; all of them when left out.")
    ] = None,
    cluster: ClusterOption = None,
    device: DeviceOption = "cpu",
    exact: Annotated[
        bool,
        typer.Option(
            "--exact", help="Count every deal too, for the exact column, where the strategy could be played without."
        ),
    ] = False,
    dealing: Annotated[
        str,
        typer.Option(
            metavar="fresh|shoe|shuffler",
            help="Deal every round from all the cards, a shoe to its cut card, or from a continuous shuffler.",
            rich_help_panel=SHOES,
        ),
    ] = "fresh",
    held_back: Annotated[
        int | None,
        typer.Option(
            parser=whole,
            metavar="N",
            help="How many of the last discards a shuffler cannot deal next.",
            rich_help_panel=SHOES,
        ),
    ] = None,
    bankroll: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS",
            help="Follow bankrolls from here, --rounds long; with --seats, that of the player-dealer.",
            rich_help_panel=BANKROLLS,
        ),
    ] = None,
    stake: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER=DOLLARS", help="What rides on a wager, again for each.", rich_help_panel=BANKROLLS),
    ] = None,
    paths: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="N", help="How many bankrolls are followed.", rich_help_panel=BANKROLLS),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="N|FILE", help="So many seats of mixed wagers, or those of a TOML file.", rich_help_panel=TABLES
        ),
    ] = None,
    bank: Annotated[
        str | None,
        typer.Option(
            metavar="DOLLARS",
            help="The player-dealer's wager in each round; enough for all when left out.",
            rich_help_panel=TABLES,
        ),
    ] = None,
    shift: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="ROUNDS", help="How many rounds a shift has.", rich_help_panel=TABLES),
    ] = None,
    button: Annotated[
        int | None,
        typer.Option(parser=whole, metavar="SEAT", help="Where the action button stands.", rich_help_panel=TABLES),
    ] = None,
) -> None:
    """Play rounds by chance with the rules themselves, and read the result beside the exact figures.

    Exit status 0 when both agree, 1 when they disagree, 130 when Ctrl-C ended it; what is known by then is printed.
    74 when the output cannot be written.
    """
    from croupier.cli.simulate import Order, run_simulate

    order = Order(
        game,
        rounds=rounds,
        until=until,
        strategy=strategy,
        house=house_rules(rules, house),
        paytables=tuple(paytable or ()),
        removed=removed,
        seed=text_from(seed, "--seed"),
        workers=workers,
        checkpoint=checkpoint,
        cluster=cluster,
        device=device,
        dealing=dealing,
        held_back=held_back,
        seats=seats,
        bank=bank,
        shift=shift,
        button=button,
        bankroll=bankroll,
        stake=tuple(stake or ()),
        paths=paths,
        exact=exact,
    )
    raise typer.Exit(run_simulate(order, csv=csv, as_json=json))
