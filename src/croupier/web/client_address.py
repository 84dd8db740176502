"""Where a request comes from: the peer, or whom a proxy names that is trusted to."""

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Final

from starlette.types import Scope

from croupier.web.settings import Network, is_loopback

UNKNOWN: Final = "unknown"
FORWARDING: Final = (b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip")


def client_address(scope: Scope, proxies: Sequence[Network]) -> str:
    """The address of whoever asks.

    A proxy appends who asked it, so the list is read from its end, as long as those who wrote it are trusted.
    """
    peer = scope.get("client")
    address = str(peer[0]) if peer else UNKNOWN
    if not proxies:
        return address
    named = [each.strip() for value in values(scope, b"x-forwarded-for") for each in value.split(",")]
    while named and is_among(address, proxies):
        address = named.pop()
    return address if is_address(address) else UNKNOWN


def is_from_this_machine(scope: Scope) -> bool:
    """Whether a request was made here, and through no proxy."""
    peer = scope.get("client")
    is_forwarded = any(name in FORWARDING for name, _ in scope["headers"])
    return peer is not None and is_loopback(str(peer[0])) and not is_forwarded


def values(scope: Scope, name: bytes) -> Iterable[str]:
    """The values of a header that may come several times."""
    return (value.decode("latin-1") for key, value in scope["headers"] if key == name)


def is_address(text: str) -> bool:
    """Whether this is an IP address."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_among(address: str, networks: Iterable[Network]) -> bool:
    """Whether an address is in one of the networks."""
    return is_address(address) and any(ipaddress.ip_address(address) in each for each in networks)
