"""Guests: a pseudonym, a session and a wallet of practice chips. No account and no real money."""

import hmac
import json
import re
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from croupier.errors import Refused
from croupier.house.plain import by_name
from croupier.house.settings import SECOND, HouseSettings

NAME_LENGTH_MAX: Final = 24
SECRET_LENGTH: Final = 32
"""Bytes of a token and of a link's secret."""
FORBIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that a name may not hold: control, bidirectional, zero-width, private, unassigned."""
MARKS: Final = re.compile("M{3}")


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest's session and wallet."""

    id: str
    """A pseudonym: what journals and the log call the guest."""
    name: str
    token: str
    """The hash of the session's token."""
    chips: int
    """The wallet in cents: the sum of the guest's postings."""
    created: int
    seen: int
    is_ended: bool = False
    pace: str = "usual"
    """How much time the guest wants at tables."""
    changed: int = 0
    """When the token was last exchanged for another."""
    version: int = 0
    """Of the document that this is kept in, 0 for one that is not kept yet."""

    def expires(self, settings: HouseSettings) -> int:
        """When the session ends if nothing is asked any more."""
        return min(self.seen + settings.idle * SECOND, self.created + settings.absolute * SECOND)

    def is_over(self, settings: HouseSettings, now: int) -> bool:
        return self.is_ended or now >= self.expires(settings)

    def body(self) -> dict[str, Any]:
        """As it is kept; the wallet is kept here too, so that nobody spends the same chips twice."""
        kept = by_name(self)
        del kept["version"]
        return kept

    @classmethod
    def read(cls, body: Mapping[str, Any], version: int) -> "Guest":
        return cls(**body, version=version)

    def ended(self, *, erase: bool) -> "Guest":
        """Without a session, and without a name where that is asked for."""
        return replace(self, is_ended=True, token="", name="" if erase else self.name)


def checked_name(name: object) -> str:
    """A name as it is shown, or a refusal."""
    text = unicodedata.normalize("NFC", name).strip() if isinstance(name, str) else ""
    categories = [unicodedata.category(letter) for letter in text]
    is_right = (
        1 <= len(text) <= NAME_LENGTH_MAX
        and not FORBIDDEN.intersection(categories)
        and not any(category == "Zs" and letter != " " for category, letter in zip(categories, text, strict=True))
        and any(category[0] in "LN" for category in categories)
        and not MARKS.search("".join(category[0] for category in categories))
    )
    if not is_right:
        raise Refused(
            f"a name has 1 to {NAME_LENGTH_MAX} letters, digits, blanks and signs, and none that cannot be seen",
            field="name",  # what was given is not repeated: refusals are on record, and names are not
        )
    return text


def secret_text(data: bytes) -> str:
    """A token, or a link's secret, as it is given away."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def exchanged(key: bytes, *parts: str) -> str:
    """A token that follows from secrets that only its owner knows, and from a key that only the house has.

    Whoever repeats the request gets the same one, and neither of them has to be kept for that.
    """
    return secret_text(hmac.digest(key, json.dumps(["croupier token", *parts]).encode(), "sha256"))


def hash_of(secret: str) -> str:
    """How a token or a link's secret is kept: whoever reads the store cannot use it."""
    return sha256(b"croupier secret " + secret.encode(errors="replace")).hexdigest()
