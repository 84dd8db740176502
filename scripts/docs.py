"""Write the generated parts of the docs; --check changes nothing and fails if one is out of date.

A page is written by hand, except between `<!-- generated: name words -->` and `<!-- end -->`. These parts come from the
code (`docs_games`, `docs_code`, `docs_api`), from kept figures (`docs_protection`, `protection_pictures`),
or from running what the page shows (`docs_examples`). The check also draws every such picture again, follows every
relative link, runs every block of Python, checks what was computed by hand, and lists what no page mentions.
"""

import argparse
import contextlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from croupier.games import GAMES, game
from scripts import docs_api, docs_code, docs_games, docs_protection, protection_pictures
from scripts.docs_examples import EXAMPLES, by_hand, output
from scripts.docs_text import blocks

PARTS = docs_games.PARTS | docs_code.PARTS | docs_api.PARTS | docs_protection.PARTS | protection_pictures.PARTS
ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
REGION = re.compile(
    r"<!-- generated: (?P<name>[\w-]+)(?: (?P<words>[^>]*?))? -->\n(?P<body>.*?)<!-- end -->", re.DOTALL
)
LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]


def written(text: str) -> str:
    """A page with its generated parts replaced, in order: an example may need those before it."""
    made: list[str] = []
    end = 0
    for region in REGION.finditer(text):
        made.append(text[end : region.start("body")])
        name, words = region["name"], region["words"] or ""
        if name in PARTS:
            made.append(PARTS[name](words))
        else:
            made.append(EXAMPLES[name]("".join(made), words))
        end = region.end("body")
    return "".join((*made, text[end:]))


# ── What is wrong ────────────────────────────────────────────────────────────────────────────────────────────────────


def faults_of(page: Path) -> Iterator[str]:
    """What is out of date on a page, fails when run, or was computed wrongly by hand."""
    text = page.read_text(encoding="utf-8")
    try:
        if written(text) != text:
            yield f"{shown(page)}: a generated part is stale; run make docs"
        for fault in by_hand(text):
            yield f"{shown(page)}: {fault}"
        if blocks(text, "python"):
            output(text, "")
    except Exception as error:  # noqa: BLE001  # a page's code may raise anything
        yield f"{shown(page)}: an example fails: {error!r}"


def dangling() -> Iterator[str]:
    """Broken relative links in the docs and the README."""
    for page in (ROOT / "README.md", *pages()):
        for link in LINK.finditer(without_code(page.read_text(encoding="utf-8"))):
            path, _, anchor = link["target"].partition("#")
            if ":" in path:
                continue
            target = (page.parent / path).resolve() if path else page
            if not target.exists() or not target.is_relative_to(ROOT):
                yield f"{shown(page)}: the link {link['target']} leads nowhere"
            elif anchor and anchor not in anchors(target):
                yield f"{shown(page)}: {shown(target)} has no heading #{anchor}"


ONCE: Final = ("commands.md", "README.md")
"""Pages that list each thing once: two copies soon differ."""


def missing() -> Iterator[str]:
    """What no page mentions, pages that the index does not list, and what is listed again."""
    wanted = {
        "commands.md": [f"## `croupier {name}`" for name in docs_code.cli_commands()],
        "journal.md": [f"- `{field}`" for field in sorted({field for _, field, _ in docs_code.event_fields()})],
        "rulings.md": [f"**{ruling.id}**" for id_ in GAMES for ruling in game(id_).rulings],
        "README.md": [f"({page.relative_to(DOCS).as_posix()})" for page in pages() if page.name != "README.md"],
    }
    for page, mentions in wanted.items():
        text = (DOCS / page).read_text(encoding="utf-8")
        for mention in mentions:
            if mention not in text:
                yield f"docs/{page}: {mention} is missing"
            elif page in ONCE and text.count(mention) > 1:
                yield f"docs/{page}: {mention} is there more than once"
    for id_ in GAMES:
        if not (DOCS / "games" / f"{id_}.md").exists():
            yield f"docs/games/{id_}.md is missing"


def stale_pictures() -> Iterator[str]:
    """Pictures that are not what the kept figures come to."""
    for name in protection_pictures.stale():
        yield f"docs/pictures/{name}: not what the kept figures come to; run make docs"


def shown(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def without_code(text: str) -> str:
    """A page without its blocks of code, where brackets are not links."""
    return re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check() -> int:
    found = [*(fault for page in pages() for fault in faults_of(page)), *dangling(), *missing(), *stale_pictures()]
    print("\n".join(found) if found else f"Docs: {len(pages())} pages, all generated parts fresh, every example runs.")
    return 1 if found else 0


def write() -> int:
    """Draw the pictures and write every page; one whose examples fail is left unchanged and named."""
    for name in protection_pictures.draw():
        print(f"docs/pictures/{name}: drawn again")
    for page in pages():
        text = page.read_text(encoding="utf-8")
        with contextlib.suppress(Exception):  # the check that follows says what is wrong
            again = written(text)
            if again != text:
                page.write_text(again, encoding="utf-8")
                print(f"{shown(page)}: written again")
    return check()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if the docs are stale or wrong")
    return check() if parser.parse_args().check else write()


if __name__ == "__main__":
    raise SystemExit(main())
