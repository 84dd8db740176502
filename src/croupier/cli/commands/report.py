"""`croupier report`: the documents of a game, computed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import completion, options

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.report.paper import Paper

EPILOG = (
    "Examples: `croupier report tcp -o tcp.pdf` · `croupier report monte workbook -o monte.xlsx` · "
    "`croupier report bac rack-card -p decks=6 --paper letter -o card.pdf` · `croupier report tcp --all -o .`"
)


def report(
    game: options.GameArgument,
    kind: Annotated[
        str | None,
        typer.Argument(
            metavar="KIND",
            help="mathematics (if none is named), workbook, rules, rack-card or dealers-guide.",
            autocompletion=completion.documents,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Where it goes; the name ends with .pdf, .html or .md, that of a workbook with .xlsx.",
        ),
    ] = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all", help="Write every kind into the folder that -o names, which must exist, as PDF and XLSX."
        ),
    ] = False,
    rules: options.RulesOption = None,
    house: options.HouseOption = None,
    paytable: options.PaytableOption = None,
    paper: Annotated[str, typer.Option("--paper", metavar="a4|letter", help="The size of a sheet.")] = "a4",
    edition: Annotated[str, typer.Option("--edition", metavar="TEXT", help="The edition that it says it is.")] = "1",
    date: Annotated[
        str, typer.Option("--date", metavar="YYYY-MM-DD", help="The date that it bears; none if left out.")
    ] = "",
    simulate: Annotated[
        str, typer.Option("--simulate", metavar="ROUNDS", help="Play so many rounds beside the exact figures.")
    ] = "0",
    protection: Annotated[
        bool,
        typer.Option("--protection", help="Tell too what card counters could win and what a player's bank is worth."),
    ] = False,
    anyway: options.AnywayOption = False,  # noqa: ARG001  # its callback does the work
) -> None:
    """The documents of a game, computed: mathematics report, workbook, rules of play, rack card, dealer's guide.

    Every figure comes from the rulebook under these house rules. The same command gives the same file, byte for byte.
    A file is written whole or not at all, and only a document of ours is ever replaced. No document claims an approval.
    """
    from croupier.cli.progress import bar
    from croupier.errors import Refused
    from croupier.kernel.effort import effort

    if output is None:
        raise Refused(f"name the {'folder with -o FOLDER' if every else 'file with -o FILE'}", field="report")
    if every and kind is not None:
        raise Refused("every kind is written with --all; leave this one out", field=kind)
    with options.told_as_options(**{name: f"--{name}" for name in ("date", "edition", "paper")}, rounds="--simulate"):
        variant = options.variant(game, rules, house, paytable)
        named = [kind or "mathematics"] if not every else every_kind()
        check_told(named[0], {"--simulate": str(simulate) != "0", "--protection": protection})
        with bar("worked out") as tell:
            share = Share(tell, len(named))
            first = variant.report(
                named[0],
                paper=paper,
                edition=edition,
                date=date,
                simulate=simulate,
                protection=protection,
                tell=share,
            )
            papers = [first, *(first.of_kind(each) for each in named[1:])]
            files = [output] if not every else in_folder(output, papers)
            for made, file in zip(papers, files, strict=True):
                made.check(file)
            with effort(progress=lambda _: None):
                written(papers, files, share)
    for file in files:
        print(file)


def check_told(kind: str, asked: dict[str, bool]) -> None:
    """Refuse what takes minutes to work out for a document that does not tell it."""
    from croupier.errors import Refused
    from croupier.report.kinds import kind_named

    found = kind_named(kind)
    for option, is_asked in asked.items():
        if is_asked and not found.takes_long:
            raise Refused(
                f"only the mathematics report has this; leave it out for the {found.title.lower()}", field=option
            )


def every_kind() -> list[str]:
    from croupier.report.kinds import KINDS

    return list(KINDS)


def in_folder(folder: Path, papers: "list[Paper]") -> list[Path]:
    """A file for each document, or a refusal if there is no such folder."""
    from croupier.errors import Refused, quoted

    if not folder.is_dir():
        raise Refused(f"there is no folder {quoted(str(folder))}", field="-o")
    return [folder / f"{each.report.book.game.id}-{each.kind.name}{each.kind.formats[0]}" for each in papers]


class Share:
    """How far several documents are, all of them together."""

    def __init__(self, tell: "Callable[..., None]", of: int) -> None:
        self.tell = tell
        self.of = of
        self.done = 0

    def __call__(self, share: float, what: str) -> None:
        """Tell how far the one is that is being worked out; the bar stays until all are written."""
        self.tell(min((self.done + share) / self.of, 0.999), what)


def written(papers: "list[Paper]", files: list[Path], share: Share) -> None:
    """Work every document out, and only then write them."""
    from croupier.errors import Unwritten
    from croupier.files import write_atomically
    from croupier.report.mark import ours

    made = []
    for paper, file in zip(papers, files, strict=True):
        share(0, paper.kind.title)
        made.append(paper.data(file.suffix.lower()))
        share.done += 1
    for file, data in zip(files, made, strict=True):
        try:
            write_atomically(file, data, ours=ours(file))
        except OSError as error:
            raise Unwritten(file, error.strerror or str(error)) from None
