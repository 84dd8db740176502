"""How the house meets the outside: its address, whom it trusts, and the limits on everything that comes in."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from croupier.errors import Refused, quoted

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
TABLES_WATCHED: Final = 16
"""How many tables a stream may follow beside those where its guest sits."""
PORTS: Final = {"http": 80, "https": 443}

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests at once, and so many more each second."""

    burst: int
    each_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client, and all of them together, may take."""

    body_bytes: int = 16_384
    body_seconds: float = 10
    """How long a client may take to send a body."""
    addresses: int = 50_000
    """Clients whose pace is remembered; those that were quiet longest are forgotten first."""
    guest: Rate = Rate(40, 20)
    address: Rate = Rate(400, 200)
    enter: Rate = Rate(20, 0.5)
    """New sessions, links that are redeemed and operators' keys, from one address."""
    opening: Rate = Rate(40, 0.5)
    """Tables that guests open, at one address: what is closed stays on record for good."""
    work: Rate = Rate(20, 2)
    """Pages that take long to make and need no session, for one address."""
    tables_of_address: int = 150
    """Tables that guests at one address may have open at once, in this process."""
    streams: int = 4_000
    streams_of_address: int = 2_000
    streams_each: int = 4
    heartbeat_seconds: float = 15
    """How long a stream is silent; it also notices then that a session is over."""
    send_seconds: float = 30
    """How long a reader may take nothing before its stream is closed."""
    notes: Rate = Rate(100, 2)
    """Refusals at the door that go on record; beyond that they are counted."""


@dataclass(frozen=True, slots=True)
class Lockout:
    """When an operator's key is no longer asked for."""

    failures: int = 5
    seconds: int = 900


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the house is, and how it is protected."""

    origins: frozenset[str]
    """What browsers name as the origin of our own pages, such as `https://play.example`."""
    is_secure: bool = False
    """Whether people reach it through TLS."""
    proxies: tuple[Network, ...] = ()
    """Who may say which address a request comes from."""
    limits: Limits = field(default_factory=Limits)
    lockout: Lockout = field(default_factory=Lockout)
    operator_idle_seconds: int = 1_800
    operator_seconds: int = 28_800
    drain_seconds: int = 10
    """How long requests in progress may take once the house is told to stop."""

    @property
    def hosts(self) -> frozenset[str]:
        """The values of the Host header that mean this house."""
        return frozenset(origin.partition("://")[2] for origin in self.origins)

    @property
    def guest_cookie(self) -> str:
        """The cookie of a guest's session."""
        return "__Host-croupier" if self.is_secure else "croupier"

    @property
    def operator_cookie(self) -> str:
        """The cookie of an operator's session."""
        return "__Host-croupier-operator" if self.is_secure else "croupier-operator"


def is_loopback(host: str) -> bool:
    """Whether an address is this machine and no other."""
    if host in LOOPBACK:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def origin_from(url: str) -> str:
    """The origin that a browser names for a page at an address."""
    refused = Refused(f"{quoted(url)} is not an address such as https://play.example", field="--url")
    try:
        split = urlsplit(url)
        host, port = split.hostname or "", split.port
    except ValueError:
        raise refused from None
    if split.scheme not in PORTS or not host or split.path not in ("", "/"):
        raise refused
    if split.query or split.fragment or split.username is not None or not (host.isascii() and host.isprintable()):
        raise refused
    return f"{split.scheme}://{spelled(host)}{'' if port in (None, PORTS[split.scheme]) else f':{port}'}"


def spelled(host: str) -> str:
    """A host as an address has it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def settings_for(
    host: str, port: int, url: str | None, proxies: Iterable[str] = (), limits: Limits | None = None
) -> Settings:
    """Loopback over plain HTTP, or any host behind TLS at a public address."""
    here = {f"http://{spelled(name)}{'' if port == 80 else f':{port}'}" for name in {*LOOPBACK, host}}
    public = origin_from(url) if url else ""
    is_secure = public.startswith("https:")
    if public and not is_secure and not is_loopback(urlsplit(public).hostname or ""):
        raise Refused("people must reach the house through TLS; give the https address that they use", field="--url")
    return Settings(
        origins=frozenset({*here, public} - {""}),
        is_secure=is_secure,
        proxies=tuple(network_from(each) for each in proxies),
        limits=limits or Limits(),
    )


def network_from(text: str) -> Network:
    """An address, or a network such as 10.0.0.0/8."""
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise Refused(f"{quoted(text)} is not an address or network, such as 127.0.0.1", field="--proxy") from None
