"""What somebody meets who asks for a page that they cannot have."""

import htpy as h

from croupier.pages.frame import document, wordmark


def problem_page(reason: str) -> h.Element:
    """Why there is no such page, and a way back."""
    return document(
        "Not here",
        h.header(".top")[wordmark(), h.h1["Not here"]],
        h.main(".page.narrow")[
            h.section(".box")[
                h.p(role="alert")[reason],
                h.p[h.a(href="/")["To the lobby"]],
            ]
        ],
    )
