"""The version of the words that games are written in."""

import re
from typing import Final

from croupier.errors import Refused, quoted

VOCABULARY: Final = "1.1"
"""A new word raises the second number; a word that is gone or means something else raises the first."""
WRITTEN: Final = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})")


def check_vocabulary(game: str, needed: str, here: str = VOCABULARY) -> None:
    """Refuse a game that needs words which are not here; one that says nothing needs none in particular."""
    if not needed:
        return
    wanted, known = WRITTEN.fullmatch(needed), WRITTEN.fullmatch(here)
    if not wanted or not known:
        raise Refused(f"{game} needs the vocabulary {quoted(needed)}; give a version such as {here}")
    (major, minor), (major_here, minor_here) = map(int, wanted.groups()), map(int, known.groups())
    if major != major_here or minor > minor_here:
        other = "another" if major < major_here else "a newer"
        raise Refused(f"{game} needs vocabulary {needed}, and this Croupier has {here}; install {other} one")
