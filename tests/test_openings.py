"""Shuffles and dice opened to an auditor: what anybody saw is proved, what nobody saw stays hidden."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.cards import card_name
from croupier.chance import DICE, SHUFFLE, Chance
from croupier.dealer import Dealer, open_bound
from croupier.errors import Refused
from croupier.games import game
from croupier.record.audit import audit
from croupier.record.proofs import check
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.awaiting import AwaitBank, AwaitDecision, AwaitRound, AwaitWagers, awaiting
from croupier.table.state import BANK_WAGER, apply
from tests.memory_recorder import Kept

BEFORE = Path(__file__).parent / "data" / "journal-v1"


def played(of: str, rounds: int = 3, house: dict[str, object] | None = None) -> Kept:
    """Some seeded rounds with two players, everybody folding or checking."""
    chance, kept = Chance.seeded("openings"), Kept()
    state, _ = open_bound(chance, game(of), house)
    dealer = Dealer(state, chance, recorder=kept)
    for seat in (1, 2, 3):
        dealer.do(c.Sit(seat, f"Player {seat}", 1_000_00))
    book = dealer.state.rulebook
    wager, spot = book.placed_wagers[0].id, int(bool(book.spots))
    while dealer.state.round < rounds or dealer.state.in_round:
        dealer.go_on()
        waiting = awaiting(dealer.state)
        match waiting:
            case AwaitBank():
                dealer.do(c.TakeBank(waiting.seat) if waiting.seat else c.OfferBank())
            case AwaitRound():
                dealer.do(c.OpenRound())
            case AwaitWagers():
                banker = dealer.state.player_dealer
                if banker:
                    dealer.do(c.PlaceWager(banker, BANK_WAGER, 50_00))
                for seat in {1, 2, 3} - {banker}:
                    dealer.do(c.PlaceWager(seat, wager, 5_00, spot))
                dealer.do(c.CloseBets())
            case AwaitDecision():
                dealer.do(c.TimeOut(waiting.seats[0]))
            case _:
                dealer.do(c.SettleRound())
    return kept


SHORT_SHOE: dict[str, object] = {"cut_card": 260, "decks": 6}


@pytest.mark.parametrize(
    ("of", "house"), [("casino-monte", None), ("baccarat", SHORT_SHOE), ("three-card-poker", None)]
)
def test_every_card_and_die_that_anybody_saw_is_proved(of: str, house: dict[str, object] | None) -> None:
    kept = played(of, 14 if house else 6, house)
    proof = check(kept.openings(), kept.uses)
    seen = {kind: sum(len(use.known) for use in kept.used if use.subject.of == kind) for kind in (SHUFFLE, DICE)}
    assert (proof.cards, proof.dice) == (seen[SHUFFLE], seen[DICE])
    assert proof.cards > 6
    assert bool(proof.dice) == bool(game(of).rulebook().dice)
    assert proof.sealed == len(kept.using.open)


def test_a_shoe_in_use_is_not_opened_yet() -> None:
    kept = played("baccarat", 2)
    assert kept.openings() == []
    assert check([], kept.uses).sealed == 1


def test_an_opening_tells_no_card_that_nobody_saw_and_every_hand_that_a_player_held() -> None:
    kept = played("three-card-poker")
    for line, use in zip(kept.openings(), kept.used, strict=True):
        told = {place for place, _, _ in json.loads(line)["shown"]}
        folded = use.known - use.exposed
        assert len(folded) == 6, "two players folded hands that they had looked at"
        assert told == use.known
        assert len(json.loads(line)["leaves"]) == 52


def changed(line: str, **fields: object) -> str:
    """An opening with other fields."""
    return json.dumps(json.loads(line) | fields)


def test_an_opening_of_another_card_is_refused() -> None:
    kept = played("casino-monte")
    lines = kept.openings()
    first = next(place for place, line in enumerate(lines) if json.loads(line)["of"] == SHUFFLE)
    (place, name, salt), *rest = json.loads(lines[first])["shown"]
    lines[first] = changed(lines[first], shown=[[place, "As" if name != "As" else "Kd", salt], *rest])
    with pytest.raises(Refused, match="is not what was committed to"):
        check(lines, kept.uses)


def test_a_journal_that_records_another_card_than_was_committed_to_is_refused() -> None:
    kept = played("casino-monte")
    use = next(use for use in kept.used if use.subject.of == SHUFFLE)
    lines = kept.openings()
    place = min(use.known)
    was = use.drawn[place]
    use.drawn[place] = (was + 1) % 52
    with pytest.raises(Refused, match=f"recorded as {card_name((was + 1) % 52)} and opens as {card_name(was)}"):
        check(lines, kept.uses)


def test_a_journal_that_records_another_face_than_was_committed_to_is_refused() -> None:
    kept = played("casino-monte")
    use = next(use for use in kept.used if use.subject.of == DICE)
    lines = kept.openings()
    use.drawn[0] = use.drawn[0] % 6 + 1
    with pytest.raises(Refused, match="place 0 of the dice of round 1 was recorded as"):
        check(lines, kept.uses)


def without_leaf(line: str) -> str:
    """An opening that lacks its last leaf."""
    return changed(line, leaves=json.loads(line)["leaves"][:-1])


def merged(line: str) -> str:
    """An opening in which the last two leaves are one, so that the bytes are the same."""
    *leaves, one, other = json.loads(line)["leaves"]
    return changed(line, leaves=[*leaves, one + other])


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda lines: lines[1:], "is not opened, first the "),
        (lambda lines: [*lines, lines[0]], "opens it twice"),
        (lambda lines: ["{}\n", *lines], "not an opening"),
        (lambda lines: [without_leaf(lines[0]), *lines[1:]], "leaves where the"),
        (lambda lines: [merged(lines[0]), *lines[1:]], "leaves where the"),
        (lambda lines: [changed(lines[0], leaves=["00" * 32] * 312), *lines[1:]], "do not make the commitment"),
        (lambda lines: [changed(lines[0], leaves=["0"] * 312), *lines[1:]], "not an opening"),
        (lambda lines: [changed(lines[0], table="cd" * 16), *lines[1:]], "of another table"),
        (lambda lines: [changed(lines[0], number=99), *lines[1:]], "opens nothing in the journal"),
        (
            lambda lines: [changed(lines[0], shown=json.loads(lines[0])["shown"][1:]), *lines[1:]],
            "exactly what was seen",
        ),
        (
            lambda lines: [changed(lines[0], shown=json.loads(lines[0])["shown"] * 2), *lines[1:]],
            "exactly what was seen",
        ),
        (lambda lines: [changed(lines[0], more=1), *lines[1:]], "not an opening"),
        (lambda lines: ["[" * 50_000, *lines], "not an opening"),
        (lambda lines: ["[" * 2_000_000, *lines], "not an opening"),
    ],
)
def test_openings_that_are_missing_doubled_incomplete_or_malformed_are_refused(
    spoil: Callable[[list[str]], list[str]], why: str
) -> None:
    kept = played("casino-monte", house={"decks": 6})
    lines = sorted(kept.openings(), key=lambda line: json.loads(line)["of"] != SHUFFLE)
    assert check(lines, kept.uses).cards == 9
    with pytest.raises(Refused, match=why):
        check(spoil(lines), kept.uses)


def test_cards_that_are_put_away_unseen_are_counted() -> None:
    kept = played("baccarat", 1)
    state, _ = open_bound(Chance.seeded("openings"), game("baccarat"))
    for event in kept.events:
        apply(state, event)
    assert kept.using.cards
    before = kept.using.cards.next
    put_away = e.CardsDiscarded(2, "a clause"), e.CardsUnloaded(3, "a clause")
    assert not list(kept.using.follow(put_away, state))
    assert kept.using.cards.next == before + 5


def test_a_table_whose_cards_were_given_proves_nothing() -> None:
    kept = played("casino-monte")
    with pytest.raises(Refused, match="given from outside"):
        check(kept.openings(), [replace(use, version=0) for use in kept.uses])


# ── Version 1 ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("file", sorted(BEFORE.glob("*.openings")), ids=lambda file: file.stem)
def test_openings_of_version_1_are_still_checked(file: Path) -> None:
    with file.with_suffix(".jsonl").open(encoding="utf-8") as journal:
        uses = audit(journal).uses
    lines = file.read_text(encoding="utf-8").splitlines()
    assert check(lines, uses).cards == sum(len(use.exposed) for use in uses) > 0
    with pytest.raises(Refused, match="leaves where the"):
        check([without_leaf(lines[0]), *lines[1:]], uses)
    with pytest.raises(Refused, match="leaves where the"):
        check([merged(lines[0]), *lines[1:]], uses)


def test_a_commitment_of_version_1_that_is_used_twice_is_refused() -> None:
    file = BEFORE / "casino-monte.jsonl"
    with file.open(encoding="utf-8") as journal:
        uses = audit(journal).uses
    twice = [uses[0], replace(uses[1], commitment=uses[0].commitment), *uses[2:]]
    with pytest.raises(Refused, match="committed to like one before it"):
        check(file.with_suffix(".openings").read_text(encoding="utf-8").splitlines(), twice)
