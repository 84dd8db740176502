"""The lobby: what is played here, who is there, what each wager costs, and a way to each table.

A page is made from values alone. When something changes, the cards that changed are sent again, by their ids.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import htpy as h

from croupier.money import price
from croupier.pages.frame import NOTICE, document, hidden, wordmark
from croupier.pages.house_rules import InWords, caption
from croupier.rulebook import Game

STYLES: Final = ("/static/lobby.css",)
SCRIPT: Final = "/static/lobby.js"
HERE: Final = "page"
WAYS: Final = (
    ("Lobby", "/"),
    ("Open a table", "/open"),
    ("My rounds", "/rounds"),
    ("What does this pay?", "/settle"),
)
"""The pages around the tables, and where they are."""
WHAT_THIS_IS: Final = (
    "Casino table games, dealt in your browser from their published rules. Every step names its clause.",
    "Cards are sealed before you bet and opened afterwards, so you can prove each one.",
)
BASIS: Final = "House edges are exact: counted over every deal, of the first stake under best play, before fees."
WORDS: Final = {
    "open": "open",
    "paused": "paused",
    "closing": "closing after this round",
    "faulted": "stopped",
    "closed": "closed",
}


# ── What a page is made from ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class WagerRow:
    """A wager as the lobby lists it."""

    label: str
    limits: str
    edge: str
    """As a percentage; empty where it is not known."""
    exact: str = ""


@dataclass(frozen=True)
class GameCard:
    """A game that may be played."""

    id: str
    title: str
    goal: str
    player_banked: bool
    own_table: str = ""
    """The guest's private table of it, where there is one."""

    @classmethod
    def of(cls, game: Game, own_table: str = "") -> "GameCard":
        return cls(game.id, game.title, game.goal, game.rulebook().player_banked, own_table)


@dataclass(frozen=True)
class TableCard:
    """A table as one guest may know it."""

    id: str
    name: str
    game: str
    title: str
    status: str
    reason: str
    seats: int
    free: int
    people: int
    house_run: int
    """How many house-run players sit, or will when somebody comes."""
    bank: str
    wagers: tuple[WagerRow, ...]
    why_no_edge: str
    """Why edges are not known; empty where they are."""
    fees: tuple[InWords, ...]
    rules: tuple[tuple[str, str, str], ...]
    """House rules that are not the usual ones."""
    clocks: str
    opened_by: str
    """The name of the guest who opened it; empty for one of the house."""
    is_private: bool
    is_own: bool
    seat: int
    address: str
    """Where a private table is joined; empty for others."""
    key: str


@dataclass(frozen=True)
class Me:
    """The guest."""

    name: str
    chips: int


@dataclass(frozen=True)
class Hall:
    """Everything that a guest sees of the lobby."""

    me: Me
    games: tuple[GameCard, ...]
    tables: tuple[TableCard, ...]
    key: str
    left_out: int = 0
    """How many more tables there are."""
    problem: str = ""


# ── Whoever has no session ───────────────────────────────────────────────────────────────────────────────────────────


def welcome(
    games: Sequence[GameCard], *, name: str = "", problem: str = "", next_page: str = "", people: int = 0
) -> h.Element:
    """What somebody without a session meets."""
    return document(
        "Welcome",
        h.header(".top")[wordmark()],
        h.main(".hall.welcome")[
            h.section(".hello")[
                h.h1["Sit down, bet, and see every rule applied."],
                (h.p[line] for line in WHAT_THIS_IS),
                h.p[NOTICE, " No account, no e-mail, no tracking: a session ends by itself."],
            ],
            h.form(".box.enter", method="post", action="/enter")[
                hidden(next=next_page) if next_page else None,
                h.label(for_="name")["Your name at the table"],
                h.input(
                    "#name",
                    name="name",
                    value=name,
                    required=True,
                    maxlength="24",
                    autocomplete="nickname",
                    aria_describedby="name-note",
                ),
                h.p("#name-note.note")["A suggestion; change it if you like. Others see it where you sit."],
                problem and h.p(".bad", role="alert")[problem],
                enter_buttons(games, next_page, people),
            ],
            h.nav(".note.foot", aria_label="More")[
                h.a(href="/carry")["Bring a session from another device"],
                (h.a(href=f"/rules/{game.id}")[f"Rules of {game.title}"] for game in games),
            ],
        ],
        styles=STYLES,
    )


def enter_buttons(games: Sequence[GameCard], next_page: str, people: int) -> h.Node:
    """One click comes in; for who was not invited to a table, it also opens one."""
    if next_page:
        return [
            h.button(".act.on", name="play", value="")["Come in"],
            h.p(".note")["You were invited to a table: you go straight there."],
        ]
    return h.div(".choices")[
        (enter_button(game, is_main=not place) for place, game in enumerate(games)),
        h.button(".act.quiet", name="play", value="")[h.span["Come in and look around", h.small[people_words(people)]]],
    ]


def enter_button(game: GameCard, *, is_main: bool = False) -> h.Element:
    label = "Come in and play" if is_main else "Play"
    return h.button(class_=["act", {"on": is_main}], name="play", value=game.id)[
        h.span[f"{label} {game.title}", h.small["alone, with house-run players"]]
    ]


def people_words(people: int) -> str:
    return "nobody sits yet" if not people else f"{people} {'person sits' if people == 1 else 'people sit'} now"


def bounce(path: str) -> h.Element:
    """Sends a browser that comes from another site to the same page once more, because only then it tells who it is."""
    return h.html(lang="en")[
        h.head[h.meta(charset="utf-8"), h.title["Croupier"], h.meta(http_equiv="refresh", content=f"0; url={path}")],
        h.body[h.p[h.a(href=path)["Go on"]]],
    ]


def sorry(title: str, reason: str) -> h.Element:
    """A page that says why there is no other."""
    return document(
        title,
        top("", None),
        h.main(".hall.narrow")[
            h.section(".box.sorry")[h.h1[title], h.p[reason], h.p[h.a(".act.on", href="/")["To the lobby"]]]
        ],
        styles=STYLES,
    )


# ── The lobby ────────────────────────────────────────────────────────────────────────────────────────────────────────


def top(here: str, me: Me | None) -> h.Element:
    """The head of every page around the tables."""
    return h.header(".top")[
        wordmark(),
        h.nav(".ways", aria_label="Pages")[
            (h.a(href=href, aria_current=HERE if here == label else None)[label] for label, href in WAYS)
        ],
        purse(me) if me else None,
    ]


def purse(me: Me) -> h.Element:
    return h.a("#purse.purse.session", href="/session", aria_label=f"Session of {me.name}, wallet {price(me.chips)}")[
        h.small[me.name], h.b[price(me.chips)]
    ]


def page(hall: Hall) -> h.Element:
    """The whole lobby."""
    return document(
        "Lobby",
        h.a(".skip", href="#tables")["To the tables"],
        top("Lobby", hall.me),
        h.main(".hall")[
            hall.problem and h.p(".box.bad.problem", role="alert")[hall.problem],
            h.section(aria_labelledby="alone")[
                h.h1("#alone")["Play alone now"],
                h.p(".note")["A private table with house-run players, who are marked as such. One click and you sit."],
                h.ul(".games")[(game_card(hall, game) for game in hall.games)],
            ],
            h.section(aria_labelledby="all")[
                h.h2("#all.big")["Tables"],
                h.p(".note")[BASIS],
                tables(hall),
                h.p("#more.note")[f"{hall.left_out} more tables are not listed." if hall.left_out else ""],
            ],
            h.p(".note.foot")[NOTICE],
        ],
        styles=STYLES,
        script=SCRIPT,
    )


def fragments(hall: Hall) -> dict[str, str]:
    """What changes on the page while somebody looks, by the ids of elements."""
    found = {"purse": str(purse(hall.me)), "order": " ".join(card.id for card in hall.tables)}
    return found | {f"table-{card.id}": card_text(card) for card in hall.tables}


def tables(hall: Hall) -> h.Element:
    """All tables."""
    return h.ul("#tables.tables")[(card_of(card) for card in hall.tables)]


def game_card(hall: Hall, game: GameCard) -> h.Element:
    return h.li(".box.game")[
        h.h2[game.title],
        h.p[game.goal],
        h.div(".doors")[
            h.a(".act.on", href=f"/table/{game.own_table}")["Go on"] if game.own_table else play_buttons(hall, game),
            h.a(".act.quiet", href=f"/rules/{game.id}")["Rules"],
        ],
    ]


def play_buttons(hall: Hall, game: GameCard) -> h.Element:
    banked = game.player_banked
    return h.form(method="post", action="/play")[
        hidden(key=hall.key, game=game.id),
        h.button(".act.on", name="bank", value="house")[h.span["Play alone", banked and h.small["another banks"]]],
        banked and h.button(".act", name="bank", value="me")[h.span["Play alone", h.small["and bank"]]],
    ]


@lru_cache(maxsize=2048)
def card_text(card: TableCard) -> str:
    """A card as it is sent; the same card is made once for everybody."""
    return str(card_of(card))


def card_of(card: TableCard) -> h.Element:
    """A table."""
    is_open = card.status == "open"
    return h.li(f"#table-{card.id}", class_=["box", "table", {"mine": bool(card.seat) or card.is_own}])[
        h.div(".head")[
            h.h3[card.name],
            h.p(".sub")[
                card.title if card.title != card.name else "a table of the house" if not card.opened_by else "",
                card.opened_by and f"{' · ' if card.title != card.name else ''}opened by {card.opened_by}",
                card.is_private and [" · ", h.b["private"]],
            ],
        ],
        not is_open
        and h.p(".status")[caption(WORDS.get(card.status, card.status)), card.reason and f": {card.reason}"],
        seat_row(card),
        wager_table(card),
        h.dl(".facts")[
            h.div[h.dt["Bank"], h.dd[card.bank]],
            card.fees and h.div[h.dt["Fees"], h.dd["; ".join(fee.text for fee in card.fees)]],
            h.div[h.dt["House rules"], h.dd[rules_words(card)]],
            h.div[h.dt["Clocks"], h.dd[card.clocks]],
        ],
        card.address and invitation(card),
        h.div(".doors")[
            h.a(f"#go-{card.id}", href=f"/table/{card.id}", class_=["act", {"on": is_open}])[door_words(card)],
            h.a(".act.quiet", href=f"/rules/{card.game}?table={card.id}")["Rules in force"],
            own_forms(card) if card.is_own else None,
        ],
    ]


def door_words(card: TableCard) -> str:
    if card.seat:
        return "Back to my seat"
    return "Sit down" if card.free and card.status in ("open", "paused") else "Watch"


def rules_words(card: TableCard) -> h.Node:
    if not card.rules:
        return "the usual ones"
    return h.ul(".changed")[(h.li[f"{name}: {value} (usually {usual})"] for name, value, usual in card.rules)]


def seat_row(card: TableCard) -> h.Element:
    """Who sits, as marks and in words."""
    house_run = card.house_run if card.people else 0
    marks = [
        *(h.i(".is-person") for _ in range(card.people)),
        *(h.i(".is-house") for _ in range(house_run)),
        *(h.i for _ in range(max(0, card.seats - card.people - house_run))),
    ]
    persons = f"{card.people} {'person' if card.people == 1 else 'people'}" if card.people else "nobody yet"
    company = f", {card.house_run} house-run" if card.house_run else ""
    if card.house_run and not card.people:
        company = f", {card.house_run} house-run {'player joins' if card.house_run == 1 else 'players join'} you"
    free = f"{card.free} free" if card.free else "no free seat"
    return h.p(".who")[h.span(".marks", aria_hidden="true")[marks], h.span[f"{persons}{company}, {free}"]]


def wager_table(card: TableCard) -> h.Element:
    """Limits and the exact edge of each wager under this table's rules."""
    return h.table(".wagers")[
        h.thead[h.tr[h.th(scope="col")["Wager"], h.th(scope="col")["Limits"], h.th(scope="col")["House edge"]]],
        h.tbody[
            (
                h.tr[
                    h.th(scope="row")[row.label],
                    h.td[row.limits],
                    h.td[h.abbr(title=f"exactly {row.exact}")[row.edge] if row.edge else "–"],
                ]
                for row in card.wagers
            )
        ],
        card.why_no_edge and h.caption[card.why_no_edge],
    ]


def invitation(card: TableCard) -> h.Element:
    return h.p(".invite")[
        h.label(for_=f"invite-{card.id}")["Whoever has this address may come:"],
        h.input(f"#invite-{card.id}", readonly=True, value=card.address, size="40"),
    ]


def own_forms(card: TableCard) -> h.Element:
    """What whoever opened a table may do with it."""
    what, label = ("resume", "Let it go on") if card.status == "paused" else ("pause", "Pause")
    may = [(what, label)] if card.status in ("open", "paused") else []
    may += [("close", "Close")] if card.status != "closing" else []
    return h.div(".owner")[
        (
            h.form(method="post", action=f"/own/{card.id}/{what}")[
                hidden(key=card.key), h.button(f"#{what}-{card.id}.act.quiet")[label]
            ]
            for what, label in may
        )
    ]
