"""Described rounds of any game: their shape follows from the rulebook, and they settle as they were dealt."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

import croupier
from croupier.errors import Refused
from croupier.exact.uncoded import deal_without_code
from croupier.games import GAMES, game
from croupier.money import cents_from
from croupier.rule import rule
from croupier.rulebook import CardsField, Deal, DecisionField, Description, Game, House, Model, Rule, Rulebook, Spot
from croupier.settlement.description import description_of
from croupier.settlement.round import settle
from croupier.settlement.schema import spot_schema
from croupier.settlement.shape import shape_of
from croupier.table import commands as c
from croupier.table.awaiting import AwaitSettlement, awaiting
from croupier.table.core import open_table, step
from croupier.table.state import State
from tests.cli.described import COUP, MONTE, POKER, changed
from tests.example_games import EXAMPLES
from tests.games.tie_breaker import TIE_BREAKER
from tests.json_schema import faults
from tests.random_tables import any_house, likely
from tests.test_settlement import mutated


def undescribed(of: Game) -> Game:
    """A game that names no field kindly."""

    def build(made: Game, house: House) -> Rulebook:
        return replace(of.build(made, house), description=Description())

    return replace(of, build=build)


PLAYERS_BANK = {"players_bank": True}
EVERY: dict[str, Game] = {
    **{id_: game(id_) for id_ in GAMES},
    **{f"{id_}, unnamed": undescribed(game(id_)) for id_ in GAMES},
    "tie-breaker": TIE_BREAKER,
    "tie-breaker, banked": TIE_BREAKER,
}
EXAMPLE_GAMES = {id_: example.game for id_, example in EXAMPLES.items()}


def house_of(name: str, chance: Random) -> dict[str, Any]:
    """Some house rules of a game."""
    if name.startswith("tie-breaker"):
        return PLAYERS_BANK if name.endswith("banked") else {}
    return any_house(name.partition(",")[0], chance)


def rounds_of(name: str, rounds: int, chance: Random) -> Iterator[State]:
    """Tables after rounds of anything legal."""
    state = open_table(EVERY[name], house_of(name, chance)).state
    for seat in range(1, state.rulebook.seats + 1):
        state = step(state, c.Sit(seat, f"Player {seat}", 100_000_00)).state
    while state.round < rounds or state.in_round:
        is_over = isinstance(awaiting(state), AwaitSettlement)
        state = step(state, likely(state, chance)).state
        if is_over:
            yield state


def settled_again(name: str, described: dict[str, object]) -> State:
    """The table after a described round, which went through text."""
    return settle(json.loads(json.dumps(described)), game=EVERY[name]).state


@pytest.mark.parametrize("name", EVERY)
def test_a_round_that_is_described_settles_to_the_same_cents(name: str) -> None:
    chance = Random(f"{name} described")
    seen = 0
    for _ in range(6):
        for dealt in rounds_of(name, 6, chance):
            described = description_of(dealt)
            again = settled_again(name, described)
            assert again.settled == dealt.settled, described
            assert (again.fees, again.bank_result) == (dealt.fees, dealt.bank_result)
            assert description_of(again) == described
            assert not list(faults(described, croupier.game(dealt.rulebook).schema()))
            seen += 1
    assert seen == 36


def test_a_round_described_otherwise_settles_otherwise() -> None:
    chance = Random("otherwise")
    dealt = next(one for one in rounds_of("tie-breaker", 50, chance) if one.stake(one.players[0], "cards"))
    described = description_of(dealt)
    faces = [settled_again("tie-breaker", {**described, "dice": [face]}).bank_result for face in range(1, 7)]
    assert len(set(faces)) == 2


# ── The shape ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_fields_follow_from_the_rulebook_and_give_way_to_each_other() -> None:
    shape = shape_of(TIE_BREAKER.rulebook())
    assert shape.fields == ("game", "house", "the_bank_hand", "dice", "seats")
    assert shape.seat_fields == ("seat", "cards", "main", "cards_wager", "seat_decision", "more")
    banked = shape_of(TIE_BREAKER.rulebook(TIE_BREAKER.house(PLAYERS_BANK)))
    assert (banked.fields, banked.bank_fields) == (
        ("game", "house", "bank", "dice", "seats"),
        ("seat", "wager", "cards"),
    )
    poker = shape_of(EVERY["three-card-poker, unnamed"].rulebook())
    assert poker.fields == ("game", "house", "player_dealer", "bank", "seats")
    assert poker.seat_fields == ("seat", "cards", "ante", "pair_plus", "six_card_bonus", "play")


def test_our_games_keep_the_fields_they_have() -> None:
    fields = {
        "casino-monte": ("game", "house", "cards", "seats"),
        "baccarat": ("game", "house", "player", "banker", "seats"),
        "three-card-poker": ("game", "house", "player_dealer", "seats"),
    }
    shapes = {id_: shape_of(game(id_).rulebook()) for id_ in fields}
    assert {id_: shape.fields for id_, shape in shapes.items()} == fields
    assert shapes["casino-monte"].seat_fields == ("seat", "spot", "initial", "full_monte", "raise")
    assert shapes["three-card-poker"].bank_fields == ("seat", "wager", "cards", "exposed")


def test_slots_are_known_before_anything_is_dealt() -> None:
    def slots(of: Game, **house: object) -> dict[str, tuple[int, int, bool]]:
        return {s.slot: (s.least, s.most, s.face_up) for s in of.rulebook(of.house(house)).slots.values()}

    three = dict.fromkeys(("position 1", "position 2", "position 3"), (1, 1, False))
    assert slots(game("casino-monte")) == three
    assert slots(game("casino-monte"), procedure="alternate") == three
    assert slots(game("baccarat")) == {"player": (2, 3, True), "banker": (2, 3, True)}
    hands = {f"seat {seat}": (3, 3, False) for seat in range(1, 8)}
    assert slots(game("three-card-poker")) == {**hands, "player-dealer": (3, 3, False)}
    players = {f"seat {seat}": (1, 2, False) for seat in range(1, 6)}
    assert slots(TIE_BREAKER) == {**players, "the-bank hand": (1, 1, True)}
    banked = TIE_BREAKER.rulebook(TIE_BREAKER.house(PLAYERS_BANK)).slots
    assert {(s.least, s.most, s.as_bank) for s in banked.values()} == {(1, 2, (1, 1))}


def test_a_deal_that_looks_at_cards_to_find_its_slots_is_refused() -> None:
    def where_the_king_is(so_far: Any) -> tuple[str, ...]:
        return (f"seat {so_far.cards('seat 1')[0]}",)

    book = TIE_BREAKER.rulebook()
    with pytest.raises(Refused) as refused:
        _ = replace(book, procedure=(*book.procedure, Deal("TB-2", where_the_king_is, 1, face_up=True, says=""))).slots
    assert refused.value.clause == "TB-2"
    assert "where_the_king_is cannot say where the deal goes before cards are known" in refused.value.reason
    assert "say in `when` or `only_to` what depends on cards" in refused.value.reason


# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────────────

DECIDES = "seats[0].seat_decision"
TIED: dict[str, Any] = {
    "game": "tie-breaker",
    "the_bank_hand": ["Kc"],
    "dice": [6],
    "seats": [
        {"seat": 1, "cards": ["Kd", "2h"], "main": 10, "seat_decision": "dare"},
        {"seat": 2, "cards": ["Kh"], "main": 10, "cards_wager": 5, "seat_decision": "double", "more": 10},
    ],
}


def test_a_game_of_ones_own_is_settled_from_its_description() -> None:
    paid = settle(TIED, game=TIE_BREAKER)
    assert [(s.seat, s.wager, s.outcome, s.result) for s in paid.state.settled] == [
        (1, "main", "win", 30_00),
        (2, "main", "push", 0),
        (2, "more", "push", 0),
        (2, "cards", "six", 20_00),
    ]


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        ("seats.0.cards", "Kd", "seats[0].cards: seat 1 gets a second card here and none is described (TB-7)."),
        ("seats.1.cards", "Kh 2d", "seats[1].cards: the rules give seat 2 no second card here (TB-7)."),
        ("seats.0.cards", [], "seats[0].cards: give a list of 1 or 2 cards (TB-2)."),
        (
            "seats.0",
            {"seat": 1, "cards": "Qd", "main": 10},
            f"{DECIDES}: seat 1 decides here and no decision is described; give stand, dare or double (TB-3).",
        ),
        (
            "seats.0",
            {"seat": 1, "cards": "Qd", "cards_wager": 10, "seat_decision": "dare"},
            "seats[0].seat_decision: seat 1 is not asked to decide this here; leave it out (TB-3).",
        ),
        ("seats.0.seat_decision", "raise", 'seats[0].seat_decision: "raise" is not one of stand, dare, double (TB-3).'),
        ("seats.1.more", 11, "seats[1].more: $11 is wrong; double stakes $10 on Double (TB-3)."),
        ("seats.0.more", 10, "seats[0].more: $10 is wrong; dare stakes nothing on Double (TB-3)."),
        ("seats.0", {"seat": 1, "cards": "Qd"}, "seats[0]: seat 1 has no wager; give one of main, cards_wager (TB-1)."),
        ("dice", [7], "dice: a die does not show 7; it shows 1 to 6 (TB-2)."),
        ("dice", [True], "dice[0]: true is not the face of a die (TB-2)."),
        ("dice", 6, "dice: give a list of one number: the faces of the dice as rolled (TB-2)."),
        ("the_bank_hand", "Kd", "the_bank_hand: Kd would be dealt more often than the deck holds it (TB-1)."),
        (
            "action_button",
            1,
            "action_button: there is no such field; there are game, house, the_bank_hand, dice, seats.",
        ),
    ],
)
def test_what_cannot_have_happened_is_refused_by_field_and_clause(place: str, value: object, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        settle(changed(TIED, place, value), game=TIE_BREAKER)
    assert str(refused.value) == sentence


def test_dice_that_decide_money_have_to_be_described() -> None:
    with pytest.raises(Refused, match=r"^dice: the field is missing \(TB-2\)\.$"):
        settle({name: value for name, value in TIED.items() if name != "dice"}, game=TIE_BREAKER)
    unread = EVERY["casino-monte, unnamed"]
    described = {"position_1": "Kc", "position_2": "2d", "position_3": "2h"}
    seat = {"seat": 1, "spot": 1, "initial": 5, "raise": "check"}
    for dice in ({}, {"dice": [5]}):
        paid = settle({"game": "casino-monte", **described, **dice, "seats": [seat]}, game=unread)
        assert paid.state.bank_result == -5_00


# ── Examples and schemas ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("seed", range(4))
def test_an_example_is_settled_valid_and_always_the_same(name: str, seed: int) -> None:
    house = house_of(name, Random(f"{name} {seed}")) if seed else {}
    of = croupier.game(EVERY[name], house=house)
    example = of.example()
    assert example == of.example()
    assert settled_again(name, example).settled
    assert not list(faults(example, of.schema()))


@pytest.mark.parametrize("of", EXAMPLE_GAMES.values(), ids=EXAMPLE_GAMES)
def test_an_example_of_a_game_in_one_file_is_what_its_schema_asks_for(of: Game) -> None:
    example, schema = croupier.game(of).example(), croupier.game(of).schema()
    assert settle(example, game=of).state.settled
    assert not list(faults(example, schema))
    for name in set(schema["required"]) - {"game"}:
        without = {field: value for field, value in example.items() if field != name}
        with pytest.raises(Refused, match=f"{name}: the field is missing"):
            settle(without, game=of)


def test_a_refusal_names_the_field_of_a_single_card_too() -> None:
    stud = EXAMPLE_GAMES["caribbean-stud"]
    example = croupier.game(stud).example()
    with pytest.raises(Refused, match="there are game, house, dealer, exposed, seats"):
        settle({**example, "upturned": "4d"}, game=stud)
    absent = next(card for card in ("2c", "2d", "2h", "2s", "3c", "3d") if card not in str(example))
    with pytest.raises(Refused, match="exposed: it is not one of the cards in `dealer`"):
        settle({**example, "exposed": absent}, game=stud)


@pytest.mark.parametrize("middle", [1, 0.5, None, True, {}, ["5c", "6c"], "5c 6c", [5]])
def test_what_is_not_cards_is_refused_also_where_none_may_be_dealt(middle: object) -> None:
    described = croupier.game(EXAMPLE_GAMES["red-dog"]).example()
    assert "middle" not in described
    assert settle({**described, "middle": []}, game=EXAMPLE_GAMES["red-dog"]).state.settled
    with pytest.raises(Refused, match="middle"):
        settle({**described, "middle": middle}, game=EXAMPLE_GAMES["red-dog"])


@pytest.mark.parametrize("stake", ["0", "$0", "0.00", ".0", 10**14])
def test_a_schema_and_a_settlement_refuse_no_stake_and_one_without_end(stake: object) -> None:
    described = changed(MONTE, "seats.0.initial", stake)
    assert list(faults(described, croupier.game("monte").schema()))
    with pytest.raises(Refused):
        settle(described)


def test_a_number_that_cannot_even_be_written_is_refused() -> None:
    for place in ("seats.0.initial", "seats.0.seat", "seats.0.spot"):
        with pytest.raises(Refused, match="digits"):
            settle(changed(MONTE, place, 10**5000))
    with pytest.raises(Refused, match="too large"):
        cents_from(10**5000)


@pytest.mark.parametrize("house", [{None: 1}, {1: 1}, {("decks",): 8}])
def test_a_field_without_a_name_is_refused(house: dict[object, object]) -> None:
    with pytest.raises(Refused, match="is not the name of a field"):
        settle({**MONTE, "house": house})


def test_a_schema_escapes_only_what_its_patterns_must() -> None:
    spots = (Spot(1, "dark-blue", "*"), Spot(2, "pale grey", "#"), Spot(3, "red", "▲"))
    book = replace(game("casino-monte").rulebook(), spots=spots)
    pattern = spot_schema(book)["oneOf"][1]["pattern"]
    assert "\\-" not in pattern
    assert "\\ " not in pattern
    for word in ("Dark-Blue", "*", "PALE GREY", "#", "▲", "3"):
        assert re.search(pattern, word)
    assert not re.search(pattern, "dark_blue")


MISSHAPEN = [
    ("monte", MONTE, [("cards", "JdJs"), ("cards", ["Jd", "Js", "Jx"]), ("seats", []), ("seats.0.spot", 4)]),
    ("monte", MONTE, [("seats.0.spot", "green"), ("seats.0.initial", 0), ("seats.0.initial", "1.005"), ("x", 1)]),
    ("monte", MONTE, [("seats.0.raise", "check"), ("seats.0.seat", "1"), ("seats.0.seat", 7), ("house.decks", True)]),
    ("bac", COUP, [("player", ["9h"]), ("banker", "3sKsKd2c"), ("seats.0.dragon_7", 5), ("seats.0", {"seat": 1})]),
    ("bac", COUP, [("house.burn", "maybe"), ("house.burnt", True), ("seats.0.banker", "ten"), ("dice", [1])]),
    ("tcp", POKER, [("player_dealer", 7), ("player_dealer.wager", -1), ("player_dealer.exposed", "2"), ("seats", 1)]),
    ("tcp", POKER, [("seats.0.decision", "check"), ("seats.0.cards", "AsKd"), ("action_button", 1)]),
]


@pytest.mark.parametrize(
    ("name", "described", "place", "value"),
    [(name, described, place, value) for name, described, wrong in MISSHAPEN for place, value in wrong],
)
def test_a_schema_refuses_what_has_another_shape(
    name: str, described: dict[str, Any], place: str, value: object
) -> None:
    schema = croupier.game(name).schema()
    assert not list(faults(described, schema))
    assert list(faults(changed(described, place, value), schema))


@settings(max_examples=max(300, settings().max_examples))
@given(mutated())
def test_a_schema_takes_every_round_that_is_settled(described: dict[str, Any]) -> None:
    text = json.loads(json.dumps(described))
    try:
        of = settle(text).state.rulebook
    except Refused:
        return
    assert not list(faults(text, croupier.game(of).schema()))


@pytest.mark.parametrize("spot", [1, "1", "red", "RED", " Red ", "▲"])
@pytest.mark.parametrize("cards", ["J♦ J♠ J♥", "jd,js,jh", "JdJsJh", ["J♦", " Js", "jh"]])
@pytest.mark.parametrize("stake", [1, 2.5, "$1", "1.00", "$ 1"])
def test_a_schema_reads_cards_money_and_spots_as_settle_does(spot: object, cards: object, stake: object) -> None:
    described = {"game": "monte", "cards": cards, "seats": [{"seat": 1, "spot": spot, "initial": stake}]}
    try:
        settle(described)
        is_settled = True
    except Refused:
        is_settled = False
    assert (not list(faults(described, croupier.game("monte").schema()))) == is_settled


def test_a_model_alone_has_no_example() -> None:
    model = croupier.game("monte").model
    for ask in (croupier.game(model).example, croupier.game(model).schema):
        with pytest.raises(Refused, match="is a model"):
            ask()


SEVERAL = "baccarat: the description puts several slots in 'cards';"


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (
            Description(cards=(CardsField("cards", ("dealer",)),)),
            "baccarat: the description names the slot 'dealer'; cards are dealt to player, banker.",
        ),
        (
            Description(cards=(CardsField("cards", ("player", "banker")),)),
            f"{SEVERAL} 'player' may hold 2 to 3 cards, so it needs a field of its own.",
        ),
        (
            Description(decisions=(DecisionField("raise", "raised"),)),
            "baccarat: the description names the decision 'raise', which does not exist.",
        ),
    ],
)
def test_a_description_that_names_what_there_is_not_is_refused(kind: Description, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        shape_of(replace(game("baccarat").rulebook(), description=kind))
    assert str(refused.value) == sentence


# ── What strangers get wrong ─────────────────────────────────────────────────────────────────────────────────────────


def spoiled() -> Game:
    """Tie Breaker whose main wager has no line for a broken tie."""

    def build(of: Game, house: House) -> Rulebook:
        book = TIE_BREAKER.build(of, house)
        main, *others = book.wagers
        short = replace(main, lines=tuple(line for line in main.lines if line.id != "broken"))
        return replace(book, model=replace(book.model, wagers=(short, *others)))

    return replace(TIE_BREAKER, build=build)


def test_a_code_without_a_line_is_named_with_its_rule_and_deal() -> None:
    of = spoiled()
    with pytest.raises(Refused) as refused:
        settle(TIED, game=of)
    assert refused.value.reason == (
        "compared gives the code 3 for own Kd, more 2h, bank Kc, die 6, and the wager main has lines for 2, 1, 0 only; "
        "add a line for it"
    )


@rule
def by_suit(own: int) -> int:
    return own % 4


def test_the_exact_engine_finds_a_deal_too() -> None:
    book = TIE_BREAKER.rulebook()
    wager = replace(book.wagers[0], outcome=Rule(by_suit, ("own",)), lines=book.wagers[0].lines[2:])
    model = Model(id="suits", decks=1, draws=book.model.draws[:1], wagers=(wager,))
    assert deal_without_code(model, wager.outcome) == ("own 8h", 2)
    assert deal_without_code(model, wager.outcome, {3}) == ("own 9s", 3)
    assert deal_without_code(book.model, book.wagers[0].outcome) is None


def test_a_rule_that_takes_any_number_of_values_is_refused_in_plain_words() -> None:
    def any_of(*cards: int) -> int:
        return max(cards)

    book = TIE_BREAKER.rulebook()
    with pytest.raises(Refused) as refused:
        replace(book.model, wagers=(replace(book.wagers[0], outcome=Rule(any_of, ("own", "bank"))),), decisions=())
    assert refused.value.reason == (
        "tie-breaker: any_of takes *args, **kwargs or arguments by name only, which cannot be compiled; name each of "
        "the 2 values of own, bank as an argument of its own"
    )
