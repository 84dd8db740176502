"""A picture within a page: one that names itself, runs nothing, fetches nothing and shares no name with others."""

import re
from typing import Final
from xml.etree import ElementTree as ET

from croupier.report.document import Picture
from croupier.report.plain_text import plain

SVG: Final = "http://www.w3.org/2000/svg"
HREFS: Final = ("href", "{http://www.w3.org/1999/xlink}href")
DROPPED: Final = frozenset(f"{{{SVG}}}{name}" for name in ("script", "foreignObject", "title", "desc", "style"))
IMAGE: Final = f"{{{SVG}}}image"
NAMED: Final = re.compile(r"url\(#([^)]+)\)")


def alone(picture: Picture) -> str:
    """The drawing as a picture of its own."""
    return ET.tostring(cleaned(picture, "picture"), encoding="unicode")


def inline(picture: Picture, name: str) -> str:
    """The drawing as part of a page; its title and what it says are read to people who cannot see it."""
    root = cleaned(picture, name)
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-desc")
    for place, (tag, text) in enumerate((("title", picture.title), ("desc", picture.alt))):
        element = ET.Element(f"{{{SVG}}}{tag}", {"id": f"{name}-{tag}"})
        element.text = plain(text)
        root.insert(place, element)
    return ET.tostring(root, encoding="unicode")


def cleaned(picture: Picture, name: str) -> ET.Element:
    """What is drawn, without anything that runs or fetches."""
    ET.register_namespace("", SVG)
    root = ET.fromstring(picture.svg())  # noqa: S314  # drawn by this program
    for parent in list(root.iter()):
        keep_harmless(parent, name)
        for child in list(parent):
            if child.tag in DROPPED or (child.tag == IMAGE and not is_within(child)):
                parent.remove(child)
    return root


def is_within(image: ET.Element) -> bool:
    """Whether a picture in a drawing is written in it, and not somewhere else."""
    return any(image.get(name, "").startswith("data:image/") for name in HREFS)


def keep_harmless(element: ET.Element, name: str) -> None:
    """Leave out what runs or fetches something, and give every name in the drawing the picture's own."""
    for attribute, value in list(element.attrib.items()):
        if attribute.lower().startswith("on") or (attribute in HREFS and not value.startswith(("#", "data:image/"))):
            del element.attrib[attribute]
        elif attribute == "id":
            element.set(attribute, f"{name}-{value}")
        elif attribute in HREFS and value.startswith("#"):
            element.set(attribute, f"#{name}-{value[1:]}")
        else:
            element.set(attribute, NAMED.sub(rf"url(#{name}-\1)", value))
