"""Where the house may be, and what it refuses to be."""

from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.record.seal import key_from
from croupier.web.operators import add_operator
from croupier.web.serve import Wanted, games_of, keys_of, listening, operators_of, refuse_exposure
from croupier.web.settings import is_loopback, origin_from, settings_for


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.1.2.3"])
def test_this_machine_is_loopback(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.1", "play.example", "", "127.0.0.1.evil.example"])  # noqa: S104  # refused
def test_other_machines_are_not(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://play.example", "https://play.example"),
        ("https://Play.Example/", "https://play.example"),
        ("https://play.example:443", "https://play.example"),
        ("https://play.example:8443", "https://play.example:8443"),
        ("http://[::1]:8777", "http://[::1]:8777"),
    ],
)
def test_an_address_is_compared_as_browsers_write_it(url: str, origin: str) -> None:
    assert origin_from(url) == origin


@pytest.mark.parametrize("url", ["x.example", "ftp://x", "https://", "https://x/y", "https://x?y", "https://x:y", ""])
def test_what_is_not_an_address_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="is not an address"):
        origin_from(url)


def test_an_address_without_tls_is_refused_for_other_machines() -> None:
    with pytest.raises(Refused, match="through TLS"):
        settings_for("127.0.0.1", 8777, "http://play.example")


def test_behind_tls_cookies_are_bound_to_the_host() -> None:
    settings = settings_for("127.0.0.1", 8777, "https://play.example")
    assert settings.is_secure
    assert settings.guest_cookie.startswith("__Host-")
    assert settings.operator_cookie.startswith("__Host-")
    assert "play.example" in settings.hosts


@pytest.mark.parametrize("proxy", ["nowhere", "10.0.0.1/8", ""])
def test_a_proxy_that_is_not_an_address_is_refused(proxy: str) -> None:
    with pytest.raises(Refused, match="not an address or network"):
        settings_for("127.0.0.1", 8777, None, [proxy])


# ── What `croupier serve` refuses ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.1", "play.example"])  # noqa: S104  # refused
def test_other_machines_are_not_served_without_a_key_and_tls(host: str, tmp_path: Path) -> None:
    bare = Wanted(host, 0, tmp_path / "house")
    with pytest.raises(Refused, match=r"operator's key.*--new-operator.*TLS"):
        refuse_exposure(bare, operators_of(bare))
    add_operator(bare.operators_file, "ada")
    with pytest.raises(Refused, match="through TLS"):
        refuse_exposure(bare, operators_of(bare))
    behind = Wanted(host, 0, tmp_path / "house", url="https://play.example")
    refuse_exposure(behind, operators_of(behind))


def test_a_public_address_needs_an_operator_too(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="operator's key"):
        refuse_exposure(Wanted("127.0.0.1", 0, tmp_path, url="https://play.example"), {})


def test_this_machine_is_served_without_anything(tmp_path: Path) -> None:
    wanted = Wanted("127.0.0.1", 0, tmp_path)
    assert operators_of(wanted) == {}
    refuse_exposure(wanted, {})


def test_operators_that_are_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is no such file"):
        operators_of(Wanted("127.0.0.1", 0, tmp_path, operators=tmp_path / "nobody"))


def test_the_key_does_not_lie_where_it_would_be_backed_up(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="must not lie in the folder"):
        keys_of(Wanted("127.0.0.1", 0, tmp_path, keys=(tmp_path / "sub" / ".." / "seal.key",)))
    assert not (tmp_path / "seal.key").exists()


def test_the_first_key_seals_and_all_unseal(tmp_path: Path) -> None:
    files = (tmp_path / "new.key", tmp_path / "old.key")
    with pytest.raises(Refused, match=r"old\.key: there is no such file"):  # one that was just made unseals nothing
        keys_of(Wanted("127.0.0.1", 0, tmp_path / "house", keys=files))
    assert not any(file.exists() for file in files)
    key_from(tmp_path / "old.key")
    keys = keys_of(Wanted("127.0.0.1", 0, tmp_path / "house", keys=files)).keys
    assert [key.hex() for key in keys] == [file.read_text().strip() for file in files]


def test_only_games_that_are_named_are_allowed() -> None:
    assert list(games_of(Wanted("127.0.0.1", 0, games=("tcp", "bac")))) == ["three-card-poker", "baccarat"]
    assert len(games_of(Wanted("127.0.0.1", 0))) == 3
    with pytest.raises(Refused, match="is not a game"):
        games_of(Wanted("127.0.0.1", 0, games=("chess",)))


def test_a_port_that_is_taken_is_refused_in_a_sentence() -> None:
    with listening("127.0.0.1", 0) as taken, pytest.raises(Refused, match="another program listens on"):
        listening("127.0.0.1", taken.getsockname()[1])
