"""What does this pay? A form for a round of any game, and what it pays, drawn on the felt and in words.

It is `croupier settle` for people: the form follows from the shape of a description, the table checks it, and a refusal
stands beside its field. The address has the whole round, so that it can be passed on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final
from urllib.parse import urlencode

import htpy as h
from markupsafe import Markup

from croupier.cards import card_name, card_names, card_words, is_joker, rank_of, suit_of
from croupier.errors import Refused
from croupier.house.telling import Said, Teller
from croupier.pages import results
from croupier.pages.clause_link import clause_mark, clause_marks
from croupier.pages.felt import ART, Felt
from croupier.pages.frame import document, wordmark
from croupier.pages.lobby_page import STYLES as HALL_STYLES
from croupier.pages.lobby_page import top
from croupier.pages.places import felt_address
from croupier.pages.results import sign_of, signed
from croupier.pages.scene import Scene
from croupier.pages.settle_form import CHANGED_NUMBER, NUMBER, Given, field_of, seats_in
from croupier.record.narration import Narrator
from croupier.rulebook import Choice, Game, Parameter, Rulebook, Wager, YesNo, owner_of
from croupier.rulebook.description import DecisionField
from croupier.rulebook.house import rule_text
from croupier.settlement.round import Settlement
from croupier.settlement.shape import BUTTON, DICE, HOUSE, SEAT, SEATS, SPOT, WAGER, Held, Shape, shape_of
from croupier.settlement.text import clauses, words
from croupier.table import events as e
from croupier.table.state import fold
from croupier.table.view import SPECTATOR

STYLES: Final = ("/static/round.css", "/static/settle.css")


@dataclass(frozen=True)
class Question:
    """A form as it was sent, and what came of it."""

    book: Rulebook
    given: Given
    is_example: bool = False
    settlement: Settlement | None = None
    refused: Refused | None = None

    @property
    def game(self) -> Game:
        return self.book.game

    @cached_property
    def shape(self) -> Shape:
        return shape_of(self.book)

    def value(self, name: str) -> str:
        return self.given.get(name, "")

    @cached_property
    def wrong(self) -> str:
        """The field that was refused."""
        return field_of(self.refused.field) if self.refused else ""

    def is_wrong(self, name: str) -> bool:
        """Whether a field, or something in it, was refused."""
        return bool(name) and (self.wrong == name or self.wrong.startswith(f"{name}."))

    @cached_property
    def scene(self) -> Scene:
        """The round on the felt, all its cards seen by whoever holds them."""
        scene = Scene(self.book)
        for number, event in enumerate(self.settlement.events if self.settlement else ()):
            seat = owner_of(event.slot) if isinstance(event, e.CardsDealt) else SPECTATOR
            scene.hear(number, event, seat)
        return scene

    def said(self) -> list[Said]:
        """The round in words, from its first card on."""
        if self.settlement is None:
            return []
        state = self.settlement.state
        opened = e.TableOpened(state.game.id, state.rulebook.house.show(), "")
        teller = Teller(fold(state.game, [opened]), Narrator(sees_all=False))
        for number, event in enumerate(self.settlement.events):
            teller.hear(number, event)
        start = next((n for n, event in enumerate(self.settlement.events) if isinstance(event, e.RoundOpened)), 0)
        return [each for each in teller.said if each.number >= start]


def index(games: Sequence[Game]) -> h.Element:
    """All games, each with a way to its form."""
    return document(
        "What does this pay?",
        top("What does this pay?", None),
        h.main(".hall")[
            h.h1["What does this pay?"],
            h.p(".note")["Describe a round of any game, and see how it is settled, clause by clause."],
            h.ul(".games")[
                (
                    h.li(".box.game")[
                        h.h2[game.title],
                        h.p[game.goal],
                        h.div(".doors")[h.a(".act", href=f"/settle/{game.id}")["Settle a round"]],
                    ]
                    for game in games
                )
            ],
        ],
        styles=HALL_STYLES,
    )


def page(question: Question) -> h.Element:
    """The form, and what the round pays."""
    book = question.book
    felt = Felt(question.scene, results.places_of(question.scene))
    return document(
        f"What does this pay? {book.game.title}",
        h.a(".skip", href="#settle")["To the form"],
        h.header(".top")[
            wordmark(),
            h.h1["What does this pay?"],
            h.span(".rules")[book.game.title],
            h.a(".act.small", href="/settle")["Other games"],
        ],
        h.main(".page.settling")[
            h.div(".stage")[
                refusal(question),
                bool(question.settlement)
                and h.section("#felt.felt", aria_label="The round on the table")[
                    felt.dealer(),
                    h.ol("#seats.seats", aria_label="Seats")[(felt.seat(seat) for seat in range(1, book.seats + 1))],
                ],
                form(question),
                bool(question.settlement)
                and h.section("#said.box", aria_label="How it went")[
                    h.h2["How it went", h.small["latest first"]], results.told(book.game, question.said())
                ],
            ],
            h.aside(".side")[
                paid(question) if question.settlement else None,
                h.section(".box", aria_label="Paytables")[
                    h.details[h.summary["What each wager pays"], results.paytables(book)]
                ],
                results.owners(book.game),
            ],
        ],
        picker(book.supply.deck),
        styles=(felt_address(book), *STYLES),
        script="/static/settle.js",
    )


def refusal(question: Question) -> h.Node:
    """Why the round could not have happened, with a way to the field."""
    refused = question.refused
    if refused is None:
        return None
    return h.div("#refused.box.refused", role="alert")[
        h.p[h.b["This cannot be settled. "], reason(question), why_clause(question)],
        bool(question.wrong) and h.p[h.a(href=f"#e-{anchor(question)}")["Go to the field"]],
    ]


def reason(question: Question) -> str:
    text = question.refused.reason if question.refused else ""
    return f"{text[:1].upper()}{text[1:]}."


def why_clause(question: Question) -> h.Node:
    clause = question.refused.clause if question.refused else ""
    return [" ", clause_mark(question.game, clause)] if clause else None


def anchor(question: Question) -> str:
    """The field of the form that shows the refusal: the named one, or the nearest around it."""
    parts = question.wrong.split(".")
    known = set(names(question))
    found = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in found if name in known), SEATS)


def names(question: Question) -> Iterator[str]:
    """Every field and group of the form that shows refusals."""
    shape = question.shape
    for held in shape.held:
        yield held.field.name
    if shape.bank:
        yield from (shape.bank.name, *(f"{shape.bank.name}.{name}" for name in shape.bank_fields))
    yield from (DICE, BUTTON, SEATS, HOUSE)
    yield from (f"{HOUSE}.{parameter.name}" for parameter in question.game.parameters)
    for place in range(seats_in(question.book, question.given)):
        yield f"{SEATS}.{place}"
        yield from (f"{SEATS}.{place}.{name}" for name in shape.seat_fields)


# ── The form ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def form(question: Question) -> h.Element:
    """Every field of the round."""
    book, shape, count = question.book, question.shape, seats_in(question.book, question.given)
    return h.form("#settle.settle", method="get", action=f"/settle/{book.game.id}", data_decks=str(book.supply.decks))[
        question.is_example
        and h.p(".note")["This is an example. Change anything, and ask again; the address has the whole round."],
        h.div(".groups")[
            (cards(question, held, "", title_of(book, held)) for held in shape.held),
            dice(question) if shape.dice else None,
            bank(question) if shape.bank else None,
            book.action_button
            and h.fieldset(".box")[
                h.legend["Action button"],
                select(question, BUTTON, "Seat", [(str(n), str(n)) for n in range(1, book.seats + 1)]),
            ],
            (seat(question, place) for place in range(count)),
        ],
        h.div(".acts")[
            h.button(".act.on")["What does this pay?"],
            count < book.seats and h.button(".act", name=CHANGED_NUMBER, value=str(count + 1))["Add a seat"],
            count > 1 and h.button(".act", name=CHANGED_NUMBER, value=str(count - 1))["Remove the last seat"],
            h.a(".act", href=f"/settle/{book.game.id}?{urlencode({NUMBER: 1})}")["Clear"],
        ],
        h.input(type="hidden", name=NUMBER, value=str(count)),
        house(question),
    ]


def title_of(book: Rulebook, held: Held) -> str:
    """What is printed where the cards of a field lie."""
    signs = [str(book.felt.cards(slot).sign) or slot for slot in held.field.slots]
    return ", ".join(dict.fromkeys(signs)).capitalize()


def message(question: Question, name: str) -> h.Node:
    """The refusal, beside its field."""
    if not question.refused or anchor(question) != name:
        return None
    return h.p(".bad", id=f"e-{name}")[reason(question), why_clause(question)]


def described_by(question: Question, name: str) -> dict[str, str]:
    """What ties a field to its refusal."""
    wrong = bool(question.refused) and anchor(question) == name
    return {"aria-invalid": "true", "aria-describedby": f"e-{name}"} if wrong else {}


def select(question: Question, name: str, label: str, options: Sequence[tuple[str, str]], blank: str = "") -> h.Element:
    """One of a few."""
    chosen = question.value(name)
    return h.div(".field")[
        h.label(for_=f"f-{name}")[label],
        h.select({"id": f"f-{name}", "name": name, **described_by(question, name)})[
            h.option(value="")[blank],
            (h.option(value=value, selected=value == chosen)[text] for value, text in options),
        ],
        message(question, name),
    ]


def money(question: Question, name: str, label: str, clause: str = "") -> h.Element:
    """Dollars."""
    attributes: dict[str, Any] = {"id": f"f-{name}", "name": name, "value": question.value(name), "size": "8"}
    attributes |= {"inputmode": "decimal", "autocomplete": "off", "maxlength": "20"} | described_by(question, name)
    return h.div(".field")[
        h.label(for_=f"f-{name}")[label, clause and clause_marks(question.game, (clause,))],
        h.span(".dollars")[h.span(aria_hidden="true")["$"], h.input(attributes)],
        message(question, name),
    ]


def cards(question: Question, held: Held, start: str, title: str) -> h.Element:
    """The cards of a field: plain selects, which a script turns into cards to be picked."""
    name = f"{start}{held.field.name}"
    named = held.field.names
    return h.fieldset(
        {"id": f"f-{name}", "data-cards": title, **described_by(question, name)}, class_=["box", "pick-cards"]
    )[
        h.legend[title, clause_marks(question.game, (held.clause,))],
        h.div(".slots")[(card_select(question, f"{name}.{place}", place, held) for place in range(held.most))],
        select(
            question,
            f"{start}{named.name}",
            named.name.replace("_", " ").capitalize(),
            [(str(place), f"card {place + 1}") for place in range(held.most)],
            f"card {named.place + 1}",
        )
        if named
        else None,
        message(question, name),
    ]


def card_select(question: Question, name: str, place: int, held: Held) -> h.Element:
    """One card; a third one may be left out where the rules may give none."""
    deck = question.book.supply.deck
    chosen = value if (value := question.value(name)) in card_names(deck) else ""
    return h.label(".slot")[
        h.span(".unseen")[f"Card {place + 1}"],
        h.select(name=name)[card_options(chosen, "no card" if place >= held.least else "choose", deck)],
    ]


@lru_cache(maxsize=128)
def card_options(chosen: str, blank: str, deck: tuple[int, ...]) -> Markup:
    """All cards, made once for each that may be chosen."""
    cards_ = (
        h.option(value=name, selected=name == chosen)[card_words(card)]
        for card, name in zip(deck, card_names(deck), strict=True)
    )
    return Markup(h.fragment[h.option(value="")[blank], cards_])  # noqa: S704  # escaped as it was made


def dice(question: Question) -> h.Element:
    shape = question.shape
    return h.fieldset(".box", id=f"f-{DICE}")[
        h.legend["Dice", clause_marks(question.game, (shape.dice[0].clause,))],
        (
            select(
                question,
                f"{DICE}.{place}",
                f"Die {place + 1}",
                [(str(face), str(face)) for face in range(1, roll.faces + 1)],
                "" if shape.dice_matter else "any",
            )
            for place, roll in enumerate(shape.dice)
        ),
        message(question, DICE),
    ]


def bank(question: Question) -> h.Node:
    shape, book = question.shape, question.book
    if shape.bank is None:
        return None
    name = shape.bank.name
    title = name.replace("_", "-").capitalize()
    return h.fieldset(".box", id=f"f-{name}")[
        h.legend[title, clause_marks(question.game, (shape.bank.bank.needed_clause,))],
        h.div(".row")[
            select(question, f"{name}.{SEAT}", "Seat", [(str(n), str(n)) for n in range(1, book.seats + 1)]),
            money(question, f"{name}.{WAGER}", "Wager", shape.bank.bank.limit_clause),
        ],
        cards(question, shape.bank.held, f"{name}.", f"Cards of the {title.lower()}") if shape.bank.held else None,
        message(question, name),
    ]


def bet_label(book: Rulebook, wager: Wager) -> str:
    """What the field of a wager is called, with what is placed with it."""
    return " + ".join(each.label for each in (wager, *book.companions[wager.id]))


def seat(question: Question, place: int) -> h.Element:
    """One seat: where it is, its cards, wagers and decisions."""
    shape, book, start = question.shape, question.book, f"{SEATS}.{place}."
    return h.fieldset(".box.seat-form", id=f"f-{SEATS}.{place}")[
        h.legend[f"Player {place + 1}"],
        h.div(".row")[
            select(question, f"{start}{SEAT}", "Seat", [(str(n), str(n)) for n in range(1, book.seats + 1)]),
            bool(book.spots)
            and select(
                question,
                f"{start}{SPOT}",
                "Spot",
                [(str(spot.number), f"{spot.colour} {spot.symbol}") for spot in book.spots],
            ),
            (money(question, f"{start}{name}", bet_label(book, wager), wager.clause) for name, wager in shape.wagers),
            (
                decision(question, field, f"{start}{field.name}.{turn}", turn)
                for field in shape.decisions
                for turn in range(shape.book.times(field.decision))
            ),
        ],
        cards(question, shape.hand, start, f"Cards of player {place + 1}") if shape.hand else None,
        message(question, f"{SEATS}.{place}"),
        message(question, SEATS) if not place else None,
        *(message(question, f"{start}{field.name}") for field in shape.decisions),
        *(
            message(question, f"{start}{name}")
            for name, _ in shape.stakes
            if name not in {f.name for f in shape.decisions}
        ),
    ]


def decision(question: Question, field: DecisionField, name: str, turn: int) -> h.Element:
    asked = question.book.decisions_by_id[field.decision]
    again = question.shape.book.times(field.decision) > 1
    label = f"Decision {turn + 1}" if again else "Decision"
    return select(question, name, label, [(option.id, option.label) for option in asked.options], "none asked")


def house(question: Question) -> h.Element:
    """The house rules; what is left blank is as usual."""
    return h.details(".box.house", open=question.is_wrong(HOUSE) or None)[
        h.summary["House rules", h.small[" blank: as usual"]],
        h.div(".rules-form")[(rule(question, parameter) for parameter in question.game.parameters)],
        message(question, HOUSE),
    ]


def rule(question: Question, parameter: Parameter[Any]) -> h.Element:
    name = f"{HOUSE}.{parameter.name}"
    label = parameter.name.replace("_", " ").capitalize()
    usual = rule_text(parameter.kind.show(parameter.default))
    match parameter.kind:
        case Choice(words=choices):
            field = select(
                question, name, label, [(word, word.replace("_", " ")) for word in choices], f"usual: {usual}"
            )
        case YesNo():
            field = select(question, name, label, [("yes", "yes"), ("no", "no")], f"usual: {usual}")
        case _:
            attributes: dict[str, Any] = {"id": f"f-{name}", "name": name, "value": question.value(name)}
            attributes |= {"placeholder": usual, "maxlength": "200", "autocomplete": "off"}
            field = h.div(".field")[
                h.label(for_=f"f-{name}")[label],
                h.input(attributes | described_by(question, name)),
                message(question, name),
            ]
    return h.div(".rule")[
        field, h.small[f"{parameter.help}: {parameter.allowed()}", clause_marks(question.game, (parameter.clause,))]
    ]


def picker(deck: tuple[int, ...]) -> h.Element:
    """All cards on the felt, for the script to ask with."""
    return h.dialog("#picker.picker", aria_labelledby="picker-title")[
        h.form(method="dialog")[
            h.h2(id="picker-title")["Choose a card"],
            h.div(".deck", role="radiogroup", aria_labelledby="picker-title")[
                (
                    h.label[
                        h.input(type="radio", name="card", value=card_name(card)),
                        h.img(src=f"{ART}{card_name(card)}.svg", alt=card_words(card)),
                    ]
                    for card in sorted(deck, key=lambda card: (is_joker(card), -suit_of(card), -rank_of(card)))
                )
            ],
            h.div(".acts")[
                h.button("#picked.act.on", value="pick")["Choose"],
                h.button(".act", value="none")["No card"],
                h.button(".act", value="")["Cancel"],
            ],
        ]
    ]


# ── What it pays ─────────────────────────────────────────────────────────────────────────────────────────────────────


def paid(question: Question) -> h.Node:
    """What every seat is paid, and why."""
    if question.settlement is None:
        return None
    state, scene = question.settlement.state, question.scene
    return h.section("#paid.box", aria_label="What it pays")[
        h.h2["What it pays"],
        h.ul(".sentences")[(h.li[sentence] for sentence in words(state))],
        (
            [
                h.h3[
                    f"Seat {seat_}",
                    h.span(class_=sign_of(scene.result_of(seat_)))[signed(scene.result_of(seat_))],
                ],
                results.settled_rows(question.book, results.settled_of(scene, seat_)),
            ]
            for seat_ in state.players
        ),
        h.details[
            h.summary["The clauses in words"],
            h.dl[([h.dt[clause_mark(question.game, id_)], h.dd[text]] for id_, text in clauses(state))],
        ],
    ]
