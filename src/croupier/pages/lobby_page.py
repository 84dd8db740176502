"""The lobby: what is played here, who is there, and a way to each table."""

from collections.abc import Mapping, Sequence
from typing import Any

import htpy as h

from croupier.money import price
from croupier.pages.frame import NOTICE, document, wordmark

Shown = Mapping[str, Any]


def welcome(problem: str = "") -> h.Element:
    """What somebody without a session meets."""
    return document(
        "Welcome",
        h.header(".top")[wordmark()],
        h.main(".page.narrow")[
            h.section(".box")[
                h.h2["Take a name and come in"],
                h.p[NOTICE, " No account, no e-mail: a session ends by itself."],
                h.form(".enter", method="post", action="/enter")[
                    h.label["Name ", h.input(name="name", required=True, maxlength="24", autocomplete="nickname")],
                    h.button(".act.on")["Come in"],
                ],
                problem and h.p(".bad", role="alert")[problem],
            ]
        ],
    )


def lobby(me: Shown, tables: Sequence[Shown]) -> h.Element:
    """All tables."""
    return document(
        "Lobby",
        h.header(".top")[wordmark(), h.h1["Lobby"], h.span(".purse")[h.small[me["name"]], price(me["chips"])]],
        h.main(".page.narrow")[h.ul(".tables")[(card(table, me) for table in tables)]],
    )


def card(table: Shown, me: Shown) -> h.Element:
    seat = me["tables"].get(table["table"])
    return h.li(".box")[
        h.h2[table["title"], h.small[table["name"]]],
        h.p[f"{table['people']} people, {table['house_run']} of the house, {table['seats']} seats"],
        h.a(".act.on", href=f"/table/{table['table']}")["Go on" if seat else "Go to the table"],
    ]
