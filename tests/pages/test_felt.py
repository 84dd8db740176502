"""What is drawn on the felt: chips of any amount, stacks, the bank's wager, calls, and what was taken away."""

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from croupier.games import GAMES, game
from croupier.pages.art import pictures
from croupier.pages.felt import TAGS, Felt, Place, chips, print_size
from croupier.pages.places import stylesheet
from croupier.pages.posted import posted
from croupier.pages.results import places_of
from croupier.pages.scene import Pile, Scene
from croupier.rulebook import Circle, Game, Sign
from croupier.table import events as e
from tests.clauses import proves
from tests.example_games import EXAMPLES
from tests.high_card import HIGH_CARD
from tests.pages.table_story import TableStory

CIRCLE = Circle("ante", Sign("Ante"))


def drawn(cents: int) -> str:
    return str(chips([Pile(cents, 1)], CIRCLE))


@pytest.mark.parametrize(
    ("cents", "text", "colour", "size"),
    [
        (1_00, "1", "c1", "n1"),
        (25_00, "25", "c25", "n2"),
        (100_00, "100", "c100", "n3"),
        (25_50, "25.50", "c25", "n4"),
        (1000_50, "1,000.50", "c500", "n4"),
        (50, "0.50", "c1", "n4"),
    ],
)
def test_a_chip_says_its_whole_amount_in_letters_that_fit(cents: int, text: str, colour: str, size: str) -> None:
    assert f">{text}<" in drawn(cents)
    assert f"chip {colour} " in drawn(cents)
    assert f" {size}" in drawn(cents)


def test_a_stack_is_drawn_higher_the_more_chips_it_holds() -> None:
    assert [drawn(cents).count(" h1") for cents in (5_00, 100_00)] == [1, 1]
    assert " h2" in drawn(10_00)
    assert " h3" in drawn(99_00)


def test_a_printed_name_is_the_smaller_the_longer_its_longest_word() -> None:
    assert [print_size(text) for text in ("Ante", "6 Card Bonus", "Pair Plus", "Progressive", "")] == [
        *("w5", "w5", "w5", "w12", "w5")
    ]


def poker_scene(*events: e.Event) -> Scene:
    scene = Scene(game("three-card-poker").rulebook())
    for number, event in enumerate((e.RoundOpened(1, "red", 7, 3), *events), 1):
        scene.hear(number, event)
    return scene


STAKED = (e.WagerPlaced(3, "ante", 25_00, 0), e.DecisionMade(3, "play", 25_00, "player", "TCP-D11", "play"))
QUALIFIED = e.WagersStacked((3,), "play", "ante", "TCP-W2")


@proves("TCP-W2")
def test_a_stacked_wager_lies_on_the_other_and_leaves_its_own_place() -> None:
    before, after = (str(Felt(poker_scene(*STAKED, *more)).seat(3)) for more in ((), (QUALIFIED,)))
    assert before.count(">25<") == 2
    assert "on Ante" not in before
    assert after.count(">50<") == 1
    assert ">25<" not in after
    assert "on Ante" in after
    assert 'aria-label="Ante: $25 and $25"' in after


@proves("TCP-W4")
def test_the_banks_wager_shows_what_is_used_and_what_is_left_in_words() -> None:
    lost = e.WagerSettled(3, "ante", 25_00, "lose", None, -25_00, None, ("TCP-W2b",))
    felt = str(Felt(poker_scene(e.WagerPlaced(7, "bank", 100_00, 0), *STAKED, lost)).dealer())
    assert "Bank&#39;s wager $100: $25 used, $75 left" in felt
    assert 'width="25.00%"' in felt
    short = poker_scene(e.WagerPlaced(7, "bank", 25_00, 0), *STAKED, lost)
    assert "$25 used, $0 left; what it does not cover goes back" in str(Felt(short).dealer())


def test_a_round_that_is_called_off_says_so_across_the_felt() -> None:
    felt = str(Felt(poker_scene(*STAKED, e.RoundVoided(1, "a card fell", "TCP-R13"))).dealer())
    assert "The round is called off." in felt
    assert "a card fell" in felt
    assert 'data-clause="TCP-R13"' in felt


@proves("TCP-K3b")
def test_the_deck_in_the_shuffler_has_the_other_colour() -> None:
    scene = poker_scene(e.CardsDealt("seat 3", (1, 2, 3), face_up=False, clause="TCP-D6"))
    assert "back-red.svg" in str(Felt(scene).seat(3))
    assert "shuffler-blue.svg" in str(Felt(scene).dealer())
    assert "blue deck inside" in str(Felt(scene).dealer())


@proves("TCP-D7c")
def test_buttons_show_who_banks_and_where_the_action_begins() -> None:
    felt = Felt(poker_scene())
    assert ">Bank<" in str(felt.seat(7))
    assert ">Action<" in str(felt.seat(3))
    assert "TCP-D7c" in str(felt.seat(3))
    assert "puck" not in str(felt.seat(1))


@proves("TCP-D12")
def test_a_hand_that_was_picked_up_unseen_leaves_its_outline() -> None:
    dealt = e.CardsDealt("seat 3", (1, 2, 3), face_up=False, clause="TCP-D6")
    gone = str(Felt(poker_scene(dealt, e.CardsPickedUp(("seat 3",), "TCP-D12"))).seat(3))
    assert "card empty" in gone
    assert "back-red" not in gone


def test_a_long_name_is_there_in_full_for_whoever_asks() -> None:
    name = "W" * 24
    assert f'title="{name}"' in str(Felt(poker_scene(), {3: Place(3, name)}).seat(3))


def test_words_that_follow_from_the_round_are_on_the_felt() -> None:
    book = EXAMPLES["red-dog"].game.rulebook()
    scene = Scene(book)
    assert "Spreads pay 5, 4, 2 and 1 to 1" in str(Felt(scene).dealer())
    left, right = (e.CardsDealt(slot, (card,), face_up=True, clause="") for slot, card in (("left", 0), ("right", 5)))
    scene.hear(1, left)
    scene.hear(2, right)
    assert "Spreads pay" not in str(Felt(scene).dealer())


@proves("TCP-FEE5")
def test_limits_fees_and_every_paytable_in_force_are_posted() -> None:
    poker = "".join(map(str, posted(game("tcp").rulebook(game("tcp").house({"collection": 2})))))
    assert "$50 or more" in poker
    assert "Player-dealer, Antes of $200 in all or less" in poker
    assert poker.count("<section") == 4
    monkey = "".join(map(str, posted(game("bac").rulebook(game("bac").house({"lucky_monkey_paytable": 4})))))
    assert "75 to 1" in monkey
    assert "LM-T" in monkey


# ── Any game ─────────────────────────────────────────────────────────────────────────────────────────────────────────

EVERY = [*map(game, GAMES), *(example.game for example in EXAMPLES.values()), HIGH_CARD]


class Classes(HTMLParser):
    """The elements of a page with a class, and the pictures."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.pictures: set[str] = set()
        self.classes: set[str] = set()
        self.inline: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        given = dict(attrs)
        self.classes.update((given.get("class") or "").split())
        if tag == "img":
            self.pictures.add((given["src"] or "").removeprefix("/art/"))
        self.inline += [name for name in given if name == "style" or name.startswith("on")]


def placed(classes: set[str]) -> Iterator[str]:
    """The classes that give a thing its place."""
    yield from (each for each in classes if each[0] in "tik" and each[1:].isdecimal())


@pytest.mark.parametrize("of", EVERY, ids=lambda of: of.id)
def test_everything_drawn_has_its_place_its_picture_and_no_style_of_its_own(of: Game) -> None:
    story = TableStory(of if of.id not in GAMES else of.id, seed=2)
    book = story.small.table(story.table).state.rulebook
    style, there = stylesheet(book.felt, book.seats), pictures()
    seen: set[str] = set()
    for _ in story.moves(rounds=1):
        page = Classes(story.page(story.people[0]))
        assert not page.inline
        assert page.pictures <= set(there)
        seen |= set(placed(page.classes))
    assert seen
    assert [each for each in sorted(seen) if f".{each}{{" not in style] == []


def test_a_card_that_is_turned_over_is_told_from_one_that_is_dealt_face_up() -> None:
    dealt = e.CardsDealt("player-dealer", (1, 2, 3), face_up=False, clause="TCP-D6")
    turned = e.CardsExposed("player-dealer", (2,), (3,), "TCP-D8")
    felt = str(Felt(poker_scene(dealt, turned)).dealer())
    assert felt.count("turned") == 1


def test_a_decision_that_the_table_made_for_somebody_silent_says_so() -> None:
    places = {3: Place(3, "Ada", "fold")}
    silent, heard = (
        str(Felt(poker_scene(e.DecisionMade(3, "fold", 0, by, "TCP-D11", "play")), places).seat(3))
        for by in (e.TABLE, e.PLAYER)
    )
    assert "fold · silent" in silent
    assert "silent" not in heard


def test_odds_that_a_layout_prints_in_a_place_are_drawn_there() -> None:
    felt = Felt(Scene(EXAMPLES["casino-war"].game.rulebook()))
    assert "<small>10 to 1</small>" in str(felt.seat(1))


def test_third_cards_of_baccarat_lie_across_on_the_outside() -> None:
    regions = {region.slot: region.parts for region in game("baccarat").rulebook().felt.regions(7) if region.parts}
    player, banker = regions["player"], regions["banker"]
    assert [part.x for part in player] == sorted((part.x for part in player), reverse=True)
    assert [part.x for part in banker] == sorted(part.x for part in banker)
    assert all(hand[2].width * 1.6 > hand[2].height for hand in (player, banker))


def test_a_seat_without_a_wager_in_an_earlier_round_is_not_called_free() -> None:
    assert "free</span>" not in str(Felt(poker_scene(*STAKED), places_of(poker_scene(*STAKED))).seat(4))
    story = TableStory("three-card-poker")
    assert "free</span>" in story.parts(story.watcher)["seat-7"]


@pytest.mark.parametrize("tag", TAGS)
def test_a_seat_where_soon_nobody_may_answer_is_marked_in_words_and_drawn_otherwise(tag: str) -> None:
    seat = str(Felt(poker_scene(*STAKED), {3: Place(3, "Bea", tag=tag)}).seat(3))
    assert f'title="{TAGS[tag]}">{tag}</abbr>' in seat
    assert f" {tag}" in seat.partition(">")[0], "its style has something to hold on to"
    assert "</abbr>" not in str(Felt(poker_scene(*STAKED), {3: Place(3, "Bea")}).seat(3))


def test_the_cut_card_lies_by_the_shoe_until_the_cards_are_shuffled() -> None:
    scene = Scene(game("baccarat").rulebook())
    found = []
    happened: tuple[e.Event, ...] = (e.RoundOpened(1, "", 0, 0), e.CutCardAppeared("LM-R6"), e.CardsShuffled("", ""))
    for number, event in enumerate(happened, 1):
        scene.hear(number, event)
        found.append('aria-label="the cut card"' in str(Felt(scene).dealer()))
    assert found == [False, True, False]
