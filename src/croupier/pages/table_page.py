"""The page of a table for one viewer: felt, what happens now, what the viewer may do, what was said and what was paid.

The page is made of fragments with ids of their own. When something happens, those that changed are sent again, and the
page replaces them. Without scripts the same forms work, and the page is loaded anew.
"""

from typing import Final

import htpy as h
from markupsafe import Markup

from croupier.house.telling import Said
from croupier.money import price
from croupier.pages.clause_link import clause_marks
from croupier.pages.dock import dock, hint, pressed, refused, seat_strip
from croupier.pages.drawings import drawn
from croupier.pages.felt import Felt
from croupier.pages.frame import document, wordmark
from croupier.pages.places import stylesheet_name
from croupier.pages.posted import posted
from croupier.pages.results import owners, settled_rows, sign_of, signed
from croupier.pages.road import road
from croupier.pages.sight import Sight
from croupier.pages.spoken import in_words, spoken
from croupier.rulebook import Game, Rulebook

LOG_LINES: Final = 40


def fragments(sight: Sight) -> dict[str, h.Element | Markup]:
    """The parts of the page that change, by their ids."""
    book = sight.book
    bank = sight.view["bank"]
    felt = Felt(sight.scene, sight.places(), sight.bets(), bank["drop_box"] if bank else 0)
    found: dict[str, h.Element | Markup] = {"status": status(sight), "purse": purse(sight), "dealer": felt.dealer()}
    found |= {"dock": dock(sight), "mine": seat_strip(sight)}
    found |= {f"seat-{seat}": felt.seat(seat) for seat in range(1, book.seats + 1)}
    found |= {"log": log(sight), "paid": paid(sight)}
    return found | {"road": drawn(road, book, sight.view["road"]), "spoken": spoken(sight)}


def page(sight: Sight) -> h.Element:
    """The whole page."""
    parts = fragments(sight)
    book, view = sight.book, sight.view
    return document(
        view["title"],
        h.a(".skip", href="#dock")["To my actions"],
        h.header(".top")[
            wordmark(),
            h.h1[view["title"]],
            parts["status"],
            parts["purse"],
            h.a(".low", href=f"/rules/{book.game.id}?table={view['table']}")["Rules"],
            h.button("#keys.icon", type="button", aria_label="Keys", aria_keyshortcuts="?", hidden=True)["?"],
        ],
        h.main(
            ".page",
            id="table",
            data_table=view["table"],
            data_number=str(view["number"]),
            data_rules=sight.rules,
            data_parts=" ".join(parts),
        )[
            h.div(".stage")[
                h.section("#felt.felt", aria_label="The table")[
                    parts["dealer"],
                    h.ol("#seats.seats", aria_label="Seats")[
                        (parts[f"seat-{seat}"] for seat in range(1, book.seats + 1))
                    ],
                ],
                h.div("#deck.deck")[
                    h.p("#line.line", hidden=True),
                    refused(sight),
                    parts["dock"],
                    h.section("#advice.advice", aria_label="Advice", hidden=True),
                ],
                parts["mine"],
                h.noscript[
                    h.p(".line")[h.a(href=f"/table/{view['table']}")["Look again"], " to see what has happened."]
                ],
            ],
            h.aside(".side", aria_label="The round in words")[
                parts["paid"], parts["log"], parts["road"], drawn(beside, book, sight.rules)
            ],
        ],
        h.div("#live.unseen", role="status", aria_live="polite"),
        parts["spoken"],
        h.div("#clause.popover", popover="manual"),
        keys_dialog(sight),
        styles=("/static/dock.css", f"/felt/{stylesheet_name(book.felt, book.seats)}.css"),
        script="/static/table.js",
    )


def status(sight: Sight) -> h.Element:
    view = sight.view
    rules = f"round {view['round']}" if view["round"] else "no round yet"
    paused = f" · {view['status']}: {view['reason']}" if view["status"] != "open" else ""
    return h.span("#status.rules")[f"{view['name']} · {rules}{paused}"]


def purse(sight: Sight) -> h.Element:
    said = ("My stack", sight.own["chips"]) if sight.you else ("My wallet", sight.wallet)
    return h.span("#purse.purse")[h.small[said[0]], price(said[1])]


def log(sight: Sight) -> h.Element:
    """What was said, the latest first."""
    return h.section("#log.box", aria_label="This round")[
        h.h2["This round", h.small["latest first"]],
        not sight.said and h.p(".note")["Nothing has happened yet."],
        h.ol(".log")[(drawn(line, sight.book.game, said, sight.rules) for said in reversed(sight.said[-LOG_LINES:]))],
    ]


def line(game: Game, said: Said, rules: str) -> h.Element:
    """Something that was said, and its clauses."""
    words = in_words(said.text)
    return h.li(data_n=str(said.number), data_says=words if words != said.text else None)[
        h.span[said.text], h.span(".clauses")[clause_marks(game, said.clauses, rules)]
    ]


def paid(sight: Sight) -> h.Element:
    """What the viewer's wagers paid, and why; it stays until there are new bets."""
    book, result = sight.book, sight.result
    if not result.number:
        return h.section("#paid", hidden=True)
    whose = "The round before: what" if sight.is_before else "What"
    more = [] if result.bank is None else [("The bank", result.bank)]
    more += [("Collection fee", -result.fee)] if result.fee else []
    return h.section("#paid.box", data_n=str(result.number), aria_label="What your wagers paid", tabindex="-1")[
        h.h2[f"{whose} your wagers paid", h.span(class_=sign_of(result.total))[signed(result.total)]],
        settled_rows(book, result.settled, sight.rules, more),
        bool(result.round)
        and h.p(".after")[
            bool(book.decisions and result.settled)
            and h.a(
                "#cost.low",
                href=f"/rounds/{sight.view['table']}/{result.round}/advice",
                data_moment=f"paid-{result.round}",
                **pressed(sight, "worth"),
            )[h.span["What did my choices cost?"], hint(sight, "worth")],
            h.a(".low", href="/rounds")["Skill, luck and edge"],
        ],
    ]


def beside(book: Rulebook, rules: str) -> h.Fragment:
    """What is posted, and who owns the game."""
    return h.fragment[posted(book, rules), owners(book.game)]


def keys_dialog(sight: Sight) -> h.Element:
    """All keys, for whoever presses `?`; they can be switched off."""
    return h.dialog("#keys-dialog.keys", aria_labelledby="keys-title")[
        h.h2("#keys-title")["Keys"],
        h.ul[(h.li[h.span[key.does], h.kbd[key.press]] for key in sight.keys.values() if key.press)],
        h.form(method="dialog")[
            h.label[h.input("#keys-on", type="checkbox", checked=True), " Listen to these keys"],
            h.button(".act", autofocus=True)["Close"],
        ],
    ]
