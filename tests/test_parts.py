"""The parts of a game are checked when they are written: what a type checker would find is refused in a sentence."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from croupier import Refused
from croupier.odds import EVEN
from croupier.rulebook import (
    Clause,
    Deal,
    Decide,
    Document,
    Draw,
    Drawn,
    HouseBank,
    Line,
    Model,
    Option,
    Parameter,
    Renewal,
    Roll,
    Ruling,
    Supply,
    Whole,
)
from tests.harbour import HARBOUR, model

ANY: Any = None
DOCUMENT = Document("own", "Own", "nobody")


def written(kind: Any, *fields: Any) -> Callable[[], object]:  # what an author writes without a type checker
    """A part that is about to be written."""
    return lambda: kind(*fields)


@pytest.mark.parametrize(
    ("write", "said"),
    [
        (
            written(Drawn, "hand", "set", 2),
            'Drawn "hand": `kind` must be Draw.SET or Draw.ORDERED or Draw.DIE, ',
        ),
        (written(Drawn, "hand", Draw.SET, "2"), '`count` must be a whole number, but is "2"'),
        (written(Drawn, "hand", Draw.SET, True), "`count` must be a whole number, but is True"),
        (written(Deal, "X-1", ["dealer"], 1, False, ""), "`to` must be a tuple of texts or a function, but is a list"),
        (written(Deal, "X-1", "dealer", 1, False, ""), 'but is the text "dealer"; write ("dealer",)'),
        (written(Deal, "X-1", (1, 2), 1, False, ""), "but is a tuple with 1 in it"),
        (written(Decide, "X-1", "raise", (1, 2), ""), "`order` must be a function, but is a tuple"),
        (written(Line, 0, "win", "Win", EVEN, "X-1"), '`clauses` must be a tuple of texts, but is the text "X-1"'),
        (written(Line, 0, "win", "Win", 1.5), "`pays` must be an exact number, such as Fraction(3, 2), but is 1.5"),
        (lambda: replace(HARBOUR.rulebook().decisions[0], codes=ANY), "`codes` must be a whole number, but is"),
        (written(Option, 0, "fold", None, 0), "`label` must be a text, but is None"),
        (written(Clause, "X-1", "rule", "Words.", DOCUMENT, "1"), "`kind` must be Kind.RULE or Kind.PROCEDURE"),
        (written(Clause, "X-1", ANY, "Words.", "Own", "1"), "but is None"),
        (written(Ruling, "X-R1", "Words.", (1,)), "`parameters` must be a tuple of texts, but is a tuple with 1 in it"),
        (written(Supply, 1, "shoe", "X-1", "X-1"), "`renewal` must be Renewal.CONTINUOUS or"),
        (written(Roll, "X-1", 6.0, "Roll."), "`faces` must be a whole number, but is 6.0"),
        (written(HouseBank, ("X-1",)), "`clause` must be a text, but is a tuple"),
        (
            written(Parameter, "a seat", Whole(1, 7), 5, "X-1", ""),
            'the name "a seat" must be one word',
        ),
        (written(Parameter, "seats", Whole(1, 7), "many", "X-1", ""), 'the default of the house rule seats is "many"'),
    ],
)
def test_a_field_of_a_wrong_type_is_refused_by_name(write: Callable[[], object], said: str) -> None:
    with pytest.raises(Refused) as refused:
        write()
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"decks": "1"}, 'Model "harbour": `decks` must be a whole number, but is "1"'),
        ({"per_seat": "hand"}, '`per_seat` must be a tuple of texts, but is the text "hand"; write ("hand",)'),
        (
            {"told_apart_by": len},
            "`told_apart_by` must be a tuple of functions, but is len; write a comma",
        ),
        ({"draws": Drawn("hand", Draw.SET, 2)}, "`draws` must be a tuple of Drawn, but is Drawn; write a comma"),
    ],
)
def test_a_model_says_which_field_is_wrong(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused) as refused:
        replace(model(EVEN), **changes)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"clauses": HARBOUR.clauses[0]}, "`clauses` must be a tuple of Clause, but is Clause"),
        ({"parameters": HARBOUR.parameters[0]}, "`parameters` must be a tuple of"),
        ({"documents": DOCUMENT}, "`documents` must be a tuple of Document, but is Document"),
        ({"aliases": "hb"}, '`aliases` must be a tuple of texts, but is the text "hb"; write ("hb",)'),
        ({"vocabulary": 1.0}, "`vocabulary` must be a text, but is 1.0"),
        ({"build": None}, "`build` must be a function, but is None"),
        ({"id": ""}, 'Harbour: the id "" must be small letters and digits'),
    ],
)
def test_a_game_says_which_field_is_wrong(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused) as refused:
        replace(HARBOUR, **changes)
    assert said in str(refused.value)


def with_book(**changes: Any) -> None:
    """Build Harbour with other parts."""
    replace(HARBOUR, build=lambda game, house: replace(HARBOUR.build(game, house), **changes)).rulebook()


def test_every_die_of_the_model_is_rolled() -> None:
    steps = HARBOUR.rulebook().procedure
    *_, last = [place for place, step in enumerate(steps) if isinstance(step, Roll)]
    with pytest.raises(Refused, match="the model draws storm, a die of 6 faces, and no Roll step rolls one; add it"):
        with_book(procedure=(*steps[:last], *steps[last + 1 :]))
    with pytest.raises(Refused, match="draws storm, a die of 6 faces"):
        with_book(procedure=(*steps[:last], Roll("HB-6", 8, "The storm."), *steps[last + 1 :]))


def test_a_rulebook_says_which_field_is_wrong() -> None:
    with pytest.raises(Refused, match='`bank` must be a HouseBank or a PlayerDealerBank, but is "house"'):
        with_book(bank="house")
    with pytest.raises(Refused, match="`seats` must be a whole number"):
        with_book(seats="5")
    with pytest.raises(Refused, match="the model has decks=1 and the supply decks=2"):
        with_book(supply=Supply(2, Renewal.CONTINUOUS, "HB-9", "HB-9"))


def test_a_decision_that_a_rule_reads_must_be_among_the_facts() -> None:
    book = HARBOUR.rulebook()
    drawn: dict[str, tuple[int, ...]] = {"hand": (0, 1), "tide": (2,), "wind": (1,), "dealers": (3, 4), "storm": (1,)}
    with pytest.raises(Refused, match="reads the decision 'sail', which `facts` leaves out; give a tuple of 1 with 0"):
        book.outcome(book.wagers[0].outcome, dict(drawn))
    wrong: Any = "sail"
    with pytest.raises(Refused, match="`facts` gives 'sail' for 'sail'; give its code in a tuple of 1"):
        book.outcome(book.wagers[0].outcome, {**drawn, "sail": wrong})


def test_models_keep_their_types_when_parts_are_replaced() -> None:
    assert isinstance(replace(model(EVEN), decks=2), Model)
