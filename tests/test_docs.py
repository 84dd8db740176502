"""The docs: what they take from the code is fresh, and what they show at work does work."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from croupier.games import GAMES, game
from scripts import docs, docs_code, protection_pictures
from scripts.docs_examples import by_hand, output, run
from scripts.docs_text import blocks, escaped, table

PAGES = [pytest.param(page, id=docs.shown(page)) for page in docs.pages()]


def text_of(name: str) -> str:
    return (docs.DOCS / name).read_text(encoding="utf-8")


def printed_journal() -> list[str]:
    """The records that the page on the journal prints, as text and nothing else."""
    return [line for line in text_of("journal.md").splitlines() if line.startswith('{"n":')]


@pytest.mark.torture  # `make check` asks the same of every page
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_fresh_and_all_that_it_shows_works(page: Path) -> None:
    assert list(docs.faults_of(page)) == []


@pytest.mark.parametrize("check", [docs.dangling, docs.missing])
def test_the_docs_lead_somewhere_and_tell_everything(check: Callable[[], Iterator[str]]) -> None:
    assert list(check()) == []


# ── The journal's hash, worked out without our code ──────────────────────────────────────────────────────────────────


def test_the_printed_journal_hashes_as_the_page_defines_it() -> None:
    before = "0" * 64
    for line in printed_journal():
        text, _, rest = line.partition(',"hash":"')
        before = sha256((before + text).encode("ascii")).hexdigest()
        assert rest == f'{before}"}}'
    assert len(printed_journal()) == 2


@pytest.mark.skipif(not (shutil.which("bash") and shutil.which("sha256sum")), reason="needs bash and sha256sum")
@pytest.mark.parametrize("tampered", [False, True], ids=["whole", "tampered"])
def test_the_shell_check_finds_what_it_should(tmp_path: Path, *, tampered: bool) -> None:
    lines = printed_journal()
    if tampered:
        lines[0] = lines[0].replace('"decks":6', '"decks":8')
    (tmp_path / "table.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    (script,) = blocks(text_of("journal.md"), "bash")
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S607  # the shell that the page is written for
    assert done.returncode == (1 if tampered else 0)
    assert tampered or done.stdout.strip() in lines[-1]


# ── The checks themselves ────────────────────────────────────────────────────────────────────────────────────────────

ROUND = """
```json
{"game": "casino-monte", "cards": ["2c", "3d", "4h"], "seats": [{"seat": 1, "spot": 3, "initial": 1}]}
```
"""


def faults_of(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The faults of a page with this text."""
    monkeypatch.setattr(docs, "ROOT", folder)
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    return list(docs.faults_of(page))


def test_a_stale_part_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "<!-- generated: documents baccarat -->\nold\n<!-- end -->\n"
    assert faults_of(text, tmp_path, monkeypatch) == ["page.md: a generated part is stale; run make docs"]
    assert faults_of(docs.written(text), tmp_path, monkeypatch) == []


def test_code_that_fails_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "```python\nassert 1 == 2\n```\n"
    assert faults_of(text, tmp_path, monkeypatch) == ["page.md: an example fails: AssertionError()"]


@pytest.mark.parametrize("link", ["nowhere.md", "page.md#nothing", "#nothing"])
def test_a_link_that_leads_nowhere_is_found(link: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("README.md", "page.md"):
        (tmp_path / name).write_text(f"# Here\n\n[there](page.md#here), not `[there]({link})`\n", encoding="utf-8")
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    monkeypatch.setattr(docs, "DOCS", tmp_path)
    assert list(docs.dangling()) == []
    (tmp_path / "page.md").write_text(f"# Here\n\n[there]({link})\n", encoding="utf-8")
    assert len(list(docs.dangling())) == 1


def test_a_command_that_no_page_mentions_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs_code, "cli_commands", lambda: {"shuffle": None})
    assert list(docs.missing()) == ["docs/commands.md: ## `croupier shuffle` is missing"]


def test_what_is_listed_twice_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(docs.DOCS, tmp_path / "docs")
    monkeypatch.setattr(docs, "DOCS", tmp_path / "docs")
    with (tmp_path / "docs" / "commands.md").open("a", encoding="utf-8") as page:
        page.write("\n## `croupier restore`\n")
    assert list(docs.missing()) == ["docs/commands.md: ## `croupier restore` is there more than once"]


@pytest.mark.parametrize(
    ("result", "faults"),
    [("1.00", []), ("2.00", ["seat 1, initial: by hand 2.00, settled 1.00"])],
    ids=["right", "wrong"],
)
def test_what_was_worked_out_by_hand_is_held_against_the_table(result: str, faults: list[str]) -> None:
    rows = table(("seat", "wager", "because", "result"), [("1", "`initial`", "four is highest", result)])
    assert list(by_hand(f"{ROUND}<!-- by hand -->\n{rows}<!-- end -->\n")) == faults


def test_a_round_that_should_be_refused_and_is_not_is_found() -> None:
    with pytest.raises(LookupError, match="is not refused"):
        docs.written(f"{ROUND}<!-- generated: refused -->\n<!-- end -->\n")


def test_code_is_run_from_the_top_of_its_page_and_the_last_block_answers() -> None:
    page = "```python\nx = 1\nprint(x)\n```\n\n```python\nprint(x + 1)\n```\n"
    assert output(page, "") == "```text\n2\n```\n"


def test_blocks_of_one_file_are_put_together_for_code_and_commands() -> None:
    page = "<!-- file: own.py -->\n```python\nx = 1\n```\n\n<!-- file: own.py -->\n```python\ny = x + 1\n```\n"
    read = "```python\nfrom pathlib import Path\nprint(Path('own.py').read_text())\n```\n"
    assert output(page + read, "") == "```text\nx = 1\n\n\ny = x + 1\n```\n"
    assert "there is no `Game` or `Model` in it" in run(page, "croupier rules own.py")


def test_bars_and_dollars_are_escaped_outside_of_code() -> None:
    assert escaped("from $1 to $2 | `$x`") == r"from \$1 to \$2 \| `$x`"


def test_no_page_names_a_clause_that_no_game_has() -> None:
    games = [game(id_) for id_ in GAMES]
    known = {clause.id for of in games for clause in of.clauses} | {ruling.id for of in games for ruling in of.rulings}
    named = re.compile(r"\b(?:CM|LM|BAC|TCP)-[0-9A-Z]\w*")
    unknown = {
        (docs.shown(page), id_)
        for page in docs.pages()
        for id_ in named.findall(page.read_text(encoding="utf-8"))
        if id_ not in known
    }
    assert unknown == set()


# ── Guarantees ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_promise_names_tests_that_exist() -> None:
    parts = re.split(r"^(?=\*\*[A-Z]\d+\.|## )", text_of("guarantees.md"), flags=re.MULTILINE)
    held = {part[2:].partition(".")[0]: re.findall(r"`(tests/[^`]+)`", part) for part in parts if part.startswith("**")}
    assert len(held) == sum(part.startswith("**") for part in parts), "two promises have one name"
    assert {promise[0] for promise in held} == set("MRCFLKW")
    for promise, named in held.items():
        assert named, f"{promise} names no test"
        for test in named:
            file, _, function = test.partition("::")
            source = (docs.DOCS.parent / file).read_text(encoding="utf-8")
            assert (f"def {function}(" if function else "def test_") in source, f"{promise}: there is no {test}"
    for letter in "MRCFLKW":
        numbers = [int(promise[1:]) for promise in held if promise[0] == letter]
        assert numbers == list(range(1, len(numbers) + 1)), f"{letter} has a gap, or is out of order"


def test_every_picture_is_shown_with_words_for_it_and_is_small() -> None:
    readme = (docs.DOCS.parent / "README.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r'<img src="docs/pictures/([^"]+)"[^>]* alt="([^"]+)"', readme))
    assert len(shown) == readme.count("<img ") == 4
    for page in docs.pages():
        pictures = re.findall(r"!\[([^\]]*)\]\(pictures/([^)]+)\)", page.read_text(encoding="utf-8"))
        shown |= {name: words for words, name in pictures}
    kept = {each.name: each.stat().st_size for each in (docs.DOCS / "pictures").iterdir()}
    assert shown.keys() == kept.keys()
    assert all(words.count(" ") > 5 for words in shown.values())
    assert max(kept.values()) <= 120_000


def test_pictures_of_kept_figures_are_drawn_from_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert list(docs.stale_pictures()) == []
    monkeypatch.setattr(protection_pictures, "FOLDER", tmp_path)
    (tmp_path / "protection-seats.svg").write_text("another drawing", encoding="utf-8")
    assert len(list(docs.stale_pictures())) == len(protection_pictures.PICTURES)
    assert list(protection_pictures.draw()) == [f"{name}.svg" for name in protection_pictures.PICTURES]
    assert list(docs.stale_pictures()) == []
