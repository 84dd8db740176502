"""People at tables: seats, wagers, moments, keys and clocks."""

from dataclasses import replace

import pytest

from croupier.chance import SHUFFLE, Drawn
from croupier.house import requests as r
from croupier.house.rows import Answer, Line
from croupier.house.settings import SECOND
from croupier.table import events as e
from croupier.table.awaiting import AwaitDecision, awaiting
from tests.house.small_house import SmallHouse

MONTE = "casino-monte"
POKER = "three-card-poker"


def at_betting(small: SmallHouse, table: str) -> None:
    """Let time pass until a round is open."""
    small.wait(4)
    assert small.house.view(table)["awaiting"]["kind"] == "wagers"


# ── Seats ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_whoever_sits_down_brings_chips_from_the_wallet() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table, seat=3, cents=200_00)
    assert small.table(table).seat_of(guest) == 3
    assert small.wallet(guest) == small.settings.welcome - 200_00
    place = next(place for place in small.house.view(table)["places"] if place["seat"] == 3)
    assert (place["name"], place["chips"], place["house_run"]) == ("Ada", 200_00, False)
    assert small.logged("sat")[0].who == guest


@pytest.mark.parametrize(("seat", "cents"), [(9, 100_00), (-1, 100_00), (1, 0), (1, 99), (1, 10_000_01)])
def test_seats_and_chips_have_their_limits(seat: int, cents: int) -> None:
    small = SmallHouse(welcome=100_000_00)
    table = small.open(MONTE)
    small.ask(r.Sit(seat, cents), guest=small.enter(), table=table, status=422)
    assert not small.table(table).people


def test_a_seat_that_is_taken_is_refused_with_its_clause() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    ada = small.seated(table, seat=2)
    unit = small.ask(r.Sit(2, 100_00), guest=small.enter("Bob"), table=table, status=422)
    assert unit.answer.body["clause"]
    assert ada not in str(unit.answer)  # nobody learns another's pseudonym


def test_nobody_has_two_seats_at_a_table_but_at_several_tables_one() -> None:
    small = SmallHouse(tables_of_guest=2)
    tables = [small.open(MONTE) for _ in range(3)]
    guest = small.seated(tables[0], cents=100_00)
    small.ask(r.Sit(0, 100_00), guest=guest, table=tables[0], status=409)
    small.ask(r.Sit(0, 100_00), guest=guest, table=tables[1])
    assert small.ask(r.Sit(0, 100_00), guest=guest, table=tables[2], status=409).answer.body["error"] == "tables"
    assert set(small.house.guest_view(guest, small.now)["tables"]) == set(tables[:2])


def test_a_table_takes_no_more_people_than_it_is_set_to() -> None:
    small = SmallHouse()
    table = small.open(MONTE, persons=1)
    small.seated(table)
    small.ask(r.Sit(0, 100_00), guest=small.enter("Bob"), table=table, status=409)
    taken = [event for event in small.events(table) if isinstance(event, e.SeatTaken)]
    assert [event.seat for event in taken if not event.house_run] == [1]


def test_who_stands_up_gets_the_chips_back_at_once_or_after_the_round() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    small.ask(r.Stand(), guest=guest, table=table)
    assert small.wallet(guest) == small.settings.welcome
    small.ask(r.Sit(0, 100_00), guest=guest, table=table)
    at_betting(small, table)
    small.bet(table, guest)
    small.ask(r.Stand(), guest=guest, table=table)
    assert small.house.view(table, guest)["places"][0]["standing"]
    small.decide(table, guest)
    assert not small.table(table).people
    assert small.events(table)[-1] == e.SeatLeft(1, small.store.postings[-1].cents)


def test_more_chips_can_be_bought() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table, cents=100_00)
    small.act(table, guest, r.Buy(50_00))
    assert small.table(table).state.chips(1) == 150_00
    assert small.wallet(guest) == small.settings.welcome - 150_00
    small.act(table, guest, r.Buy(0), status=422)
    small.operate(r.ChangeSettings({"most_chips": 160_00}, "smaller"), table)
    small.act(table, guest, r.Buy(10_01), status=422)
    small.act(table, guest, r.Buy(10_00))


def test_nobody_acts_at_a_table_where_they_do_not_sit() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    small.seated(table)
    stranger = small.enter("Bob")
    for request in (r.Bet({"initial": 100}), r.Done(), r.Choose("check"), r.Stand(), r.Buy(100), r.Return()):
        unit = small.ask(request, guest=stranger, table=table, against=r.Against(0, -1, 1), status=403)
        assert unit.answer.body["error"] == "seat"
    small.ask(r.Stand(), guest=stranger, table="0" * 32, status=404)
    small.ask(r.Stand(), guest="nobody", table=table, status=401)


# ── Rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_round_opens_after_a_while_and_closes_when_all_are_done() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    ada, bob = small.seated(table), small.seated(table, name="Bob")
    small.wait(3.9)
    assert small.house.view(table)["awaiting"]["kind"] == "round"
    small.wait(0.1)
    small.bet(table, ada)
    assert small.house.view(table)["awaiting"]["kind"] == "wagers"
    small.bet(table, bob)
    assert small.house.view(table)["awaiting"]["kind"] == "decision"
    small.decide(table, bob)  # all decide at once, in any order
    small.decide(table, ada)
    assert small.house.view(table)["closed"]["round"] == 1
    small.audited(table)


def test_six_seats_bet_at_once_without_rejecting_each_other() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    people = [small.seated(table, name=f"Player {number}") for number in range(6)]
    at_betting(small, table)
    moments = {guest: small.moment(table, guest) for guest in people}
    for guest in people:  # each against what was seen before any of them had bet
        small.ask(r.Bet({"initial": 25_00}, 1), guest=guest, table=table, against=moments[guest])
    assert len(small.table(table).state.stakes) == 6


def test_a_request_against_another_moment_is_refused_and_told_the_moment_now() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    at_betting(small, table)
    now = small.moment(table, guest)
    for other in (replace(now, round=0), replace(now, step=1), replace(now, version=0)):
        unit = small.ask(r.Done(), guest=guest, table=table, against=other, status=409)
        assert unit.answer.body["error"] == "stale"
        assert unit.answer.body["now"] == {"round": now.round, "step": now.step, "version": now.version}
    assert small.ask(r.Done(), guest=guest, table=table, status=422).answer.body["field"] == "against"


def test_bets_are_placed_all_together_or_not_at_all() -> None:
    small = SmallHouse()
    table = small.open(POKER, house_run=1)
    guest = small.seated(table, seat=5)
    small.until_betting(table, guest)
    small.act(table, guest, r.Bet({"pair_plus": 5_00, "ante": 1}), status=422)
    assert not [seat for seat, _ in small.table(table).state.stakes if seat == 5]
    small.act(table, guest, r.Bet({"pair_plus": 5_00, "ante": 10_00}))  # in the order of the layout
    assert small.table(table).state.stake(5, "pair_plus") == 5_00
    small.act(table, guest, r.Bet({"ante": 0, "pair_plus": 0}))
    assert not [seat for seat, _ in small.table(table).state.stakes if seat == 5]
    small.act(table, guest, r.Bet({}), status=422)


def test_betting_begins_again_where_nobody_has_bet() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    at_betting(small, table)
    small.act(table, guest, r.Done())
    seen = small.house.view(table, guest)
    assert seen["awaiting"]["kind"] == "wagers"
    assert not seen["places"][0]["done"]
    assert seen["deadlines"] == {"1": small.now + 30 * SECOND}


def test_done_is_refused_where_no_betting_is_open() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    refused = small.act(table, small.seated(table), r.Done(), status=422).answer.body
    assert "betting" in refused["reason"]


# ── Keys ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_same_key_and_request_get_the_same_answer_and_happen_once() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    asked = r.Asked(r.Buy(50_00), guest=guest, table=table, key="k", against=small.moment(table, guest))
    first = small.house.handle(asked, small.now)
    small.store.commit(first.rows)
    again = small.house.handle(asked, small.now)
    assert again.answer == first.answer
    assert not again.rows
    small.restart()  # answers are kept
    assert small.house.handle(asked, small.now).answer == first.answer
    assert small.house.answer_of(guest, "k") == first.answer
    assert small.table(table).state.chips(1) == 550_00


def test_the_same_key_for_another_request_is_refused_and_logged() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    small.act(table, guest, r.Buy(50_00), key="k")
    unit = small.act(table, guest, r.Buy(60_00), status=409, key="k")
    assert unit.answer.body["error"] == "key"
    assert small.logged("refused")
    assert small.table(table).state.chips(1) == 550_00


def test_a_refusal_is_an_answer_too() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    refused = small.act(table, guest, r.Buy(0), status=422, key="k")
    kept = [row for row in refused.rows if isinstance(row, Answer)]
    assert (kept[0].status, kept[0].key) == (422, "k")
    assert small.act(table, guest, r.Buy(0), status=422, key="k").answer == refused.answer


def test_answers_are_kept_for_a_day() -> None:
    small = SmallHouse()
    guest = small.enter()
    small.ask(r.TopUp(), guest=guest, key="first", status=409)
    small.now += 11 * 3600 * SECOND
    small.ask(r.Rename("Ada"), guest=guest, key="second")
    assert small.house.answer_of(guest, "first")
    small.now += 11 * 3600 * SECOND
    small.ask(r.Rename("Ada"), guest=guest, key="third")
    small.now += 3 * 3600 * SECOND
    small.ask(r.Rename("Ada"), guest=guest, key="fourth")
    assert not small.house.answer_of(guest, "first")
    assert small.house.answer_of(guest, "second")


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (r.Sit("1", 100), "seat"),  # type: ignore[arg-type]
        (r.Sit(1, True), "cents"),
        (r.Bet({"initial": "5"}), "wagers"),  # type: ignore[dict-item]
        (r.Bet([1]), "wagers"),  # type: ignore[arg-type]
        (r.Choose(["check"]), "option"),  # type: ignore[arg-type]
        (r.SetClock({}), "pace"),  # type: ignore[arg-type]
        (r.AnswerOffer(1), "take"),  # type: ignore[arg-type]
        (r.Choose("\ud800"), "option"),
    ],
    ids=repr,
)
def test_a_field_of_another_type_is_refused_and_stops_no_table(request_: r.Request, field: str) -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    unit = small.act(table, guest, request_, status=422)
    assert unit.answer.body["field"] == field
    assert small.table(table).status == "open"


def test_a_key_that_is_too_long_is_refused_and_not_kept() -> None:
    small = SmallHouse()
    unit = small.ask(r.TopUp(), guest=small.enter(), key="k" * 65, status=422)
    assert not [row for row in unit.rows if isinstance(row, Answer)]


def test_refusals_are_logged_up_to_a_number() -> None:
    small = SmallHouse(refusals=3)
    guest = small.enter()
    for _ in range(5):
        small.ask(r.TopUp(), guest=guest, status=409)
    assert len(small.logged("refused")) == 3
    small.now += 60 * SECOND
    small.ask(r.TopUp(), guest=guest, status=409)
    assert len(small.logged("refused")) == 4


# ── Clocks ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_betting_closes_at_the_deadline_with_what_lies_there() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    at_betting(small, table)
    small.act(table, guest, r.Bet({"initial": 25_00}, 1))
    small.wait(29.9)
    assert small.house.view(table)["awaiting"]["kind"] == "wagers"
    small.wait(0.1)
    assert small.house.view(table)["awaiting"]["kind"] == "decision"
    assert small.table(table).people[1].silent == 0


def test_a_silent_seat_gets_the_default_and_the_record_says_who_decided() -> None:
    """CM-R14, TCP-R18: silence puts no more chips at stake."""
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    at_betting(small, table)
    small.bet(table, guest)
    small.wait(20)
    made = small.last(table, e.DecisionMade)
    decision = small.table(table).state.rulebook.decisions[0]
    assert (made.option, made.by, made.cents) == (decision.default, e.TABLE, 0)
    assert small.house.view(table)["closed"]["round"] == 1


def test_a_deadline_fires_once_however_often_the_clock_ticks() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    ada, bob = small.seated(table), small.seated(table, name="Bob")
    at_betting(small, table)
    small.bet(table, ada)
    small.bet(table, bob)
    small.now += 20 * SECOND
    for _ in range(3):
        small.ask(r.Tick(), table=table)
    made = [event for event in small.events(table) if isinstance(event, e.DecisionMade)]
    assert [event.seat for event in made] == [1, 2]


def test_a_request_that_comes_after_the_deadline_is_too_late() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    at_betting(small, table)
    small.bet(table, guest)
    against = small.moment(table, guest)
    small.now += 20 * SECOND  # and no tick has come
    unit = small.ask(r.Choose("check"), guest=guest, table=table, against=against, status=409)
    assert unit.answer.body["error"] == "stale"


def test_where_seats_decide_in_order_the_next_waits_no_longer_than_one_clock() -> None:
    """TCP-D11."""
    small = SmallHouse()
    table = small.open(POKER, house_run=1, bet=10)
    people = [small.seated(table, seat=seat, name=f"Player {seat}") for seat in (3, 4, 5)]
    small.until_betting(table, *people)
    for guest in people:
        small.bet(table, guest)
    waiting = awaiting(small.table(table).state)
    assert isinstance(waiting, AwaitDecision)
    (first,) = waiting.seats
    guest_of = {small.table(table).seat_of(guest): guest for guest in people}
    later = next(seat for seat in guest_of if seat != first)
    small.act(table, guest_of[later], r.Choose("play"), status=422)  # not yet
    assert set(small.house.view(table)["deadlines"]) == {str(first)}
    small.wait(20)
    waiting = awaiting(small.table(table).state)
    assert isinstance(waiting, AwaitDecision)
    assert waiting.seats != (first,)
    assert small.last(table, e.DecisionMade).by == e.TABLE
    assert small.house.view(table)["deadlines"] == {str(waiting.seats[0]): small.now + 20 * SECOND}


def test_a_slow_clock_gives_ten_times_as_long_and_off_no_limit() -> None:
    small = SmallHouse()
    table = small.open(MONTE, allow_off=True)
    guest = small.seated(table)
    at_betting(small, table)
    start = small.now
    small.ask(r.SetClock("slow"), guest=guest, table=table)
    assert small.house.view(table)["deadlines"] == {"1": start + 300 * SECOND}
    small.ask(r.SetClock("off"), guest=guest, table=table)
    assert small.house.view(table)["deadlines"] == {"1": None}
    small.wait(3600)
    assert small.house.view(table)["awaiting"]["kind"] == "wagers"
    small.bet(table, guest)
    assert small.house.view(table)["deadlines"] == {"1": None}
    small.ask(r.SetClock("usual"), guest=guest, table=table)
    assert small.house.view(table)["deadlines"] == {"1": small.now + 20 * SECOND}


def test_a_pace_that_the_table_does_not_allow_is_refused() -> None:
    small = SmallHouse()
    table = small.open(MONTE, allow_slow=False)
    guest = small.seated(table)
    for pace in ("slow", "off"):
        assert small.ask(r.SetClock(pace), guest=guest, table=table, status=409).answer.body["error"] == "pace"
    small.ask(r.SetClock("fast"), guest=guest, table=table, status=422)


def test_a_silent_seat_is_marked_away_and_later_freed_with_its_chips() -> None:
    small = SmallHouse()
    table = small.open(MONTE, bet=10)
    ada, bob = small.seated(table), small.seated(table, name="Bob")
    at_betting(small, table)
    for _ in range(2):  # Bob alone plays
        small.bet(table, bob)
        small.wait(10)
        small.decide(table, bob)
        small.wait(4)
    places = {place["seat"]: place for place in small.house.view(table)["places"]}
    assert (places[1]["away"], places[2]["away"]) == (True, False)
    assert small.logged("away")
    small.bet(table, bob)
    assert small.house.view(table)["awaiting"]["kind"] == "decision"  # nobody waits for who is away
    away = small.now
    while small.now < away + 599 * SECOND:
        small.ask(r.Return(), guest=bob, table=table)
        small.wait(20)
    assert small.table(table).seat_of(ada) == 0
    assert small.wallet(ada) == small.settings.welcome
    assert small.logged("left")[0].why


def test_who_comes_back_is_there_again() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    at_betting(small, table)
    small.wait(61)
    assert small.house.view(table, guest)["you"]["away"]
    assert small.last(table, e.RoundVoided).round == 1
    small.ask(r.Return(), guest=guest, table=table)
    assert not small.house.view(table, guest)["you"]["away"]
    at_betting(small, table)
    assert small.logged("back")


def test_nothing_goes_on_at_a_table_without_people() -> None:
    small = SmallHouse()
    table = small.open(MONTE, house_run=3)
    assert small.table(table).due is None
    guest = small.seated(table)
    assert len(small.table(table).state.house_run) == 3
    small.ask(r.Stand(), guest=guest, table=table)
    assert not small.table(table).state.seated
    assert small.table(table).due is None


def test_a_deadline_that_nobody_was_there_to_see_starts_again_with_grace() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    at_betting(small, table)
    small.bet(table, guest)
    small.now += (20 + 31) * SECOND
    small.ask(r.Tick(), table=table)
    assert small.house.view(table)["awaiting"]["kind"] == "decision"
    assert small.house.view(table)["deadlines"] == {"1": small.now + 30 * SECOND}


def test_a_clock_that_went_backwards_starts_again() -> None:
    small = SmallHouse()
    table = small.open(MONTE)
    guest = small.seated(table)
    at_betting(small, table)
    small.bet(table, guest)
    small.now -= 3600 * SECOND
    small.ask(r.Tick(), table=table)
    assert small.house.view(table)["deadlines"] == {"1": small.now + 30 * SECOND}


# ── Company ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_house_run_players_are_marked_in_every_view_and_record() -> None:
    small = SmallHouse()
    table = small.open(MONTE, house_run=2)
    guest = small.seated(table)
    for viewer in ("", guest):
        places = small.house.view(table, viewer)["places"]
        assert [place["house_run"] for place in places] == [False, True, True]
        assert all(place["name"] for place in places)
    taken = [event for event in small.events(table) if isinstance(event, e.SeatTaken)]
    assert [event.house_run for event in taken] == [False, True, True]
    assert len({event.player for event in taken}) == 3


@pytest.mark.parametrize(("game", "house_run"), [(MONTE, 0), (MONTE, 2), (MONTE, 12), (POKER, 0), (POKER, 3)])
def test_the_lobby_says_how_many_house_run_players_there_will_be(game: str, house_run: int) -> None:
    small = SmallHouse()
    table = small.open(game, house_run=house_run)
    (before,) = small.house.lobby()
    assert bool(before["house_run"]) == bool(house_run or game == POKER)  # TCP-R8: somebody banks for who is alone
    guest = small.seated(table)
    assert small.house.lobby()[0]["house_run"] == len(small.table(table).state.house_run) == before["house_run"]
    small.ask(r.Stand(), guest=guest, table=table)
    assert small.house.lobby() == [before | {"round": small.house.lobby()[0]["round"]}]
    small.operate(r.PauseTable("tea"), table)
    assert small.house.lobby()[0]["house_run"] == 0


def test_house_run_players_leave_room_for_people() -> None:
    small = SmallHouse()
    table = small.open(MONTE, house_run=12)
    people = [small.seated(table, cents=100_00, name=f"Player {number}") for number in range(6)]
    assert all(small.table(table).seat_of(guest) for guest in people)
    small.wait(4)
    assert not small.table(table).state.house_run


def test_lines_are_numbered_without_a_gap_and_read_as_a_journal() -> None:
    small = SmallHouse()
    table = small.open(MONTE, house_run=1)
    unit = small.ask(r.Sit(0, 100_00), guest=small.enter(), table=table)
    numbers = [row.number for row in unit.rows if isinstance(row, Line)]
    assert numbers == list(range(1, 1 + len(numbers)))
    found, _ = small.audited(table)
    assert found.head == small.table(table).recorder.head
    assert found.records[0].at == "2027-01-15T08:00:00.000+00:00"
    assert found.records[0].software


def test_a_shuffle_is_drawn_ahead_in_the_last_round_of_a_deck_and_dealt_next() -> None:
    small = SmallHouse()
    table = small.open("casino-monte", between=0)
    guest = small.seated(table)
    small.until_betting(table, guest)
    before = small.table(table).state.commitment
    assert small.house.prepare()
    assert not small.house.prepare()
    ready = shuffle_ahead(small, table)
    kept = [*map(str, small.store.sealed.values()), *small.store.lines[table], str(small.house.view(table, guest))]
    assert not [text for text in kept if ready.commitment in text]  # nobody knows of it
    small.bet(table, guest)
    small.decide(table, guest)
    small.until_betting(table, guest)
    assert small.table(table).state.commitment == ready.commitment != before
    small.audited(table)
    assert small.house.prepare()
    assert shuffle_ahead(small, table).secret != ready.secret


def shuffle_ahead(small: SmallHouse, table: str) -> Drawn:
    """The shuffle that was drawn ahead."""
    (found,) = (drawn for drawn in small.table(table).dealer.chance.ready.values() if drawn.subject.of == SHUFFLE)
    return found


def test_a_shoe_is_not_drawn_ahead_before_its_last_round() -> None:
    small = SmallHouse()
    table = small.open("baccarat", between=0)
    guest = small.seated(table)
    rounds = 0
    while not small.house.prepare():
        small.until_betting(table, guest)
        small.bet(table, guest)
        rounds += 1
    assert rounds > 40
    assert small.table(table).state.cut_card_out
    shuffles = small.table(table).state.shuffles
    ready = shuffle_ahead(small, table)
    while small.table(table).state.shuffles == shuffles:
        small.until_betting(table, guest)
        small.bet(table, guest)
    assert small.table(table).state.commitment == ready.commitment
