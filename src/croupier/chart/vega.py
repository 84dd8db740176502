"""Marks and rows as Vega-Lite: the look of all charts.

What tells things apart is lightness, shape and dashes, never hue alone, so that a chart can be read in grey. Values are
written beside what they belong to. A drawing is 600 pixels wide, which is 160 mm on paper with letters of 9 points.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from croupier.chart.marks import Bands, Bars, Dots, Heat, Histogram, Line, Lines, Mark, Points
from croupier.chart.words import bare, headed, lines_of, said, signed, unit_of

WIDTH: Final = 600
HEIGHT: Final = 300
FONTS: Final = "Liberation Sans, Arial, Helvetica, sans-serif"
SIZE: Final = 12
"""Of letters, in pixels."""
LETTER: Final = 6.4
"""The width of an average letter of that size; somewhat more than it is."""
LEADING: Final = 15
LABEL_LETTERS: Final = 28
TITLE_LETTERS: Final = 74
NOTE_LETTERS: Final = 102
PADDING: Final = 8

DARK: Final = "#1f4e79"
LIGHT: Final = "#b8d0e6"
INK: Final = "#222222"
SOFT: Final = "#555555"
RULE: Final = "#8a8a8a"
SHADES: Final = ("#dbe7f2", "#a9c6e0", "#6f9cc6", "#1f4e79")
"""From light to dark, evenly apart in grey."""
SERIES: Final = ("#1f4e79", "#6f9cc6", "#111111", "#8a8a8a", "#3d6f9e", "#a9c6e0")
SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
DASHES: Final = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [1, 3])

Spec = dict[str, Any]
Rows = Sequence[Mapping[str, object]]
TIED: Final = "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}"
PLOT: Final = 500
"""How wide a drawing is without its axis, or somewhat less."""
STROKE: Final[Spec] = {"type": "rule", "color": INK, "strokeDash": [5, 3], "strokeWidth": 1}
WRITTEN: Final[Spec] = {"type": "text", "fontSize": SIZE, "color": INK, "lineBreak": "\n", "lineHeight": LEADING}
ABOVE: Final[Spec] = {"align": "right", "baseline": "bottom", "dy": -3}


def spec_of(marks: Mark, rows: Rows, title: str, note: str) -> Spec:
    """A drawing as Vega-Lite."""
    draw: Callable[[Any, Rows], Spec] = DRAWN[type(marks)]
    body = draw(marks, rows)
    heading: Spec = {"text": lines_of(title, TITLE_LETTERS)}
    if note:
        heading["subtitle"] = lines_of(note, NOTE_LETTERS)
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": WIDTH,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "padding": PADDING,
        "background": "#ffffff",
        "title": heading,
        "config": CONFIG,
        **body,
    }


CONFIG: Final[Spec] = {
    "aria": False,
    "font": FONTS,
    "view": {"stroke": None},
    "title": {
        "anchor": "start",
        "frame": "bounds",
        "fontSize": 15,
        "fontWeight": "bold",
        "color": INK,
        "subtitleFontSize": SIZE,
        "subtitleColor": SOFT,
        "subtitleLineHeight": LEADING,
        "subtitlePadding": 4,
        "offset": 10,
    },
    "axis": {
        "labelFontSize": SIZE,
        "labelColor": INK,
        "labelLimit": 0,
        "labelLineHeight": LEADING,
        "labelPadding": 4,
        "labelFlush": False,
        "titleFontSize": SIZE,
        "titleFontWeight": "normal",
        "titleColor": SOFT,
        "titleLimit": 0,
        "titlePadding": 8,
        "gridColor": "#e4e4e4",
        "domainColor": RULE,
        "tickColor": RULE,
    },
    "legend": {
        "orient": "top",
        "direction": "horizontal",
        "labelFontSize": SIZE,
        "labelColor": INK,
        "labelLimit": 0,
        "symbolSize": 70,
        "title": None,
        "padding": 0,
        "offset": 6,
    },
}


# ── Parts that several kinds have ────────────────────────────────────────────────────────────────────────────────────


def values(records: Iterable[Spec]) -> Spec:
    return {"values": list(records)}


def number(value: object) -> float | int | None:
    """A cell as a number; none where it is empty."""
    if value is None or value == "":
        return None
    return value if isinstance(value, int) else float(value)  # type: ignore[arg-type]  # a column of numbers


def signs(column: str) -> Spec:
    """How the numbers of an axis are written: with the sign of their unit."""
    unit = unit_of(column)
    if unit == "%":
        return {"labelExpr": "datum.label + '%'"}
    if unit == "$":
        return {"labelExpr": "datum.value < 0 ? '−$' + slice(datum.label, 1) : '$' + datum.label"}
    return {}


def measured(column: str, **more: object) -> Spec:
    """An axis of numbers."""
    return {"title": headed(column), "tickCount": 5, **signs(column), **more}


def named(rows: Rows, column: str, *, above: int = 0) -> tuple[list[str], Spec]:
    """The names of an axis, once each and in their order, wrapped; and the axis, its title above the names."""
    names = list(dict.fromkeys(wrapped(row[column]) for row in rows))
    longest = max((len(line) for name in names for line in name.split("\n")), default=0)
    title = {"titleAngle": 0, "titleAlign": "left", "titleAnchor": "start", "titleBaseline": "bottom"}
    title |= {"titleX": -4 - LETTER * longest, "titleY": -6 - above}
    axis = {
        "title": headed(column),
        **title,
        "labelExpr": "split(datum.label, '\\n')",
        "ticks": False,
        "domain": False,
        "grid": False,
    }
    return names, axis


def wrapped(name: object, letters: int = LABEL_LETTERS) -> str:
    return "\n".join(lines_of(str(name).replace(" = ", TIED), letters))


def step_of(names: Iterable[str]) -> int:
    """How high the line of a name is."""
    return 11 + LEADING * max((name.count("\n") + 1 for name in names), default=1)


def beside(y: Spec) -> Spec:
    """The values in a column at the right."""
    mark = {"type": "text", "align": "left", "dx": 8, "fontSize": SIZE, "color": INK}
    return {"mark": mark, "encoding": {"y": y, "x": {"value": "width"}, "text": {"field": "text"}}}


def across(lines: Iterable[Line], *, outside: bool = False) -> list[Spec]:
    """Lines across that say what they are, at their right end: over the line, or outside the drawing."""
    layers: list[Spec] = []
    for line in lines:
        data, at = values([{"at": line.at, "words": wrapped(line.words, 16)}]), {"field": "at", "type": "quantitative"}
        place = {"align": "left", "baseline": "middle", "dx": 8} if outside else ABOVE
        layers += [
            {"data": data, "mark": STROKE, "encoding": {"y": at}},
            {
                "data": data if outside else values([{"at": line.at, "words": line.words}]),
                "mark": {**WRITTEN, **place},
                "encoding": {"y": at, "x": {"value": "width"}, "text": {"field": "words"}},
            },
        ]
    return layers


def upright(lines: Sequence[Line], reach: float) -> list[Spec]:
    """Upright lines that say what they are above the drawing, higher where their words would meet."""
    layers: list[Spec] = []
    taken: list[tuple[float, int, int]] = []
    for line in sorted(lines, key=lambda each: each.at):
        near = {
            row
            for at, row, letters in taken
            if (line.at - at) / (reach or 1) * PLOT < LETTER * (letters + len(line.words)) / 2 + 8
        }
        row = next(each for each in range(len(lines)) if each not in near)
        taken.append((line.at, row, len(line.words)))
        data, at = values([{"at": line.at, "words": line.words}]), {"field": "at", "type": "quantitative"}
        text = {**WRITTEN, "align": "center", "baseline": "bottom", "dy": -4 - LEADING * row}
        layers += [
            {"data": data, "mark": STROKE, "encoding": {"x": at}},
            {"data": data, "mark": text, "encoding": {"x": at, "y": {"value": 0}, "text": {"field": "words"}}},
        ]
    return layers


def reach_of(numbers: Iterable[float | int | None]) -> Spec:
    """A scale that need not begin at nothing, with room where all numbers are the same."""
    found = [each for each in numbers if each is not None]
    low, high = min(found, default=0), max(found, default=0)
    if low < high:
        return {"zero": False}
    return {"domain": [low - (abs(low) / 10 or 1), high + (abs(high) / 10 or 1)]}


def shaped(names: Sequence[str], channel: str) -> Spec:
    """What tells series apart: a shade, and a shape or dashes."""
    count = len(names)
    of: Spec = {"field": "series", "type": "nominal", "sort": None}
    legend: Spec = {"legend": {} if count > 1 else None}
    shade = {**of, "scale": {"domain": list(names), "range": turns(SERIES, count)}, **legend}
    kinds = SHAPES if channel == "shape" else DASHES
    return {"color": shade, channel: {**of, "scale": {"domain": list(names), "range": turns(kinds, count)}, **legend}}


def turns(things: Sequence[Any], count: int) -> list[Any]:
    """So many of some things, from the first again where they are fewer."""
    return [things[place % len(things)] for place in range(count)]


# ── Kinds ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def bars(marks: Bars, rows: Rows) -> Spec:
    names, axis = named(rows, marks.of)
    written = signed if any((number(row[marks.value]) or 0) < 0 for row in rows) else said
    records: list[Spec] = [
        {
            "name": wrapped(row[marks.of]),
            "value": (value := number(row[marks.value])),
            "text": written(value or 0, marks.value, marks.places),
        }
        for row in rows
    ]
    y = {"field": "name", "type": "ordinal", "sort": names, "axis": axis}
    beyond = beside(y)
    colour = {"condition": {"test": "datum.value < 0", "value": LIGHT}, "value": DARK}
    x = {"field": "value", "type": "quantitative", "axis": measured(marks.value)}
    bar = {"type": "bar", "height": {"band": 0.62}, "stroke": DARK, "strokeWidth": 0.8}
    layers = [{"mark": bar, "encoding": {"y": y, "x": x, "color": colour}}, nothing(), beyond]
    return {"data": values(records), "height": {"step": step_of(names)}, "layer": layers}


def nothing() -> Spec:
    """An upright line at nothing."""
    rule = {"type": "rule", "color": RULE}
    return {"data": values([{"at": 0}]), "mark": rule, "encoding": {"x": {"field": "at", "type": "quantitative"}}}


def dots(marks: Dots, rows: Rows) -> Spec:
    names, axis = named(rows, marks.of, above=LEADING if marks.lines else 0)
    series = list(dict.fromkeys(str(row[marks.series]) for row in rows)) if marks.series else [""]
    records: list[Spec] = [
        {
            "name": wrapped(row[marks.of]),
            "series": str(row[marks.series]) if marks.series else "",
            "value": number(row[marks.value]),
            "low": number(row[marks.low]) if marks.low else None,
            "high": number(row[marks.high]) if marks.high else None,
            "text": text_of(row, marks),
        }
        for row in rows
        if number(row[marks.value]) is not None
    ]
    y: Spec = {"field": "name", "type": "ordinal", "sort": names, "axis": {**axis, "grid": True}}
    beyond = beside(y)
    found = [each[name] for each in records for name in ("value", "low", "high")]
    found += [line.at for line in marks.lines]
    x: Spec = {"field": "value", "type": "quantitative", "axis": measured(marks.value), "scale": reach_of(found)}
    if marks.log:
        x |= logarithmic(marks.value, [float(each["value"] or 1) for each in records])
    offset = {"yOffset": {"field": "series", "type": "nominal", "sort": series}} if len(series) > 1 else {}
    beyond["encoding"] |= offset
    told = shaped(series, "shape")
    if len(series) > 1:  # above the title of the names
        told["color"] |= {"legend": {"offset": 12 + LEADING * (2 if marks.lines else 1)}}
        told["shape"] |= {"legend": {"offset": 12 + LEADING * (2 if marks.lines else 1)}}
    shade = {"color": told["color"]}
    interval = {
        "mark": {"type": "rule", "strokeWidth": 1.6},
        "encoding": {"y": y, "x": {**x, "field": "low"}, "x2": {"field": "high"}, **offset, **shade},
    }
    ends = [
        {
            "mark": {"type": "tick", "orient": "vertical", "size": 9, "thickness": 1.6},
            "encoding": {"y": y, "x": {**x, "field": end}, **offset, **shade},
        }
        for end in ("low", "high")
    ]
    dot = {
        "mark": {"type": "point", "filled": True, "size": 75, "opacity": 1},
        "encoding": {"y": y, "x": x, **offset, **told},
    }
    drawn = [*([interval, *ends] if marks.low else []), dot, beyond]
    numbers = [float(each) for each in found if each is not None]
    lines = upright(marks.lines, max(numbers, default=1) - min(numbers, default=0))
    height = {"step": max(step_of(names), 20 * len(series) + 8) / (max(1, len(series)))}
    return {"data": values(records), "height": height, "layer": [*lines, *drawn]}


def text_of(row: Mapping[str, object], marks: Dots) -> str:
    """A value, and half its interval where it lies in one's middle."""
    value = float(number(row[marks.value]) or 0)
    text = said(value, marks.value, marks.places)
    low, high = (number(row[end]) if end else None for end in (marks.low, marks.high))
    if low is None or high is None or abs(high + low - 2 * value) > 1e-9 * max(abs(high), abs(low)):
        return text
    return f"{text} ± {said((high - low) / 2, marks.value, marks.places)}" if high > low else text


def logarithmic(column: str, found: Sequence[float]) -> Spec:
    """A scale on which equal steps multiply by ten, with room on both sides."""
    low, high = min(found, default=1.0), max(found, default=1.0)
    powers = [power for power in range(-15, 16) if low / 10 < 10.0**power <= high * 10]
    domain = [10.0 ** powers[0], 10.0 ** powers[-1]] if len(powers) > 1 else [low / 2, high * 2]
    domain = [min(domain[0], low / 1.5), min(max(domain[1], high * 1.2), 100.0 if unit_of(column) == "%" else 1e300)]
    written = {"values": [10.0**power for power in powers], "format": ",~r"}
    return {"scale": {"type": "log", "domain": domain}, "axis": measured(column, **written)}


def histogram(marks: Histogram, rows: Rows) -> Spec:
    tops = [float(number(row[marks.value]) or 0) for row in rows]
    top = marks.top or max(tops, default=1)
    records: list[Spec] = [
        {
            "low": number(row[marks.low]),
            "high": number(row[marks.high]),
            "value": min(height, top * 1.04),
            "text": said(height, marks.value) if height > top else "",
        }
        for row, height in zip(rows, tops, strict=True)
    ]
    begin, end = float(records[0]["low"] or 0), float(records[-1]["high"] or 0)
    scale = {"domain": [begin, end], "nice": False}
    x = {"field": "low", "type": "quantitative", "axis": measured(marks.x, grid=False), "scale": scale}
    bar = {"type": "bar", "color": "#6f9cc6", "stroke": "#ffffff", "strokeWidth": 0.5}
    height = {"domain": [0, top * 1.04], "nice": False}
    y = {"field": "value", "type": "quantitative", "axis": measured(marks.value), "scale": height}
    layers: list[Spec] = [{"mark": bar, "encoding": {"x": x, "x2": {"field": "high"}, "y": y, "y2": {"datum": 0}}}]
    if cut := [each for each in records if each["text"]]:
        place = {"x": {**x, "field": "high"}, "y": y, "text": {"field": "text"}}
        text = {**WRITTEN, "align": "left", "baseline": "top", "dx": 5, "dy": 4}
        layers.append({"data": values(cut), "mark": text, "encoding": place})
    return {"data": values(records), "height": HEIGHT, "layer": [*layers, *upright(marks.lines, end - begin)]}


def bands(marks: Bands, rows: Rows) -> Spec:
    columns = [*(column for band in marks.bands for column in band), marks.middle]
    records: list[Spec] = [
        {"x": number(row[marks.x]), **{f"y{place}": number(row[column]) for place, column in enumerate(columns)}}
        for row in rows
    ]
    x = {"field": "x", "type": "quantitative", "axis": measured(marks.x), "scale": {"nice": False}}

    def y(place: int) -> Spec:
        axis = measured(marks.y)
        return {"field": f"y{place}", "type": "quantitative", "axis": axis, "scale": {"zero": False}}

    areas = [
        {
            "mark": {"type": "area", "color": SHADES[place], "stroke": SHADES[place + 1], "strokeWidth": 0.7},
            "encoding": {"x": x, "y": y(2 * place), "y2": {"field": f"y{2 * place + 1}"}},
        }
        for place in range(len(marks.bands))
    ]
    middle = {
        "mark": {"type": "line", "color": "#0d2a45", "strokeWidth": 2},
        "encoding": {"x": x, "y": y(len(columns) - 1)},
    }
    upwards = [*range(0, len(columns) - 1, 2), len(columns) - 1, *reversed(range(1, len(columns) - 1, 2))]
    labels = ends_of(
        [(float(records[-1][f"y{place}"] or 0), bare(columns[place])) for place in upwards],
        [float(value or 0) for each in records for name, value in each.items() if name != "x"],
    )
    return {
        "data": values(records),
        "height": HEIGHT,
        "layer": [*areas, middle, labels],
    }


def ends_of(ends: Sequence[tuple[float, str]], heights: Sequence[float]) -> Spec:
    """What lines are, written where they end, none over another."""
    reach = (max(heights, default=1) - min(heights, default=0)) or 1
    apart = reach * LEADING / HEIGHT
    placed: list[tuple[float, str]] = []
    for height, words in sorted(ends, key=lambda each: each[0]):
        placed.append((max(height, placed[-1][0] + apart) if placed else height, words))
    over = max(placed[-1][0] - max(heights, default=1), 0) if placed else 0
    records = [{"at": height - over, "words": words} for height, words in placed]
    return {
        "data": values(records),
        "mark": {"type": "text", "align": "left", "dx": 8, "fontSize": SIZE, "color": INK},
        "encoding": {
            "y": {"field": "at", "type": "quantitative"},
            "x": {"value": "width"},
            "text": {"field": "words"},
        },
    }


def lines(marks: Lines, rows: Rows) -> Spec:
    series = list(dict.fromkeys(str(row[marks.series]) for row in rows)) if marks.series else [""]
    in_words = any(isinstance(row[marks.x], str) for row in rows)
    records: list[Spec] = [
        {
            "x": wrapped(row[marks.x], 12) if in_words else number(row[marks.x]),
            "value": number(row[marks.y]),
            "series": str(row[marks.series]) if marks.series else "",
            "low": number(row[marks.low]) if marks.low else None,
            "high": number(row[marks.high]) if marks.high else None,
        }
        for row in rows
        if number(row[marks.y]) is not None
    ]
    numbers = () if in_words else tuple(float(each["x"] or 0) for each in records)
    x = along(marks.x, [str(each["x"]) for each in records] if in_words else [], numbers)
    heights = [
        float(each[name] or 0) for each in records for name in ("value", "low", "high") if each[name] is not None
    ]
    scale = {"zero": True} if marks.zero else reach_of(heights)
    y = {"field": "value", "type": "quantitative", "axis": measured(marks.y), "scale": scale}
    told = shaped(series, "strokeDash")
    layers: list[Spec] = across([marks.line] if marks.line else [])
    if marks.low:
        low = {**y, "field": "low"}
        layers.append(
            {
                "mark": {"type": "rule", "strokeWidth": 1.4},
                "encoding": {"x": x, "y": low, "y2": {"field": "high"}, "color": {**told["color"], "legend": None}},
            }
        )
    hidden = {name: {**channel, "legend": None} for name, channel in told.items()}
    layers.append({"mark": {"type": "line", "strokeWidth": 2}, "encoding": {"x": x, "y": y, **hidden}})
    if not marks.smooth:
        shape = {name: {**channel, "legend": None} for name, channel in shaped(series, "shape").items()}
        point = {"type": "point", "filled": True, "size": 45, "opacity": 1}
        layers.append({"mark": point, "encoding": {"x": x, "y": y, **shape}})
    last = {str(each["series"]): float(each["value"] or 0) for each in records}
    named_ends = ends_of([(height, words) for words, height in last.items() if words], heights)
    return {
        "data": values(records),
        "height": HEIGHT,
        "layer": [*layers, *([named_ends] if len(series) > 1 else [])],
    }


SPAN_MAX: Final = 8
"""An axis over more whole numbers has no ticks between them by itself."""


def along(column: str, names: Sequence[str], numbers: Sequence[float]) -> Spec:
    """The lower axis: words in their order, or numbers; few whole ones, such as decks, have their own ticks alone."""
    if not names:
        scale = {"zero": False, "nice": False}
        points = sorted(set(numbers)) or [0.0]
        few = points[-1] - points[0] <= SPAN_MAX and all(each.is_integer() for each in points)
        whole: Spec = {"values": points, "format": ",d"} if few else {}
        return {"field": "x", "type": "quantitative", "axis": measured(column, grid=False, **whole), "scale": scale}
    order = list(dict.fromkeys(names))
    axis = {"title": headed(column), "labelAngle": 0, "labelExpr": "split(datum.label, '\\n')", "labelOverlap": True}
    return {"field": "x", "type": "ordinal", "sort": order, "axis": axis, "scale": {"type": "point"}}


def heat(marks: Heat, rows: Rows) -> Spec:
    levels: dict[int, None] = dict.fromkeys(int(number(row[marks.level]) or 0) for row in rows)
    most = max(levels, default=0)
    shade = {level: SHADES[level * (len(SHADES) - 1) // most] if most else SHADES[0] for level in sorted(levels)}
    across_names = list(dict.fromkeys(wrapped(row[marks.x], 9) for row in rows))
    down = list(dict.fromkeys(wrapped(row[marks.y]) for row in rows))
    letters = max(int(0.72 * WIDTH / max(len(across_names), 1) / LETTER), 4)
    records: list[Spec] = [
        {
            "x": wrapped(row[marks.x], 9),
            "y": wrapped(row[marks.y]),
            "text": wrapped(row[marks.text], letters),
            "level": int(number(row[marks.level]) or 0),
        }
        for row in rows
    ]
    axis: Spec = {"labelExpr": "split(datum.label, '\\n')", "ticks": False, "domain": False, "labelAngle": 0}
    x = {
        "field": "x",
        "type": "ordinal",
        "sort": across_names,
        "axis": {**axis, "title": headed(marks.x), "orient": "top"},
    }
    y = {"field": "y", "type": "ordinal", "sort": down, "axis": {**axis, "title": headed(marks.y)}}
    domain = sorted(levels)
    fill = {
        "field": "level",
        "type": "ordinal",
        "scale": {"domain": domain, "range": [shade[level] for level in domain]},
        "legend": None,
    }
    ink = {"condition": {"test": f"datum.level == {most} && {most} > 0", "value": "#ffffff"}, "value": INK}
    high = max((str(each["text"]).count("\n") for each in records), default=0)
    place: Spec = {"x": x, "y": y}
    texts: list[Spec] = [
        {
            "transform": [{"filter": f"datum.lines == {breaks}"}],
            "mark": {**WRITTEN, "align": "center", "baseline": "middle", "dy": -breaks * LEADING / 2 + 1},
            "encoding": {**place, "text": {"field": "text"}, "color": ink},
        }
        for breaks in range(high + 1)
    ]
    return {
        "data": values({**each, "lines": str(each["text"]).count("\n")} for each in records),
        "height": {"step": step_of([*down, *(str(each["text"]) for each in records)])},
        "layer": [{"mark": {"type": "rect", "stroke": "#ffffff"}, "encoding": {**place, "color": fill}}, *texts],
    }


def points(marks: Points, rows: Rows) -> Spec:
    records = [{"x": number(row[marks.x]), "y": number(row[marks.y])} for row in rows]
    scale = {"zero": False, "nice": True}
    x = {"field": "x", "type": "quantitative", "axis": measured(marks.x), "scale": {**scale, "padding": 8}}
    y = {"field": "y", "type": "quantitative", "axis": measured(marks.y), "scale": {**scale, "padding": 8}}
    point = {"type": "point", "filled": True, "size": 60, "color": DARK, "opacity": 0.55}
    layers = [{"mark": point, "encoding": {"x": x, "y": y}}, *across(marks.lines, outside=True)]
    return {"data": values(records), "height": HEIGHT, "layer": layers}


DRAWN: Final[Mapping[type, Callable[[Any, Rows], Spec]]] = {
    Bars: bars,
    Dots: dots,
    Histogram: histogram,
    Bands: bands,
    Lines: lines,
    Heat: heat,
    Points: points,
}
