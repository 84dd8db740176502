"""The frame that all pages share: head, wordmark, and where scripts and styles come from."""

from collections.abc import Iterable, Mapping
from typing import Final

import htpy as h

MARK: Final = h.svg(viewBox="0 0 20 20", aria_hidden="true", fill="none", stroke="currentColor", stroke_width="2")[
    h.circle(cx="10", cy="10", r="8.6", stroke_dasharray="4.5 2.25"), h.circle(cx="10", cy="10", r="4.2")
]
NOTICE: Final = "Practice chips only: given away, not for sale, worth nothing."


def document(
    title: str, *body: h.Node, styles: Iterable[str] = (), script: str = "", data: Mapping[str, str] | None = None
) -> h.Element:
    """A whole page."""
    return h.html(lang="en")[
        h.head[
            h.meta(charset="utf-8"),
            h.meta(name="viewport", content="width=device-width, initial-scale=1"),
            h.meta(name="color-scheme", content="light dark"),
            h.title[f"{title} · Croupier"],
            h.link(rel="icon", href="/static/icon.svg", type="image/svg+xml"),
            (h.link(rel="stylesheet", href=href) for href in ("/static/croupier.css", *styles)),
            script and h.script(type="module", src=script),
        ],
        h.body(data or {})[body],
    ]


def wordmark() -> h.Element:
    return h.a(".mark", href="/", aria_label="Croupier, lobby")[MARK, h.span["Croupier"]]


def hidden(**fields: object) -> list[h.VoidElement]:
    """Fields of a form that people do not see."""
    return [h.input(type="hidden", name=name, value=str(value)) for name, value in fields.items()]
