"""`croupier serve`: what it refuses before it listens, in one sentence."""

import errno
import socket
import sys
from pathlib import Path

import pytest

from croupier.errors import Refused
from croupier.web.operators import HEADING, add_operator, read_operators
from croupier.web.serve import Wanted, greeting, listening
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


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with some things in it that are not what a house wants, in which commands are run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROUPIER_KEY", "seal.key")
    (tmp_path / "file").write_text("hello")
    (tmp_path / "empty").touch()
    (tmp_path / "not.key").write_text("hello")
    (tmp_path / "not.key").chmod(0o600)
    (tmp_path / "open.key").write_text("0" * 64)
    (tmp_path / "open.key").chmod(0o644)
    (tmp_path / "open.operators").write_text(f"{HEADING}\n")
    (tmp_path / "open.operators").chmod(0o666)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "house.sqlite").write_text("hello")
    add_operator(tmp_path / "run.operators", "ada")
    return tmp_path


ELSEWHERE = ("--data", "run", "--url", "https://play.example")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "70000"), "'70000' is not a port; give a number from 0 to 65535"),
        (("--port", "-1"), "'-1' is not a port"),
        (("--port", "eighty"), "'eighty' is not a port"),
        (("--port", "80.5"), "'80.5' is not a port"),
        (("--port", ""), "'' is not a port"),
        (("--host", "192.0.2.1"), "operator's key; make one with `croupier serve --new-operator NAME`"),
        (("--host", "192.0.2.1", "--data", "run"), "--host: other machines are served only through TLS"),
        (("--host", "", *ELSEWHERE), "--host: give an address of this machine, such as 127.0.0.1."),
        (("--host", "nowhere.invalid", *ELSEWHERE), '--host: "nowhere.invalid" is not an address of this machine'),
        (("--host", "192.0.2.1", *ELSEWHERE), '--host: "192.0.2.1" is not an address of this machine'),
        (("--host", "a\ud800b", *ELSEWHERE), "is not an address of this machine"),
        (("--url", "https://play.example"), "--url: other machines are served only if there is an operator's key"),
        (("--data", "run", "--url", "http://play.example"), "--url: people must reach the house through TLS"),
        (("--data", "run", "--url", "play.example"), '"play.example" is not an address such as https://play.example.'),
        (("--data", "run", "--url", "https://"), "is not an address such as https://play.example."),
        (("--data", "run", "--url", "https://[::1"), "is not an address such as https://play.example."),
        (("--data", "run", "--url", "https://play.example/x"), "is not an address such as https://play.example."),
        (("--data", "run", "--url", "https://play.example?x"), "is not an address such as https://play.example."),
        (("--data", "run", "--url", "https://a:b@play.example"), "is not an address such as https://play.example."),
        (("--data", "run", "--url", "https://play.example:x"), "is not an address such as https://play.example."),
        (("--data", "run", "--url", "ftp://play.example"), "is not an address such as https://play.example."),
        (("--proxy", "nowhere"), '--proxy: "nowhere" is not an address or network, such as 127.0.0.1.'),
        (("--proxy", ""), '--proxy: "" is not an address or network'),
        (("--game", "chess"), '--game: "chess" is not a game; there are '),
        (("--game", "none.py"), "none.py: there is no such file."),
        (("--database", "mysql://here"), "--database: this is not the address of a PostgreSQL database"),
        (("--operators", "none"), "none: there is no such file; `croupier serve --operators none --new-operator NAME`"),
        (("--operators", "file"), "file: this is not a file of operators; `croupier serve --new-operator` makes one."),
        (("--operators", "other"), "other: this is a folder, not a file."),
        (("--operators", "open.operators"), "others may write this file of operators; `chmod 600` it."),
        (("--new-operator", "Ada Lovelace"), "cannot be an operator's name; use up to 32 letters, digits and . _ -."),
        (("--new-operator", ""), "cannot be an operator's name"),
        (("--data", "file"), "file: this is not a folder; give a folder, or the name of a new one."),
        (("--data", "file/house"), "file/house: the folder cannot be made: Not a directory."),
        (("--data", "other"), "other/house.sqlite: this is not a store of Croupier, or it is damaged."),
        (("--key", "other"), "other: this is a folder, not a key; name a file."),
        (("--key", "not.key"), "not.key: a key is 64 hexadecimal digits, and this is not one."),
        (("--key", "open.key"), "open.key: others may read the key that seals shuffles; `chmod 600` it."),
        (("--key", "house/seal.key"), "the key must not lie in the folder that it protects; move it elsewhere."),
        (("--key", "new.key", "--key", "old.key"), "old.key: there is no such file; only the first key is made"),
        (("--prot", "8777"), "No such option: --prot"),
        (("baccarat",), "`croupier serve --help` says what it takes."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    croupier: Command, folder: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = croupier("serve", "--port", "0", "--data", "house", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert not (folder / "new.key").exists()


@pytest.mark.parametrize("command", [("serve", "--port", "0"), ("backup", "new"), ("restore", "file")])
def test_a_folder_that_may_not_be_read_is_named(
    croupier: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    def denied(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "shut/house")

    monkeypatch.setattr("croupier.web.serve.operators_of", denied)
    monkeypatch.setattr("croupier.store.backup.back_up", denied)
    monkeypatch.setattr("croupier.store.backup.restore", denied)
    ran = croupier(*command, "--data", "shut/house")
    assert (ran.status, ran.err) == (2, "croupier: shut/house: this cannot be used: Permission denied.\n")


def test_a_port_that_is_taken_is_named_with_another(croupier: Command, folder: Path) -> None:
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        ran = croupier("serve", "--data", "house", "--port", str(port))
    other = port + 1 if port < 65_535 else port - 1
    told = f"another program listens on 127.0.0.1:{port}; choose another port, such as --port {other}."
    assert (ran.status, ran.err) == (2, f"croupier: --port: {told}\n")
    assert not (folder / "house").exists()


def test_a_port_that_needs_rights_is_refused_with_one_that_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object, **__: object) -> socket.socket:
        raise PermissionError(errno.EACCES, "Permission denied (while attempting to bind)")

    monkeypatch.setattr(socket, "create_server", denied)
    with pytest.raises(Refused, match=r"^--port: you may not listen on \[::1\]:80; choose a port from 1024 on"):
        listening("::1", 80)


def test_without_its_packages_it_says_what_to_install(croupier: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("croupier.web.serve", "uvicorn"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    ran = croupier("serve")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "croupier: this needs uvicorn; in a checkout install it with: `pip install '.[serve]'`.\n"


@pytest.mark.parametrize(
    ("wanted", "has_operators", "last"),
    [
        (Wanted("127.0.0.1", 1), True, "Everything is kept in "),
        (Wanted("127.0.0.1", 1), False, "make a key: croupier serve --new-operator NAME"),
        (Wanted("127.0.0.1", 1, data=Path("my house")), False, "croupier serve --data 'my house' --new-operator NAME"),
        (Wanted("127.0.0.1", 1, url="https://play.example"), True, "Without --proxy ADDRESS all who come through a"),
        (Wanted("127.0.0.1", 1, url="https://play.example", proxies=("127.0.0.1",)), True, "Everything is kept in "),
        (Wanted("127.0.0.1", 1, database="postgresql://ada:secret@db"), True, "Everything is kept in the database."),
    ],
)
def test_a_house_says_where_it_is_where_it_is_kept_and_how_to_run_it(
    folder: Path, wanted: Wanted, has_operators: bool, last: str
) -> None:
    lines = greeting(wanted, "http://127.0.0.1:8777", has_operators=has_operators).splitlines()
    assert lines[0] == "Croupier is at http://127.0.0.1:8777, with practice chips only. Ctrl-C stops it."
    assert last in lines[-1]
    assert "secret" not in " ".join(lines)


def test_nothing_is_dealt_where_a_known_secret_does_not_give_the_known_cards(
    croupier: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.web.self_check.KNOWN_SHUFFLE", "0" * 64)
    ran = croupier("serve", "--port", "0", "--data", "house")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "croupier: nothing is dealt here: a known secret does not give the known shuffle.\n"
    assert not (folder / "house").exists()
