"""The felt as data: everything has a place, nothing lies upon anything else, and clauses about the felt are on it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import cos, hypot, radians, sin

import pytest
from rich.console import Console

from croupier.cards import cards_from
from croupier.cli.play import drawing
from croupier.errors import Refused
from croupier.games import GAMES, game
from croupier.identity import rulebook_digest
from croupier.rulebook import (
    OWN_HAND,
    CardPlaces,
    Choice,
    Circle,
    Fixture,
    FixtureKind,
    Game,
    Habits,
    Kind,
    Layout,
    Rulebook,
    Sign,
    Whole,
    Words,
    YesNo,
    owner_of,
)
from croupier.rulebook.default_layout import default_layout
from croupier.rulebook.geometry import Area
from croupier.rulebook.layout import Region
from croupier.table.core import open_table
from croupier.table.view import view
from tests.contract import clause_ids
from tests.high_card import HIGH_CARD

EVERY_GAME = [*map(game, GAMES), HIGH_CARD]
Point = tuple[float, float]


def under(of: Game, **rules: object) -> Rulebook:
    """A game under some house rules."""
    return of.rulebook(of.house(rules))


def seat_counts(of: Game) -> Iterator[Rulebook]:
    """A game with every number of seats that a house may have."""
    there = under(of).seats
    for parameter in of.parameters:
        if isinstance(parameter.kind, Whole) and parameter.default == there:
            fewer = parameter.kind.least
            if under(of, **{parameter.name: fewer}).seats != there:
                for seats in range(parameter.kind.least, parameter.kind.most + 1):
                    yield under(of, **{parameter.name: seats})
                return
    yield under(of)


def readings(of: Game) -> Iterator[Rulebook]:
    """A game as usual, and with each of its choices changed alone."""
    yield under(of)
    for parameter in of.parameters:
        match parameter.kind:
            case Choice(words=options):
                yield from (under(of, **{parameter.name: option}) for option in options)
            case YesNo():
                yield under(of, **{parameter.name: not parameter.default})


# ── Places ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def outline(area: Area, aspect: float) -> list[Point]:
    """The corners of an area on a felt of height 1, worked out here once more."""
    turn = radians(area.turn)
    half = area.width * aspect / 2, area.height / 2
    return [
        (
            area.x * aspect + a * half[0] * cos(turn) - b * half[1] * sin(turn),
            area.y + a * half[0] * sin(turn) + b * half[1] * cos(turn),
        )
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def shared(one: list[Point], other: list[Point]) -> float:
    """The area that two convex outlines share, cut side by side."""
    left = one
    for (ax, ay), (bx, by) in zip(other, [*other[1:], other[0]], strict=True):
        kept: list[Point] = []
        for (px, py), (qx, qy) in zip(left, [*left[1:], left[0]], strict=True):
            p, q = ((bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in ((px, py), (qx, qy)))
            if p >= 0:
                kept.append((px, py))
            if p * q < 0:
                kept.append((px + (qx - px) * p / (p - q), py + (qy - py) * p / (p - q)))
        left = kept
        if not left:
            return 0.0
    return abs(sum(px * qy - qx * py for (px, py), (qx, qy) in zip(left, [*left[1:], left[0]], strict=True))) / 2


def lies_on_felt(x: float, y: float) -> bool:
    """Whether a point lies within straight sides above and half an ellipse below."""
    return 0 <= x <= 1 and y >= 0 and (y <= 0.58 or hypot((x - 0.5) / 0.5, (y - 0.58) / 0.42) <= 1)


def assert_apart(regions: tuple[Region, ...], aspect: float) -> None:
    """Assert that all regions lie on the felt and apart from each other, and their parts within them."""
    outlines = [outline(region.area, aspect) for region in regions]
    for region, corners in zip(regions, outlines, strict=True):
        assert all(lies_on_felt(x / aspect, y) for x, y in corners), f"{region} lies beside the felt"
        assert min(region.area.width, region.area.height) > 0
        for part in region.parts:
            drawn = outline(part, aspect)
            assert shared(drawn, corners) == pytest.approx(part.width * part.height * aspect), "a card sticks out"
        for place, neighbour in combinations(region.parts, 2):
            assert shared(outline(place, aspect), outline(neighbour, aspect)) < 1e-9
    for (one, first), (other, second) in combinations(zip(regions, outlines, strict=True), 2):
        reach = hypot(one.area.width, one.area.height) + hypot(other.area.width, other.area.height)
        if hypot(one.area.x - other.area.x, one.area.y - other.area.y) <= reach:
            assert shared(first, second) < 1e-9, f"{one} and {other} overlap"


def test_what_overlaps_is_found() -> None:
    square = Area(0.5, 0.5, 0.2, 0.32, 0)
    near = Area(0.69, 0.5, 0.2, 0.32, 0)
    assert shared(outline(square, 1.6), outline(near, 1.6)) == pytest.approx(0.01 * 1.6 * 0.32)
    assert shared(outline(square, 1.6), outline(near._replace(turn=45), 1.6)) > 0.001
    with pytest.raises(AssertionError, match="overlap"):
        assert_apart((Region(Words("one"), square), Region(Words("two"), near)), 1.6)
    with pytest.raises(AssertionError, match="beside the felt"):
        assert_apart((Region(Words("one"), Area(0.05, 0.95, 0.1, 0.1)),), 1.6)


@pytest.mark.parametrize("of", EVERY_GAME, ids=lambda of: of.id)
def test_nothing_overlaps_and_all_lies_on_the_felt_at_every_number_of_seats(of: Game) -> None:
    counts = set()
    for book in seat_counts(of):
        counts.add(book.seats)
        assert_apart(book.felt.regions(book.seats), book.felt.aspect)
        assert_apart(default_layout(book).regions(book.seats), book.felt.aspect)
    assert counts in ({under(of).seats}, set(range(1, max(counts) + 1)))


@pytest.mark.parametrize("of", EVERY_GAME, ids=lambda of: of.id)
def test_seats_lie_on_an_arc_opposite_the_dealer_clockwise_from_the_dealers_left(of: Game) -> None:
    book = under(of)
    regions = book.felt.regions(book.seats)
    names = [r for r in regions if isinstance(r.item, Fixture) and r.item.kind is FixtureKind.NAME]
    assert [region.seat for region in names] == list(range(1, book.seats + 1))
    across = [region.area.x for region in names]
    assert across == sorted(across, reverse=True), "seat 1 is on the right as players see it"
    depth = [region.area.y for region in names]
    lowest = depth.index(max(depth))
    assert depth == sorted(depth[: lowest + 1]) + sorted(depth[lowest + 1 :], reverse=True)
    dealers = [region.area.y for region in regions if not region.seat]
    assert max(dealers) < min(depth)


@pytest.mark.parametrize("of", EVERY_GAME, ids=lambda of: of.id)
def test_every_wager_has_a_circle_at_every_seat_and_every_slot_its_places(of: Game) -> None:
    for book in readings(of):
        regions = book.felt.regions(book.seats)
        for seat in range(1, book.seats + 1):
            circles = [r.item for r in regions if r.seat == seat and isinstance(r.item, Circle)]
            assert {circle.wager for circle in circles} == {wager.id for wager in book.wagers}
            spots = [circle.spot for circle in circles if circle.spot]
            assert spots == [spot.number for spot in book.spots]
        slots = {region.slot for region in regions if region.slot}
        assert slots == set(book.slots)
        for slot, dealt in book.slots.items():
            assert book.felt.cards(slot).most >= dealt.most


def test_a_card_keeps_its_shape_wherever_it_lies() -> None:
    book = under(game("three-card-poker"))
    shapes = {round(p.width * book.felt.aspect / p.height, 6) for r in book.felt.regions(7) for p in r.parts}
    assert shapes == {round(5 / 7, 6)}


# ── What is printed, and captions ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("id_", GAMES)
def test_every_physical_clause_about_the_felt_is_on_the_layout(id_: str) -> None:
    of = game(id_)
    physical = {clause.id for clause in of.clauses if clause.kind is Kind.PHYSICAL}
    drawn = {clause for book in readings(of) for clause in book.felt.cited()}
    assert physical <= drawn
    assert all(of.clause(id_) for id_ in drawn)


def test_odds_on_the_felt_follow_the_house_rules() -> None:
    words = [item.says for item in under(game("baccarat"), tie_pays=9).felt.table if isinstance(item, Words)]
    assert words == ["Tie pays 9 to 1 · Banker pays 1 to 1 less 5%"]
    pays = {circle.wager: circle.pays for circle in default_layout(under(game("baccarat"))).circles}
    assert pays == {"player": "1 to 1", "banker": "19 to 20", "tie": "8 to 1", "lucky_monkey": ""}


@pytest.mark.parametrize(
    ("of", "slot", "cards", "called"),
    [
        ("baccarat", "player", "9c 8d", "7"),
        ("baccarat", "banker", "Kc", "0"),
        ("baccarat", "banker", "Kc 4d 5h", "9"),
        ("three-card-poker", "player-dealer", "Qs Qh", ""),
        ("three-card-poker", "player-dealer", "Qs 6h 4d", "High card, qualifies"),
        ("three-card-poker", "player-dealer", "Js 6h 4d", "High card, does not qualify"),
        ("three-card-poker", "seat 3", "2s 2h 4d", "One pair"),
        ("three-card-poker", "seat 3", "2s 4s 9s", "Flush"),
        ("casino-monte", "position 1", "2s", ""),
        ("baccarat", "player", "", ""),
    ],
)
def test_captions_name_the_cards_that_are_known(of: str, slot: str, cards: str, called: str) -> None:
    assert under(game(of)).felt.cards(slot).called(cards_from(cards) if cards else ()) == called


def test_die_faces_and_colours_of_casino_monte_are_printed_where_the_die_sends_the_card() -> None:
    places = [item for item in under(game("casino-monte")).felt.table if isinstance(item, CardPlaces)]
    assert [(str(place.sign), place.faces) for place in places] == [
        ("▲ red", (1, 2)),
        ("● white", (3, 4)),
        ("■ blue", (5, 6)),
    ]


def test_a_layout_that_leaves_a_wager_or_a_slot_out_is_completed() -> None:
    book = under(HIGH_CARD)
    partly = Layout(rows=((CardPlaces("left", 1, Sign("Left")),),), seat=(Circle("bet", Sign("Ante")),))
    whole = replace(book, layout=partly).felt
    assert [str(circle.sign) for circle in whole.circles] == ["Ante", "Double", "Pair", "Suited"]
    assert {item.slot for item in whole.table if isinstance(item, CardPlaces)} == {"left", "right", "hidden"}
    assert_apart(whole.regions(7), whole.aspect)


def test_a_paytable_that_a_layout_leaves_out_is_posted_and_takes_no_room_on_the_felt() -> None:
    felt = under(game("baccarat"), lucky_monkey_paytable=3).felt
    assert [(fixture.wager, fixture.clauses) for fixture in felt.posted] == [("lucky_monkey", ("LM-T",))]
    assert not set(felt.posted) & {region.item for region in felt.regions(7)}
    assert not set(felt.posted) & set(felt.on_felt)


def test_cards_lie_in_the_middle_of_their_row_whatever_stands_beside_them() -> None:
    for of, rules in (("three-card-poker", {}), ("casino-monte", {}), ("baccarat", {}), ("baccarat", {"seats": 3})):
        book = under(game(of), **rules)
        cards = [region.area.x for region in book.felt.regions(book.seats) if region.parts and not region.seat]
        assert sum(cards) / len(cards) == pytest.approx(0.5, abs=1e-6)


def test_a_game_without_a_layout_gets_one_from_its_procedure() -> None:
    felt = under(HIGH_CARD).felt
    assert [item.kind for item in felt.table if isinstance(item, Fixture)] == [
        FixtureKind.DIE_CUP,
        FixtureKind.DISCARD_RACK,
        FixtureKind.SHUFFLER,
    ]
    assert felt.hand == CardPlaces(OWN_HAND, 2)
    assert [item.slot for item in felt.table if isinstance(item, CardPlaces)] == ["left", "right", "hidden"]
    assert all(not owner_of(item.slot) for item in felt.table if isinstance(item, CardPlaces))


@pytest.mark.parametrize("file", ["cli/play", "settlement/text.py", "record/narration.py", "rulebook"])
def test_what_draws_and_tells_a_table_names_no_game(file: str, request: pytest.FixtureRequest) -> None:
    source = request.config.rootpath / "src" / "croupier" / file
    ids = {id_ for name in GAMES for id_ in clause_ids(game(name))}
    for module in [source] if source.is_file() else sorted(source.glob("*.py")):
        text = module.read_text(encoding="utf-8")
        if file != "rulebook":
            assert not ids & set(re.findall(r"\b[A-Z]+-\w+\b", text)), f"{module.name} names a clause"
        assert not re.search(r"croupier\.games\.\w+", text), f"{module.name} imports a game"
        assert not any(f'"{id_}"' in text for id_ in GAMES), f"{module.name} names a game"


@pytest.mark.parametrize("of", EVERY_GAME, ids=lambda of: of.id)
def test_neither_the_felt_nor_habits_are_part_of_the_rules_in_force(of: Game) -> None:
    book = under(of)
    bare = replace(book, layout=None, habits=Habits())
    assert rulebook_digest(bare) == rulebook_digest(book)


# ── What cannot be drawn ─────────────────────────────────────────────────────────────────────────────────────────────

NAN = float("nan")
PLACE = CardPlaces("dealer", 1)
CIRCLE = Circle("bet", Sign("Bet"))
UNDRAWABLE: dict[str, Layout] = {
    **{f"`aspect` of the layout is {shape}": Layout(aspect=shape) for shape in (0, -1, NAN, float("inf"), 1e6)},
    **{f"`seat_shape` of the layout is {shape}": Layout(seat_shape=shape) for shape in (0, NAN, 1e6)},
    **{f"the layout has {n} places": Layout(rows=((PLACE._replace(places=n),),)) for n in (-1, 10**6)},
    "and room 1000000": Layout(rows=((PLACE._replace(room=10**6),),)),
    "the layout prints the die faces 1 and 0": Layout(rows=((PLACE._replace(faces=(1, 0)),),)),
    'a circle for "nothing"; the wagers are bet': Layout(seat=(CIRCLE._replace(wager="nothing"),)),
    'a circle for "bet" on spot 9': Layout(seat=(CIRCLE._replace(spot=9),)),
    **{f'the circle for "bet" has size {size}': Layout(seat=(CIRCLE._replace(size=size),)) for size in (0, NAN, 2)},
    **{f"has size 0.28 at {at}": Layout(seat=(CIRCLE._replace(at=at),)) for at in ((NAN, 0.5), (0.5, 7))},
    'the paytable of "nothing"': Layout(rows=((Fixture(FixtureKind.PAYTABLE, wager="nothing"),),)),
    'the layout cites the clause "HC-99"': Layout(clauses=("HC-99",)),
    "a layout with bands has no room for a seat's own cards": Layout(seat=(CardPlaces(OWN_HAND, 2),), bands=True),
}


def with_layout(layout: Layout) -> Game:
    return replace(HIGH_CARD, build=lambda made, house: replace(HIGH_CARD.build(made, house), layout=layout))


@pytest.mark.parametrize(("told", "layout"), UNDRAWABLE.items(), ids=UNDRAWABLE)
def test_a_layout_that_cannot_be_drawn_is_refused_with_its_part(told: str, layout: Layout) -> None:
    with pytest.raises(Refused, match=re.escape(told)):
        with_layout(layout).rulebook()


def test_die_faces_without_a_sign_are_drawn_as_numbers() -> None:
    book = with_layout(Layout(rows=((PLACE._replace(faces=(6, 7, 20)),),))).rulebook()
    table = view(open_table(book.game).state)
    console = Console(record=True, width=80)
    console.print(drawing.table(table, book, 80))
    assert "⚅ 7 20" in console.export_text()
