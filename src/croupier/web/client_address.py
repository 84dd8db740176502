"""Where a request comes from: the peer, or whom a proxy names that is trusted to."""

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Final

from starlette.types import Scope

from croupier.web.settings import Network, is_loopback

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

UNKNOWN: Final = "unknown"
HOME: Final = 64
"""Bits of an IPv6 address that name a network; whoever has one has all addresses in it."""
FORWARDING: Final = (b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip")


def client_address(scope: Scope, proxies: Sequence[Network]) -> str:
    """Where whoever asks is at home: an IPv4 address, or the network of an IPv6 one.

    A proxy appends who asked it, so the list is read from its end, as long as those who wrote it are trusted.
    """
    peer = scope.get("client")
    address = str(peer[0]) if peer else UNKNOWN
    named = [each.strip() for value in values(scope, b"x-forwarded-for") for each in value.split(",")]
    while named and is_among(address, proxies):
        address = named.pop()
    found = address_from(address)
    if found is None:
        return UNKNOWN
    return str(found) if found.version == 4 else str(ipaddress.ip_network((int(found), HOME), strict=False))


def is_from_this_machine(scope: Scope) -> bool:
    """Whether a request was made here, and through no proxy."""
    peer = scope.get("client")
    is_forwarded = any(name in FORWARDING for name, _ in scope["headers"])
    return peer is not None and is_loopback(str(peer[0])) and not is_forwarded


def values(scope: Scope, name: bytes) -> Iterable[str]:
    """The values of a header that may come several times."""
    return (value.decode("latin-1") for key, value in scope["headers"] if key == name)


def address_from(text: str) -> Address | None:
    """An IP address; one of IPv4 that is written as IPv6 is one of IPv4."""
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def is_among(address: str, networks: Iterable[Network]) -> bool:
    """Whether an address is in one of the networks."""
    found = address_from(address)
    return found is not None and any(found in each for each in networks)
