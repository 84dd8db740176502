"""`croupier serve`: what it refuses before it listens, in one sentence."""

from pathlib import Path

import pytest

from croupier.web.operators import read_operators
from croupier.web.serve import listening
from tests.cli.conftest import Command


def test_other_machines_are_not_served_without_an_operators_key(croupier: Command, tmp_path: Path) -> None:
    ran = croupier("serve", "--host", "0.0.0.0", "--data", str(tmp_path / "house"))  # noqa: S104  # refused
    assert (ran.status, ran.out) == (2, "")
    assert "operator's key" in ran.err
    assert "TLS" in ran.err
    assert "reverse_proxy" in ran.err
    assert not (tmp_path / "house").exists()


def test_a_new_operators_key_is_printed_once_and_kept_as_a_hash(croupier: Command, tmp_path: Path) -> None:
    ran = croupier("serve", "--data", str(tmp_path / "house"), "--new-operator", "ada")
    assert (ran.status, ran.err) == (0, "")
    file = tmp_path / "house.operators"
    assert list(read_operators(file)) == ["ada"]
    assert ran.out.strip() not in file.read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--url", "http://play.example"), "operator's key"),
        (("--game", "chess"), "is not a game"),
        (("--proxy", "nowhere"), "not an address or network"),
        (("--operators", "nobody"), "there is no such file"),
        (("--port", "70000"), "65535"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    croupier: Command, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = croupier("serve", "--data", str(tmp_path / "house"), *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_a_port_that_is_taken_is_named(croupier: Command, tmp_path: Path) -> None:
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        ran = croupier("serve", "--data", str(tmp_path / "house"), "--port", str(port))
    assert ran.status == 2
    assert f"127.0.0.1:{port}" in ran.err
