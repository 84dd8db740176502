"""Known cards as people write them: `hole`, `cards[2]`, `hole=QKA`, `turn=paint@check`."""

import re
from typing import Final

from croupier.errors import Refused, quoted
from croupier.protect.card_class import WHOLE, card_class
from croupier.protect.knowledge import Glimpse

WRITTEN: Final = re.compile(
    r"(?P<draw>\w{1,40})(\[(?P<place>[0-9]{1,3})\])?(=(?P<seen>[^@=]{0,160}))?(@(?P<decision>\w{1,40}))?"
)


def glimpse_from(text: str) -> Glimpse:
    """Read a known card: its draw, which card of it, what is recognised of it, and before which decision.

    >>> glimpse_from("cards[2]=paint").words
    'cards[2] as paint'
    """
    found = WRITTEN.fullmatch(str(text).strip())
    if found is None:
        raise Refused(
            f"{quoted(text)} does not name a known card; write DRAW, DRAW[PLACE] or DRAW=CLASS, such as hole=QKA",
            field="known",
        )
    by = WHOLE if found["seen"] is None else card_class(found["seen"])
    return Glimpse(found["draw"], int(found["place"] or 1), by, found["decision"] or "")


def glimpse_text(glimpse: Glimpse) -> str:
    """A known card as it is read."""
    seen = "" if glimpse.by is WHOLE else f"={glimpse.by.name}"
    decision = f"@{glimpse.decision}" if glimpse.decision else ""
    return f"{glimpse.draw}[{glimpse.place}]{seen}{decision}"
