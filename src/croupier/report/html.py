"""A document as one page of HTML that needs nothing else: no script, no other file, no network."""

from collections.abc import Iterator
from html import escape
from itertools import count
from typing import Final, assert_never

from croupier.conditions import DIGEST_SHOWN
from croupier.figures import Figure
from croupier.report.document import (
    Block,
    Bullets,
    Cell,
    Code,
    Document,
    Facts,
    Form,
    Illustration,
    Paragraph,
    Reference,
    Run,
    Section,
    Strong,
    Table,
    runs_of,
    text_of,
)
from croupier.report.drawing import inline
from croupier.report.mark import mark_of
from croupier.report.plain_text import plain, plain_lines

ALLOWED: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""A browser itself refuses whatever else the page might fetch or run."""
STYLE: Final = """
:root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--faint:#5a5a5a;--line:#c9c9c9;--shade:#f3f3f3}
@media (prefers-color-scheme:dark){:root{--ink:#e8e8e8;--paper:#161616;--faint:#a8a8a8;--line:#444;--shade:#232323}}
body{max-width:62rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 Georgia,"Times New Roman",serif}
h1{line-height:1.2;margin-bottom:.2em}h2{margin-top:2.2em;border-bottom:1px solid var(--line)}h3{margin-top:1.6em}
a{color:inherit}.subtitle,.note,footer{color:var(--faint)}.note{font-size:.9em}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.25rem 1.2rem}dt{font-weight:bold}
dd{margin:0;overflow-wrap:anywhere}
.wide{overflow-x:auto;margin:1rem 0}table{border-collapse:collapse;font-size:.95em}
caption{text-align:left;color:var(--faint);padding-bottom:.3em}
th,td{padding:.2em .6em;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{vertical-align:bottom;border-top:2px solid var(--ink);border-bottom:1px solid var(--ink)}
tbody th{font-weight:inherit}.figure{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
tr.marked{font-weight:bold;background:var(--shade)}
pre{background:var(--shade);padding:.6em;white-space:pre-wrap;overflow-wrap:anywhere}
figure{margin:1.2rem 0}figure svg{max-width:100%;height:auto;background:#fff;color:#000}
figcaption{color:var(--faint)}
nav ol{list-style:none;padding-left:1.2em}nav>ol{padding-left:0}footer{margin-top:3em;font-size:.9em}
.long{min-width:10em}.short{white-space:nowrap}
@media (max-width:700px){dl{grid-template-columns:fit-content(45%) 1fr}table{font-size:.88em}caption{max-width:85vw}
th,td{padding:.2em .35em;overflow-wrap:break-word}}
@media print{:root{--ink:#000;--paper:#fff;--faint:#444;--line:#bbb;--shade:#f3f3f3}body{max-width:none;margin:0}
.wide{overflow:visible}h2,h3,h4,caption{break-after:avoid}tr,figure,pre{break-inside:avoid}
thead{display:table-header-group}tbody tr:first-child{break-before:avoid}}
"""
SHORT: Final = 16
"""A column of words without a longer text, such as ids of clauses, stays on one line."""
LONG: Final = 24
"""One with a longer text keeps room for it."""
HEAD_MOST: Final = 6
"""HTML has no lower level of headings."""


def html(document: Document) -> str:
    """Write a document as one page."""
    return "".join(page(document))


def page(document: Document) -> Iterator[str]:
    numbered = document.form is Form.REPORT
    numbers = dict(numbered_sections(document.sections)) if numbered else {}
    drawn = count(1)
    yield f'<!doctype html>\n<html lang="{escape(document.language)}">\n<head>\n<meta charset="utf-8">\n'
    yield f'<meta name="generator" content="{escape(mark_of(document))}">\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{ALLOWED}">\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    yield f"<title>{words(document.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    yield f"<header>\n<h1>{words(document.title)}</h1>\n"
    if document.subtitle:
        yield f'<p class="subtitle">{words(document.subtitle)}</p>\n'
    yield f"{facts(document.facts, numbers)}</header>\n"
    if numbered and len(document.sections) > 1:
        yield f'<nav aria-label="Contents">\n<h2>Contents</h2>\n{contents(document.sections, numbers)}</nav>\n'
    yield "<main>\n"
    for section in document.sections:
        yield from section_html(section, 2, numbers, drawn)
    yield "</main>\n"
    made = (document.software, f"rulebook {document.digest[:DIGEST_SHOWN]}" if document.digest else "", document.date)
    yield f"<footer><p>{' · '.join(words(part) for part in made if part)}</p></footer>\n</body>\n</html>\n"


def numbered_sections(sections: tuple[Section, ...], above: str = "") -> Iterator[tuple[str, str]]:
    """The number of every section, such as 4.2, by its id."""
    for place, section in enumerate(sections, 1):
        number = f"{above}{place}"
        yield section.id, number
        yield from numbered_sections(section.parts, f"{number}.")


def contents(sections: tuple[Section, ...], numbers: dict[str, str], depth: int = 2) -> str:
    items = "".join(
        f'<li><a href="#{escape(each.id)}">{numbers[each.id]} {words(each.title)}</a>'
        f"{contents(each.parts, numbers, depth - 1) if each.parts and depth > 1 else ''}</li>\n"
        for each in sections
    )
    return f"<ol>\n{items}</ol>\n"


def section_html(section: Section, level: int, numbers: dict[str, str], drawn: "count[int]") -> Iterator[str]:
    number = f"{numbers[section.id]} " if section.id in numbers else ""
    tag = f"h{min(level, HEAD_MOST)}"
    yield f'<section id="{escape(section.id)}">\n<{tag}>{number}{words(section.title)}</{tag}>\n'
    for block in section.blocks:
        yield block_html(block, numbers, drawn)
    for part in section.parts:
        yield from section_html(part, level + 1, numbers, drawn)
    yield "</section>\n"


def block_html(block: Block, numbers: dict[str, str], drawn: "count[int]") -> str:
    match block:
        case Paragraph(runs):
            return f"<p>{cell_html(runs, numbers)}</p>\n"
        case Bullets(items, numbered):
            tag = "ol" if numbered else "ul"
            listed = "".join(f"<li>{cell_html(item, numbers)}</li>\n" for item in items)
            return f"<{tag}>\n{listed}</{tag}>\n"
        case Facts(rows):
            return facts(rows, numbers)
        case Table():
            return table_html(block, numbers)
        case Illustration(picture, caption, table):
            drawing = inline(picture, f"picture-{next(drawn)}")
            below = table_html(table, numbers) if table else ""
            return (
                f"<figure>\n{drawing}\n<figcaption>{words(caption or picture.title)}</figcaption>\n</figure>\n{below}"
            )
        case Code(text):
            return f"<pre><code>{escape(plain_lines(text))}</code></pre>\n"
        case _:
            assert_never(block)


def facts(rows: tuple[tuple[str, Cell], ...], numbers: dict[str, str]) -> str:
    told = "".join(f"<dt>{words(name)}</dt><dd>{cell_html(cell, numbers)}</dd>\n" for name, cell in rows)
    return f"<dl>\n{told}</dl>\n" if rows else ""


def table_html(table: Table, numbers: dict[str, str]) -> str:
    """A table whose heads name their columns, and whose first words name their rows."""
    caption = f"<caption>{words(table.caption)}</caption>\n" if table.caption else ""
    as_class = [class_of(table, place) for place in range(len(table.heads))]
    heads = "".join(f'<th scope="col"{as_class[k]}>{words(head)}</th>' for k, head in enumerate(table.heads))
    rows = []
    for number, row in enumerate(table.rows):
        cells = "".join(
            f'<th scope="row"{as_class[0]}>{cell_html(cell, numbers)}</th>'
            if place == 0 and table.words
            else f"<td{as_class[place]}>{cell_html(cell, numbers)}</td>"
            for place, cell in enumerate(row)
        )
        shown = ' class="marked"' if number in table.marked else ""
        rows.append(f"<tr{shown}>{cells}</tr>\n")
    note = f'<p class="note">{cell_html(table.note, numbers)}</p>\n' if table.note else ""
    # A table that is wider than the page is moved sideways, and whoever has no mouse does so by the keyboard.
    name = words(table.caption or table.heads[0] or "table")
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{name}">\n<table>\n{caption}'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{''.join(rows)}</tbody>\n</table>\n</div>\n{note}"
    )


def class_of(table: Table, place: int) -> str:
    """How a column is set: one of figures, of short texts or of long ones."""
    if place >= table.words:
        return ' class="figure"'
    most = max((len(text_of(row[place])) for row in table.rows), default=0)
    return ' class="short"' if most <= SHORT else ' class="long"' if most > LONG else ""


def cell_html(cell: Cell, numbers: dict[str, str]) -> str:
    return "".join(run_html(run, numbers) for run in runs_of(cell))


def run_html(run: Run, numbers: dict[str, str]) -> str:
    match run:
        case Figure():
            return f'<data value="{escape(str(run.value))}">{words(run)}</data>'
        case Reference(text, to):
            number = f" (section {numbers[to]})" if to in numbers else ""
            return f'<a href="#{escape(to)}">{words(text)}{number}</a>'
        case Strong(text):
            return f"<strong>{words(text)}</strong>"
        case str():
            return words(run)
        case _:
            assert_never(run)


def words(text: str) -> str:
    """Text that is read as text."""
    return escape(plain(text))
