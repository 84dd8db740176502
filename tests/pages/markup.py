"""The text of a page as a tree, so that a test can look at what is drawn."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

VOID: Final = {"img", "input", "br", "meta", "link"}


@dataclass
class Markup:
    """An element and all that is inside it."""

    tag: str
    given: dict[str, str]
    inside: list["Markup | str"] = field(default_factory=list)

    def each(self) -> Iterator["Markup"]:
        """This element, and every one inside it."""
        yield self
        for child in self.inside:
            if isinstance(child, Markup):
                yield from child.each()

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.inside)

    @property
    def classes(self) -> list[str]:
        return self.given.get("class", "").split()

    @property
    def sources(self) -> list[str]:
        """The pictures inside."""
        return [image.given["src"] for image in self.of("img")]

    @property
    def alts(self) -> list[str]:
        """What the pictures inside show."""
        return [image.given.get("alt", "") for image in self.of("img")]

    @property
    def clauses(self) -> set[str]:
        """All clauses that are cited inside, by marks or by what is drawn."""
        marks = (re.findall(r"#(\S+)$", each.given.get("href", "")) for each in self.having("clause"))
        drawn = (each.given.get("data-clause", "").split() for each in self.each())
        return {id_ for ids in (*marks, *drawn) for id_ in ids}

    def of(self, tag: str) -> list["Markup"]:
        return [each for each in self.each() if each.tag == tag]

    def having(self, class_: str) -> list["Markup"]:
        return [each for each in self.each() if class_ in each.classes]

    def by_id(self, id_: str) -> list["Markup"]:
        return [each for each in self.each() if each.given.get("id") == id_]

    def marked(self, clause: str) -> list["Markup"]:
        """What is drawn for a clause."""
        return [each for each in self.each() if clause in each.given.get("data-clause", "").split()]


class Builder(HTMLParser):
    """Makes the tree."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Markup("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        made = Markup(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_endtag(self, tag: str) -> None:
        """End one."""
        if tag not in VOID:
            assert self.open[-1].tag == tag, f"{tag} ends within {self.open[-1].tag}"
            self.open.pop()

    def handle_data(self, data: str) -> None:
        """Take in words."""
        self.open[-1].inside.append(data)


def markup(text: str) -> Markup:
    """A page as a tree; one whose elements do not nest is refused."""
    builder = Builder()
    builder.feed(text)
    return builder.open[0]
