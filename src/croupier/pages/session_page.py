"""A guest's session: name, chips, another device, theme and clocks, and how to end it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import htpy as h

from croupier.money import price
from croupier.pages.frame import NOTICE, document, hidden
from croupier.pages.lobby_page import STYLES, Me, top
from croupier.pages.qr_code import qr_picture

THEMES: Final = {"": ("As the system", "light or dark"), "light": ("Light", ""), "dark": ("Dark", "")}
PACES: Final = {
    "usual": ("The usual time", "as each table has it"),
    "slow": ("Ten times as long", "where a table allows it"),
    "off": ("No limit", "where a table allows it"),
}
HOUR: Final = 3600
DAY: Final = 24 * HOUR


@dataclass(frozen=True)
class Session:
    """What the page shows."""

    me: Me
    key: str
    pace: str
    theme: str
    welcome: int
    """What a top-up fills the wallet to, in cents."""
    retention: Mapping[str, int | None]
    problem: str = ""
    done: str = ""
    link: str = ""
    """The secret of a link that was made just now."""
    address: str = ""
    """Where that link is opened."""


def span_words(seconds: int) -> str:
    """A time as people say it."""
    for unit, word in ((DAY, "day"), (HOUR, "hour"), (60, "minute")):
        if seconds >= unit and seconds % unit == 0:
            return f"{seconds // unit} {word}{'' if seconds == unit else 's'}"
    return f"{seconds} seconds"


def page(session: Session) -> h.Element:
    """The whole page."""
    me = session.me
    return document(
        "Session",
        top("Session", me),
        h.main(".hall.narrow")[
            h.h1["Your session"],
            session.problem and h.p(".box.bad.problem", role="alert")[session.problem],
            session.done and h.p(".box.good.problem", role="status")[session.done],
            h.div(".halves")[
                h.section(".box")[
                    h.h2["Name"],
                    h.form(method="post", action="/session/rename")[
                        hidden(key=session.key),
                        h.label(for_="name")["How others see you"],
                        h.div(".row")[
                            h.input("#name", name="name", value=me.name, required=True, maxlength="24"),
                            h.button(".act")["Change"],
                        ],
                    ],
                ],
                h.section(".box")[
                    h.h2["Practice chips"],
                    h.p[f"Your wallet holds {price(me.chips)}. Chips at tables come on top."],
                    h.form(method="post", action="/session/top-up")[
                        hidden(key=session.key),
                        h.button(".act", disabled=me.chips >= session.welcome)[
                            f"Fill it up to {price(session.welcome)}"
                        ],
                    ],
                ],
                h.section(".box")[h.h2["Theme"], choices(session, "theme", THEMES, session.theme)],
                h.section(".box")[
                    h.h2["Clocks"],
                    choices(session, "pace", PACES, session.pace),
                    h.p(".note")["It holds at tables where you sit down from now on."],
                ],
                carry(session),
                end(session),
            ],
            kept(session),
        ],
        styles=STYLES,
    )


def choices(session: Session, name: str, labels: Mapping[str, tuple[str, str]], chosen: str) -> h.Element:
    """One of a few, and a button that takes it."""
    return h.form(method="post", action=f"/session/{name}")[
        hidden(key=session.key),
        h.div(".pick-one", role="radiogroup", aria_label=name.capitalize())[
            (
                h.label(".choice")[
                    h.input(type="radio", name=name, value=value, checked=value == chosen),
                    h.span[label, note and h.small[note]],
                ]
                for value, (label, note) in labels.items()
            )
        ],
        h.button(".act")["Keep"],
    ]


def carry(session: Session) -> h.Element:
    minutes = span_words(session.retention["link"] or 0)
    if not session.link:
        return h.section(".box")[
            h.h2["Another device"],
            h.p[f"A link carries this session to another device, once, within {minutes}. It then ends here."],
            h.form(method="post", action="/session/link")[hidden(key=session.key), h.button(".act")["Make a link"]],
        ]
    return h.section(".box")[
        h.h2["Another device"],
        h.p["Open this address there:"],
        h.p[h.input("#link", readonly=True, value=f"{session.address}#{session.link}", aria_label="Address")],
        qr_picture(f"{session.address}#{session.link}", "The same address for a camera"),
        h.p["Or go to ", h.b[session.address], " and type this code:"],
        h.p[h.code(".secret")[session.link]],
        h.p(".note")[f"It works once, within {minutes}, and is shown only now. Whoever has it has your session."],
    ]


def end(session: Session) -> h.Element:
    return h.section(".box")[
        h.h2["End"],
        h.p["You leave every table, and your chips are gone: they are worth nothing."],
        h.form(method="post", action="/session/end")[
            hidden(key=session.key),
            h.label(".choice")[
                h.input(type="checkbox", name="erase", value="yes", checked=True),
                h.span["Erase my name, too", h.small["records then know you by a number alone"]],
            ],
            h.button(".act")["End the session"],
        ],
    ]


def kept(session: Session) -> h.Element:
    """What is kept, and for how long."""
    times = {name: span_words(seconds) for name, seconds in session.retention.items() if seconds}
    return h.section(".box.kept")[
        h.h2["What is kept of you"],
        h.ul(".plain")[
            h.li[NOTICE, " There are no accounts."],
            h.li[
                f"Your session ends {times['session_idle']} after you were last seen, "
                f"and after {times['session']} in any case."
            ],
            h.li["Your name is kept until you erase it. No address, e-mail or device is kept with it."],
            h.li[f"Answers to commands are kept for {times['answers']}, so that a command is carried out once."],
            h.li[
                "The records of tables name you by a number that means nothing elsewhere. They are kept as long as the "
                "house keeps its records, because the proof of every card rests on them."
            ],
            h.li["Cookies: one for the session, one for the theme if you choose one. Nothing is sent anywhere else."],
        ],
    ]


def carry_page(problem: str = "", secret: str = "") -> h.Element:
    """Where a link is opened on the other device."""
    return document(
        "Bring a session",
        top("", None),
        h.main(".hall.narrow")[
            h.form(".box.enter", method="post", action="/carry")[
                h.h1["Go on with a session here"],
                h.p["The device that made the link is then without it."],
                h.label(for_="secret")["Code"],
                h.input(
                    "#secret",
                    name="secret",
                    value=secret,
                    required=True,
                    maxlength="100",
                    autocomplete="off",
                    autocapitalize="off",
                    spellcheck="false",
                ),
                problem and h.p(".bad", role="alert")[problem],
                h.button(".act.on")["Go on here"],
            ]
        ],
        styles=STYLES,
        script="/static/carry.js",
    )
