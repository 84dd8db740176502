"""Protection against card counters, and what the bank of a player is worth; worked out where it is asked for."""

from collections.abc import Iterator, Mapping

from croupier.errors import Refused
from croupier.figures import count, money
from croupier.kernel.effort import effort
from croupier.protect.bank import bank_report
from croupier.protect.protection import protect
from croupier.report.charts import illustrations
from croupier.report.document import Block, Run, Section
from croupier.report.game_report import SEED, GameReport
from croupier.report.sheet_blocks import blocks_of
from croupier.report.words import say


def protection(report: GameReport) -> Section:
    return Section("protection", "Protection and bank", tuple(blocks(report)))


def blocks(report: GameReport) -> Iterator[Block]:
    if not report.protection:
        yield say(
            "What card counters could win, and what the bank of a player is worth, takes minutes to work out and is "
            "left out of this document; the option --protection adds it."
        )
        return
    with effort(progress=lambda _: None):
        yield from counters(report)
        yield from bank(report)


def counters(report: GameReport) -> Iterator[Block]:
    """What counters could win, or why there is nothing to win."""
    try:
        found = protect(report.book, (), seed=SEED, place=report.place)
    except Refused as refused:
        yield say(f"Card counting: {refused.reason}.")
        return
    yield say("Card counting, over ", count(found.shoes), " shoes that were dealt by chance from one seed.")
    yield from blocks_of(found.sheet)
    yield from illustrations(found)


def bets(report: GameReport, stakes: Mapping[str, int]) -> Iterator[Run]:
    """What a seat bets, such as $10 on Ante."""
    for place, (id_, cents) in enumerate(stakes.items()):
        yield from (", " if place else "", money(cents), f" on {report.book.wagers_by_id[id_].label}")


def bank(report: GameReport) -> Iterator[Block]:
    """What a bank that a player puts up is worth."""
    if not report.book.player_banked:
        yield say("The house banks the game, without limit, so no bank of a player is told of.")
        return
    try:
        found = bank_report(report.book, readings=False, seed=SEED)
    except Refused as refused:
        yield say(f"The bank of a player: {refused.reason}.")
        return
    yield say("The bank of a player: every seat bets ", *bets(report, found.table.seats[0].stakes), ".")
    yield from blocks_of(found.sheet)
    yield from illustrations(found)
