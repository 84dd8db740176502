"""What pages tell: the same to viewers with the same rights, nothing of hidden cards, and what people wrote as text."""

import re
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace
from html.parser import HTMLParser

import htpy as h
import pytest
from markupsafe import Markup

from croupier.games import GAMES
from croupier.house import requests as r
from croupier.pages import drawings, table_page
from croupier.pages.felt import Place
from croupier.pages.scene import Scene
from croupier.web.table_pages import sight_of
from tests.house.small_house import SmallHouse
from tests.house.test_listing import MONTE, POKER, STUD, Twin
from tests.pages.table_story import TableStory


def without_key(text: str) -> str:
    """A fragment without the key of its commands, which is each viewer's own."""
    return re.sub(r'name="key" value="\w+"', "", text)


@pytest.mark.parametrize("of", GAMES)
def test_two_who_watch_are_sent_the_same_bytes(of: str) -> None:
    story = TableStory(of, seed=3)
    other = story.small.enter("Another")
    told = 0
    for _ in story.moves(rounds=2):
        one, two = (
            {id_: without_key(text) for id_, text in story.parts(who).items()} for who in (story.watcher, other)
        )
        assert one == two
        told += 1
    assert told > 5


class PageTwin(Twin):
    """A table at which the pages of a viewer are noted."""

    def note(self) -> None:
        small = self.small
        parts = table_page.fragments(sight_of(small.house, self.table, self.viewer, small.now))
        self.noted.append("".join(map(str, parts.values())))


@pytest.mark.parametrize("viewer", [0, 1, 3])
@pytest.mark.parametrize("game", [MONTE, POKER, STUD.id])
def test_other_hidden_cards_give_the_same_page_until_they_are_shown(game: str, viewer: int) -> None:
    trial = PageTwin(game, viewer)
    assert len(list(trial.play())) > 2 * len(trial.people)
    one, other = PageTwin(game, viewer), PageTwin(game, viewer)
    other.swap(trial.hidden_places())
    for _ in zip(one.play(), other.play(), strict=False):
        if one.is_over:
            break
        one.note()
        other.note()
    assert one.noted == other.noted
    assert len(one.noted) > 2 * len(one.people)


def test_the_check_above_finds_a_scene_that_shows_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.pages.scene.may_see", lambda *_, **__: True)
    with pytest.raises(AssertionError):
        test_other_hidden_cards_give_the_same_page_until_they_are_shown(POKER, 0)


# ── What is kept ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("of", GAMES)
def test_what_is_kept_for_others_is_what_would_be_drawn_anew(of: str, monkeypatch: pytest.MonkeyPatch) -> None:
    story = TableStory(of, seed=5)
    shared: OrderedDict[Hashable, Markup] = OrderedDict()
    viewers = (*story.people, story.watcher)
    for _ in story.moves(rounds=1):
        for who in viewers:
            monkeypatch.setattr(drawings, "DRAWN", shared)
            kept = story.parts(who)
            monkeypatch.setattr(drawings, "DRAWN", OrderedDict())
            assert kept == story.parts(who)


def test_the_check_above_finds_what_is_kept_for_viewers_with_other_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = drawings.frozen

    def frozen(thing: object) -> Hashable:
        """As if it did not matter who sees which cards."""
        if isinstance(thing, Scene):
            return exact(replace(thing, slots={}))
        return exact(replace(thing, is_mine=False) if isinstance(thing, Place) else thing)

    monkeypatch.setattr(drawings, "frozen", frozen)
    with pytest.raises(AssertionError, match="seat-"):
        test_what_is_kept_for_others_is_what_would_be_drawn_anew(POKER, monkeypatch)


def test_a_part_is_drawn_once_for_all_who_may_know_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    story = TableStory(POKER, seed=3)
    another = story.small.enter("Another")
    monkeypatch.setattr(drawings, "DRAWN", OrderedDict())
    for _ in story.moves(rounds=1):
        story.parts(story.watcher)
        before = drawings.DRAWN.copy()
        story.parts(another)
        assert drawings.DRAWN.keys() == before.keys()


def test_everybody_is_you_in_their_own_words_only() -> None:
    story = TableStory(MONTE, seed=3)
    said: dict[str, set[str]] = {who: set() for who in (*story.people, story.watcher)}
    for _ in story.moves(rounds=1):
        for who, lines in said.items():
            lines.update(re.findall(r"(You|Player \d) bets? ", story.parts(who)["log"]))
    one, two = story.people
    assert said == {one: {"You", "Player 2"}, two: {"Player 1", "You"}, story.watcher: {"Player 1", "Player 2"}}


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawings, "DRAWN", OrderedDict())
    monkeypatch.setattr(drawings, "KEPT", 3)

    def draw(text: str) -> h.Element:
        return h.p[text]

    for text in ("a", "b", "c", "a", "d"):
        assert drawings.drawn(draw, text) == f"<p>{text}</p>"
    assert [str(text) for text in drawings.DRAWN.values()] == ["<p>c</p>", "<p>a</p>", "<p>d</p>"]


class Elements(HTMLParser):
    """The elements, attributes and texts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.texts.append(data)


HOSTILE = ("<b>Ada</b>", '"><script>x()', "<img src=x onerror=y", "' autofocus='", "&lt;i&gt;", "</p></section>")
REASON = '<script src="https://elsewhere.test"></script><style>*{}</style>'


@pytest.mark.parametrize("name", HOSTILE)
def test_names_and_reasons_that_try_to_be_markup_stay_text(name: str) -> None:
    pages = {}
    for called, reason, table_name in ((name, REASON, name), ("Zoe", "a card fell", "Table 1")):
        small = SmallHouse(2)
        unit = small.operate(r.OpenTable("three-card-poker", table_name, {}, {"house_run": 2}))
        table = str(unit.answer.body["table"])
        ada, bob = small.pair(table, 1, 2)
        third = small.enter(called)
        small.ask(r.Sit(6, 100_00), guest=third, table=table)
        small.until_betting(table, ada, bob, third, bank=ada)
        small.act(table, third, r.Bet({"ante": 5_00}))
        small.operate(r.VoidRound(reason), table)
        pages[called] = str(table_page.page(sight_of(small.house, table, bob, small.now)))
    hostile, usual = Elements(pages[name]), Elements(pages["Zoe"])
    assert hostile.tags == usual.tags
    assert hostile.attributes == usual.attributes
    assert any(name in text for text in hostile.texts)
    assert any(REASON in text for text in hostile.texts)
