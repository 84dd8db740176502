"""The docs of a house: every route is listed, and what they show works."""

import asyncio
import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.games import GAMES
from croupier.web.client import next_command
from scripts.docs_text import blocks
from tests.web.house_process import HouseProcess
from tests.web.live import running
from tests.web.test_access import OPERATOR, OWNER, PUBLIC, ROWS, SEAT

PAGE = (Path(__file__).parents[2] / "docs" / "http-api.md").read_text(encoding="utf-8")
WHO = {SEAT: "your seat", OWNER: "who opened it", OPERATOR: "operators", PUBLIC: "everybody"}


def test_every_route_is_listed_with_whom_it_is_for() -> None:
    listed = dict(re.findall(r"^\| `(\w+ /\S*)` \| ([^|]+) \|", PAGE, re.MULTILINE))
    wanted = {route: WHO.get(row.access, "guests") for route, row in ROWS.items()}
    assert listed == {**wanted, "GET /metrics": "the same machine"}


@pytest.mark.parametrize("game", GAMES)
def test_ten_lines_of_python_check_every_card_of_a_round(game: str, tmp_path: Path) -> None:
    async def story() -> str:
        async with running() as live:
            table, ada = await live.open(game, bet=5, decide=5, bank=5, silent=100), await live.visitor("Ada")
            await ada.sit(table)
            chance = random.Random(1)
            seen = ""
            for _ in range(200):
                view = await ada.view(table)
                seen = seen or (view["commitment"] if view["round"] == 1 else "")
                if view["closed"]:
                    break
                asked = next_command(view, chance)
                if asked:
                    await ada.post(f"/api/tables/{table}/{asked[0]}", asked[1])
                else:
                    await live.pass_time(1)
            boss = await live.operator()
            await boss.post(f"/api/operator/tables/{table}/close", {"reason": "to open the shoe"})
            for _ in range(40):
                await live.pass_time(1)
            (first,) = (each for each in (await ada.get("/api/rounds")).json["rounds"] if each["round"] == 1)
            heard = await ada.get(f"/api/tables/{table}/rounds/{first['round']}")
            (tmp_path / "round.json").write_bytes(heard.body)
            return seen

    commitment = asyncio.run(story())
    (script,) = blocks(PAGE, "py")
    ran = check(script, tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert commitment
    assert ran.stdout.startswith(commitment)
    assert re.search(r"\['..'", ran.stdout), "cards were shown"
    told = json.loads((tmp_path / "round.json").read_text())
    told["openings"] = [text.replace('"shown":[[', '"shown":[[1') for text in told["openings"]]
    (tmp_path / "round.json").write_text(json.dumps(told))
    assert check(script, tmp_path).returncode != 0, "a card in another place is found"


def check(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HouseProcess]:
    with HouseProcess(tmp_path) as process:
        yield process


@pytest.mark.server
@pytest.mark.skipif(not (shutil.which("bash") and shutil.which("curl")), reason="needs bash and curl")
def test_the_session_with_curl_works(house: HouseProcess, tmp_path: Path) -> None:
    (script,) = blocks(PAGE, "bash")
    ran = subprocess.run(
        ["bash", "-e", "-c", script.replace("http://127.0.0.1:8777", house.url)],  # noqa: S607  # the shell of the page
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "event: table" in ran.stdout
    assert '"error"' not in ran.stdout
    assert ran.stdout.rstrip().endswith('"chips":100000}')
