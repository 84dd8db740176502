"""What the docs take from the rulebooks: clauses, rulings, house rules, wagers, paytables, steps."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from croupier.games import game
from croupier.money import price
from croupier.odds import loss_text, odds_text
from croupier.rulebook import (
    Deal,
    Line,
    Parameter,
    Paytable,
    PlayerDealerBank,
    Roll,
    Rule,
    Rulebook,
    Step,
    Wager,
)
from scripts.docs_text import code, codes, table


def rulebook(words: str) -> Rulebook:
    """Write the rulebook of a game named with the house rules that differ: `casino-monte procedure=alternate`."""
    id_, *changes = words.split()
    found = game(id_)
    return found.rulebook(found.house(dict(change.split("=", 1) for change in changes)))


# ── A game's document ────────────────────────────────────────────────────────────────────────────────────────────────


def documents(words: str) -> str:
    """Whose rules a game implements."""
    return table(("document", "owner"), ((document.title, document.owner) for document in game(words).documents))


def clauses(words: str) -> str:
    """Every clause of a game, section by section in the order of its document."""
    rows: dict[tuple[str, str], list[tuple[str, str, str]]] = {}
    for clause in game(words).clauses:
        rows.setdefault((clause.section, clause.document.title), []).append((clause.id, clause.kind, clause.text))
    heads = ("clause", "kind", "in our words")
    return "\n".join(f"**{section}** ({title})\n\n{table(heads, of)}" for (section, title), of in rows.items())


def rulings(words: str) -> str:
    """Every ruling of a game, and the house rules that hold its reading."""
    by_name = {parameter.name: parameter for parameter in game(words).parameters}

    def held(names: Iterable[str]) -> str:
        shown = (f"`{name}` = {default(by_name[name])} ({by_name[name].allowed()})" for name in names)
        return "<br>".join(shown) or "–"

    return table(
        ("ruling", "reading", "house rule = default (what it may be)"),
        ((ruling.id, ruling.text, held(ruling.parameters)) for ruling in game(words).rulings),
    )


# ── House rules ──────────────────────────────────────────────────────────────────────────────────────────────────────


def default(parameter: Parameter[Any]) -> str:
    """A parameter's default as somebody would write it."""
    shown = parameter.kind.show(parameter.default)
    return code(("yes" if shown else "no") if isinstance(shown, bool) else shown)


def house(words: str) -> str:
    """Every house rule of a game."""
    return table(
        ("house rule", "what it says", "default", "may be", "clause"),
        ((code(p.name), p.help, default(p), p.allowed(), p.clause) for p in game(words).parameters),
    )


# ── Wagers and what they pay ─────────────────────────────────────────────────────────────────────────────────────────


def limits(wager: Wager) -> str:
    """How much may be bet."""
    if wager.equals:
        return f"as much as {code(wager.equals)}"
    if not wager.limit_clause:
        return "set by the decision"
    most = "up" if wager.most is None else f"to {price(wager.most)}"
    return f"{price(wager.least)} {most} ({wager.limit_clause})"


def wagers(words: str) -> str:
    """The wagers of a game."""

    def needs(wager: Wager) -> str:
        return f"{codes(wager.needs, ' or ')} ({wager.needs_clause})" if wager.needs else "–"

    return table(
        ("wager", "on the layout", "limits", "needs", "clause"),
        ((code(w.id), w.label, limits(w), needs(w), w.clause) for w in rulebook(words).wagers),
    )


def pays(line: Line) -> str:
    """What a line pays, in words where it wins nothing."""
    if line.pays > 0:
        return f"{odds_text(line.pays)} less {line.commission}" if line.commission else odds_text(line.pays)
    return "stake back" if line.pays == 0 else loss_text(line.pays)


def lines(words: str) -> str:
    """What each outcome of a wager pays: `baccarat tie`."""
    id_, wager, *changes = words.split()
    found = rulebook(" ".join((id_, *changes))).wagers_by_id[wager].lines
    return table(
        ("line", "when", "pays", "a settlement says", "clauses"),
        ((code(x.id), x.label, pays(x), code(x.called), ", ".join(x.clauses)) for x in found),
    )


def paytables(words: str) -> str:
    """The printed paytables of a wager side by side: `baccarat lucky_monkey lucky_monkey_paytable`."""
    id_, wager, name = words.split()
    kind = next(p.kind for p in game(id_).parameters if p.name == name)
    numbers = range(1, len(kind.printed) + 1) if isinstance(kind, Paytable) else range(0)
    columns = [rulebook(f"{id_} {name}={number}").wagers_by_id[wager].lines for number in numbers]
    return table(
        ("line", "when", *(f"paytable {number}" for number in numbers)),
        ((code(row[0].id), row[0].label, *(pays(line) for line in row)) for row in zip(*columns, strict=True)),
    )


# ── Procedure, and what engines read ─────────────────────────────────────────────────────────────────────────────────


def does(step: Step) -> str:
    """What a step is, in words."""
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", type(step).__name__).lower()
    match step:
        case Deal(count=count, face_up=face_up):
            return f"{words} {count} {'face up' if face_up else 'face down'} to each place"
        case Roll(faces=faces):
            return f"{words} a die of {faces} faces"
        case _:
            return words


def procedure(words: str) -> str:
    """A round step by step."""
    steps = enumerate(rulebook(words).procedure, 1)
    return table(("step", "clause", "what", "the dealer says"), ((str(n), s.clause, does(s), s.says) for n, s in steps))


def reads(rule: Rule) -> str:
    return f"`{rule.function.__name__}({', '.join(rule.inputs)})`"


def engine(words: str) -> str:
    """What counting and simulation read of a rulebook."""
    book = rulebook(words)
    bank = "a player-dealer" if isinstance(book.bank, PlayerDealerBank) else "the house"
    rows = [
        ("supply", f"{book.supply.size} cards, {book.supply.renewal}"),
        ("bank", bank),
        *(("draw", f"`{drawn.name}`: {drawn.kind}, {drawn.count}") for drawn in book.model.draws),
        *(("feature", f"`{feature.name}` = {reads(feature.rule)}") for feature in book.model.features),
        *(("decision", f"`{d.id}`: {codes(o.id for o in d.options)}; sees {reads(d.sees)}") for d in book.decisions),
        *(("outcome", f"`{wager.id}`: {reads(wager.outcome)}, {len(wager.lines)} lines") for wager in book.wagers),
    ]
    return table(("part", book.game.title), rows)


PARTS: dict[str, Callable[[str], str]] = {
    part.__name__: part for part in (clauses, documents, engine, house, lines, paytables, procedure, rulings, wagers)
}
