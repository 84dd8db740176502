"""The form that opens a table of one's own: a field for each house rule of the game, made from its parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import htpy as h

from croupier.pages.clause_link import clause_marks
from croupier.pages.frame import document, hidden
from croupier.pages.house_rules import caption, value_words
from croupier.pages.lobby_page import STYLES, GameCard, Me, top
from croupier.rulebook import Game, Money, Parameter, Paytable, Rate, Whole
from croupier.rulebook.house import rule_text

OWN: Final = "own."
"""How fields for odds of one's own begin."""
HOUSE: Final = "house."
SETTINGS: Final = "settings."
NUMBERS: Final[Mapping[str, tuple[str, str]]] = {
    "house_run": ("House-run players", "They keep people company, are marked as such, and play by simple habits."),
    "persons": ("People at most", ""),
    "bet": ("Seconds to bet", "Betting closes at once when everybody is done."),
    "decide": ("Seconds for a decision", ""),
    "bank": ("Seconds to take the bank", ""),
    "between": ("Seconds between rounds", ""),
}
"""Settings that are whole numbers: label and help."""
AMOUNTS: Final[Mapping[str, tuple[str, str]]] = {
    "least_chips": ("Least chips to sit down with", ""),
    "most_chips": ("Most chips at a seat", ""),
}
SWITCHES: Final[Mapping[str, str]] = {
    "allow_slow": "Players may take ten times as long",
    "allow_off": "Players may switch their clock off",
}


@dataclass(frozen=True)
class OpenForm:
    """What the form shows."""

    me: Me
    games: Sequence[GameCard]
    game: Game
    key: str
    limits: Mapping[str, tuple[int, int]]
    """The least and the most of each setting that is a number."""
    values: Mapping[str, str]
    """What stands in the fields, by their names."""
    problem: str = ""
    wrong: str = ""
    """The field that the problem is about."""

    def value(self, name: str, usual: str) -> str:
        return self.values.get(name, usual)

    def is_on(self, name: str, *, usual: bool) -> bool:
        """Whether a box is ticked: one that is not is not sent."""
        return name in self.values if self.values else usual


def page(form: OpenForm) -> h.Element:
    """The whole page."""
    return document(
        "Open a table",
        top("Open a table", form.me),
        h.main(".hall.narrow")[
            h.h1["Open a table"],
            h.p(".note")[
                "It is yours to pause and to close. When nobody has sat there for a while, it closes by itself."
            ],
            form.problem and h.p(".box.bad.problem", role="alert")[form.problem],
            h.nav(".kinds", aria_label="Game")[
                (
                    h.a(href=f"/open?game={game.id}", aria_current="page" if game.id == form.game.id else None)[
                        game.title
                    ]
                    for game in form.games
                )
            ],
            h.form(".open", method="post", action="/open")[
                hidden(key=form.key, game=form.game.id),
                about(form),
                clocks(form),
                house_rules(form),
                h.div(".send")[h.button(".act.on")["Open the table"], h.a(".act.quiet", href="/")["Cancel"]],
            ],
        ],
        styles=STYLES,
    )


def about(form: OpenForm) -> h.Element:
    chosen = form.value("who", "public")
    return h.fieldset(".box")[
        h.legend["The table"],
        field(form, "name", "Name", h.input(type="text", maxlength="40", required=True), form.game.title),
        h.div(".pick-one", role="radiogroup", aria_label="Who may come")[
            (
                h.label(".choice")[
                    h.input(type="radio", name="who", value=value, checked=value == chosen),
                    h.span[label, h.small[note]],
                ]
                for value, label, note in (
                    ("public", "Public", "listed in the lobby for everybody"),
                    ("private", "Private", "not listed: whoever has its address may come"),
                )
            )
        ],
        h.div(".grid")[(number(form, name) for name in ("house_run", "persons"))],
        h.div(".grid")[
            (
                field(form, SETTINGS + name, label, h.input(type="text", inputmode="decimal"), usual, note)
                for (name, (label, note)), usual in zip(AMOUNTS.items(), ("$1", "$10,000"), strict=True)
            )
        ],
    ]


def clocks(form: OpenForm) -> h.Element:
    names = [
        name for name in ("bet", "decide", "bank", "between") if name != "bank" or form.game.rulebook().player_banked
    ]
    return h.fieldset(".box")[
        h.legend["Clocks"],
        h.div(".grid")[(number(form, name) for name in names)],
        (
            h.label(".choice")[
                h.input(
                    type="checkbox", name=SETTINGS + name, value="yes", checked=form.is_on(SETTINGS + name, usual=True)
                ),
                h.span[label],
            ]
            for name, label in SWITCHES.items()
        ),
    ]


def number(form: OpenForm, name: str) -> h.Element:
    """A field for a whole number among the settings."""
    label, note = NUMBERS[name]
    least, most = form.limits[name]
    usual = {"house_run": 2, "persons": most, "bet": 30, "decide": 20, "bank": 20, "between": 4}[name]
    control = h.input(type="number", min=str(least), max=str(most), required=True)
    return field(form, SETTINGS + name, label, control, str(usual), note or f"{least} to {most}")


def house_rules(form: OpenForm) -> h.Element:
    return h.fieldset(".box.house-rules")[
        h.legend["House rules"],
        h.p(".note")["Everything else is as the documents say. The exact edge follows from what you choose."],
        (rule_field(form, parameter) for parameter in form.game.parameters),
    ]


def rule_field(form: OpenForm, parameter: Parameter[Any]) -> h.Element:
    """A field for a house rule."""
    usual = rule_text(parameter.kind.show(parameter.default))
    name = HOUSE + parameter.name
    marks = clause_marks(form.game, (parameter.clause,))
    note = [caption(parameter.help), ". ", marks]
    values = values_of(parameter)
    if values is None:
        allowed = parameter.kind.allowed()
        control = h.input(type="text", **typed(parameter))
        return field(form, name, caption(parameter.name), control, usual, [*note, f" {caption(allowed)}."])
    chosen = form.value(name, usual)
    options = [rule_text(parameter.kind.show(value)) for value in values]
    select = h.select(id=name, name=name, aria_describedby=f"{name}-note")[
        (
            h.option(value=option, selected=option == chosen)[
                value_words(parameter, value), " (usual)" if option == usual else ""
            ]
            for option, value in zip(options, values, strict=True)
        )
    ]
    return h.div(class_=["field", {"wrong": form.wrong == name}])[
        h.label(for_=name)[caption(parameter.name)],
        select,
        isinstance(parameter.kind, Paytable) and own_odds(form, parameter, parameter.kind),
        h.p(".note", id=f"{name}-note")[note, wrong(form, name)],
    ]


def own_odds(form: OpenForm, parameter: Parameter[Any], kind: Paytable) -> h.VoidElement:
    """Odds of one's own for a paytable."""
    name = OWN + parameter.name
    return h.input(
        type="text",
        name=name,
        value=form.value(name, ""),
        maxlength="200",
        aria_label=f"{caption(parameter.name)}: odds of your own",
        placeholder=f"or odds for all {len(kind.lines)} lines, such as {kind.lines[-1]}:1, …",
    )


def values_of(parameter: Parameter[Any]) -> list[Any] | None:
    """The values of a house rule where they are few, else None."""
    if parameter.table:
        return list(parameter.table)
    values = getattr(parameter.kind, "values", None)
    return [parameter.kind.read(value) for value in values()] if values else None


def typed(parameter: Parameter[Any]) -> dict[str, str]:
    """What a browser needs to know of a field."""
    match parameter.kind:
        case Whole(least=least, most=most):
            return {"inputmode": "numeric", "pattern": "-?[0-9]+", "title": f"{least} to {most}"}
        case Money() | Rate():
            return {"inputmode": "decimal"}
        case _:
            return {}


def field(form: OpenForm, name: str, label: str, control: h.VoidElement, usual: str, note: h.Node = "") -> h.Element:
    """A field with its label, its note, and what is wrong with it."""
    is_wrong = form.wrong == name
    described = {"aria_describedby": f"{name}-note"} if note or is_wrong else {}
    invalid = {"aria_invalid": "true"} if is_wrong else {}
    return h.div(class_=["field", {"wrong": is_wrong}])[
        h.label(for_=name)[label],
        control(id=name, name=name, value=form.value(name, usual), **described, **invalid),
        (note or is_wrong) and h.p(".note", id=f"{name}-note")[note, wrong(form, name)],
    ]


def wrong(form: OpenForm, name: str) -> h.Node:
    return form.wrong == name and h.strong(".bad")[" ", form.problem]
