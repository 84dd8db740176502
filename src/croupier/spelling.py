"""Which of several names somebody means, however they spell it: `Pair Plus`, `pairplus` and `pp` are `pair_plus`."""

import re
from collections.abc import Iterable
from typing import Final

APART: Final = re.compile(r"[\W_]+")


def meant(given: str, names: Iterable[str]) -> str | None:
    """The only name that is spelled so, or has these initials.

    >>> meant("Pair Plus", ["ante", "pair_plus"]), meant("pp", ["ante", "pair_plus"]), meant("p", ["play", "push"])
    ('pair_plus', 'pair_plus', None)
    """
    known = list(names)
    if given in known:
        return given
    typed = squeezed(given)
    spelled = [name for name in known if typed == squeezed(name)]
    found = spelled or [name for name in known if typed == initials(name)]
    return found[0] if typed and len(found) == 1 else None


def nearest(given: str, names: Iterable[str], called: str) -> str:
    """What would have been right: the closest name if one is close, otherwise all of them.

    >>> nearest("strait", ["straight", "flush"], "lines")
    'the closest is straight'
    >>> nearest("royal", ["straight", "flush"], "lines")
    'the lines are straight, flush'
    """
    from difflib import get_close_matches  # noqa: PLC0415  # for those who mistype

    known = {squeezed(name): name for name in names}
    close = get_close_matches(squeezed(given), known, 1)
    return f"the closest is {known[close[0]]}" if close else f"the {called} are {', '.join(known.values())}"


def squeezed(name: str) -> str:
    """A name in small letters and digits alone."""
    return APART.sub("", name).casefold()


def initials(name: str) -> str:
    """The first letters of a name of several words."""
    words = [word for word in APART.split(name) if word]
    return "".join(word[0] for word in words).casefold() if len(words) > 1 else ""
