"""The rules of a game, from its rulebook alone: procedure, paytables, edges, house rules, clauses and rulings."""

from dataclasses import dataclass
from itertools import groupby
from typing import Final

import htpy as h

from croupier.odds import LOST, loss_text, odds_text
from croupier.pages.clause_link import clause_marks
from croupier.pages.frame import NOTICE, document
from croupier.pages.house_rules import bank_words, caption, fees, limit_words, parameters_by_clause, value_words
from croupier.pages.lobby_page import BASIS, STYLES, Me, WagerRow, top
from croupier.rulebook import Clause, Game, Rulebook, Ruling, Wager

PARTS: Final = (
    ("round", "How a round goes"),
    ("wagers", "What wagers pay"),
    ("house", "House rules"),
    ("clauses", "Clauses"),
    ("rulings", "Rulings"),
)
CREDIT: Final = "The game belongs to its owners; this is an independent implementation of their published rules."


@dataclass(frozen=True)
class Rules:
    """What the page shows."""

    book: Rulebook
    edges: tuple[WagerRow, ...]
    why_no_edge: str
    me: Me | None = None
    table: str = ""
    """The table whose house rules are in force; empty for the usual ones."""
    table_name: str = ""

    @property
    def game(self) -> Game:
        return self.book.game


def page(rules: Rules) -> h.Element:
    """The whole page."""
    game = rules.game
    return document(
        f"Rules of {game.title}",
        h.a(".skip", href="#round")["To the rules"],
        top("", rules.me),
        h.main(".hall.rules-page")[
            h.header[
                h.h1[game.title],
                rules.table
                and h.p[
                    "Under the house rules of ",
                    h.a(href=f"/table/{rules.table}")[rules.table_name or "this table"],
                    ".",
                ],
                game.goal and h.p(".goal")[game.goal],
                h.nav(".kinds", aria_label="On this page")[(h.a(href=f"#{id_}")[label] for id_, label in PARTS)],
            ],
            procedure(rules),
            wagers(rules),
            house(rules),
            clauses(game),
            rulings(game),
            credits_of(game),
        ],
        styles=STYLES,
    )


def procedure(rules: Rules) -> h.Element:
    """The steps of a round in order, with the dealer's words."""
    game = rules.game
    return h.section("#round.box")[
        h.h2["How a round goes"],
        h.ol(".steps")[
            (
                h.li[
                    h.p[
                        h.q[step.says],
                        [" … ", h.q[closing]] if (closing := getattr(step, "closing", "")) else None,
                        clause_marks(
                            game, dict.fromkeys((step.clause, getattr(step, "closes", "") or step.clause)), ""
                        ),
                    ],
                    h.p(".note")[text_of(game, step.clause)],
                ]
                for step in rules.book.procedure
            )
        ],
    ]


def text_of(game: Game, id_: str) -> str:
    return game.clause(id_).text if id_ else ""


def wagers(rules: Rules) -> h.Element:
    """Limits, edges and paytables."""
    book = rules.book
    return h.section("#wagers.box")[
        h.h2["What wagers pay"],
        h.p[
            bank_words(book),
            clause_marks(book.game, (book.bank.clause,), ""),
            ([" ", caption(fee.text), clause_marks(book.game, fee.clauses, ""), "."] for fee in fees(book)),
        ],
        h.table(".wagers")[
            h.thead[
                h.tr[
                    h.th(scope="col")["Wager"],
                    h.th(scope="col")["Limits"],
                    h.th(scope="col")["House edge"],
                    h.th(scope="col")["Exactly"],
                ]
            ],
            h.tbody[
                (
                    h.tr[h.th(scope="row")[row.label], h.td[row.limits], h.td[row.edge or "–"], h.td[row.exact or "–"]]
                    for row in rules.edges
                )
            ],
            h.caption[rules.why_no_edge or BASIS],
        ],
        h.div(".paytables")[(paytable(book, wager) for wager in book.wagers)],
    ]


def paytable(book: Rulebook, wager: Wager) -> h.Element:
    return h.section(aria_label=wager.label)[
        h.h3[wager.label, clause_marks(book.game, (wager.clause,) if wager.clause else (), "")],
        h.p(".note")[limit_words(wager, book)],
        h.table[
            h.tbody[
                (
                    h.tr[
                        h.th(scope="row")[line.label, clause_marks(book.game, line.clauses, "")],
                        h.td[
                            f"{odds_text(line.odds).replace(':', ' to ')}"
                            if line.pays > 0
                            else "returned"
                            if line.pays == 0
                            else "lost"
                            if line.pays == LOST
                            else loss_text(line.pays)
                        ],
                    ]
                    for line in wager.lines
                )
            ]
        ],
    ]


def house(rules: Rules) -> h.Element:
    """The house rules in force, with what else they may be."""
    book = rules.book
    return h.section("#house.box")[
        h.h2["House rules ", h.small["in force at this table" if rules.table else "as usual"]],
        h.table(".house-table")[
            h.thead[h.tr[h.th(scope="col")["Rule"], h.th(scope="col")["Here"]]],
            h.tbody[
                (
                    h.tr[
                        h.th(scope="row", id=f"house-{each.name}")[
                            caption(each.name),
                            clause_marks(book.game, (each.clause,), ""),
                            h.small[f"{caption(each.help)}. {caption(each.allowed())}."],
                        ],
                        h.td[
                            h.b[value_words(each, book.house[each])],
                            book.house[each] != each.default and h.small[f"usually {value_words(each, each.default)}"],
                        ],
                    ]
                    for each in book.game.parameters
                )
            ],
        ],
    ]


def clauses(game: Game) -> h.Element:
    """Every clause, document by document and section by section; its id is its anchor."""
    return h.section("#clauses.box")[
        h.h2["Clauses"],
        (
            [
                h.h3[document.title, h.small["" if document.owner == "nobody" else document.owner]],
                (
                    [h.h4[title], h.ul(".clauses")[(clause_row(game, clause) for clause in of_section)]]
                    for title, of_section in groupby(list(of_document), lambda clause: clause.section)
                ),
            ]
            for document, of_document in groupby(game.clauses, lambda clause: clause.document)
        ),
    ]


def clause_row(game: Game, clause: Clause | Ruling) -> h.Element:
    named = parameters_by_clause(game).get(clause.id, [])
    kind = clause.kind if isinstance(clause, Clause) else ""
    return h.li(id=clause.id)[
        h.a(".clause", href=f"#{clause.id}")[clause.id],
        h.p[
            clause.text,
            h.small[f" {kind}"] if kind else None,
            None
            if not named
            else h.small(".named")[
                " House rule: ",
                (
                    [", " if place else "", h.a(href=f"#house-{p.name}")[caption(p.name)]]
                    for place, p in enumerate(named)
                ),
            ],
        ],
    ]


def rulings(game: Game) -> h.Element:
    return h.section("#rulings.box")[
        h.h2["Rulings"],
        h.p(".note")["How the documents are read where they are silent, garbled or at odds."],
        h.ul(".clauses")[(clause_row(game, ruling) for ruling in game.rulings)],
    ]


def credits_of(game: Game) -> h.Element:
    return h.section(".foot")[
        h.h2["Documents"],
        h.ul(".plain")[
            (h.li[each.title, "" if each.owner == "nobody" else f" – {each.owner}"] for each in game.documents)
        ],
        h.p(".note")[CREDIT, " ", NOTICE],
    ]
