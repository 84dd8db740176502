"""The dock of a table: what happens now, and what the viewer can do about it.

Every action is a form that posts one command. Whatever the rules or the chips do not allow has no form.
"""

from collections.abc import Iterator

import htpy as h

from croupier.cards import card_name, card_sign, card_words
from croupier.house.own_bets import Bets
from croupier.house.settings import SECOND
from croupier.money import CENTS_PER_DOLLAR, price
from croupier.pages.felt import ART, DENOMINATIONS
from croupier.pages.frame import hidden
from croupier.pages.results import signed
from croupier.pages.sight import Shown, Sight
from croupier.rulebook import Decision, Option, PlayerDealerBank
from croupier.table.events import PLAYER

BANK_NOTE = "Whoever banks pays winners and takes from losers, up to the wager put up."
USUAL_CHIP = 5_00
USUAL_STACK = 500_00


def dock(sight: Sight) -> h.Element:
    """What happens now, and what the viewer can do about it."""
    says, note, acts = now(sight)
    last = sight.said[-1] if sight.said else None
    waits = not says or sight.legal.get("decision") or sight.scene.closed  # for its cards, which say the same
    said = says or (last and [last.text, sight.clauses(last.clauses)]) or "Welcome."
    return h.section("#dock.dock", aria_label="My actions", tabindex="-1")[
        my_hand(sight),
        h.div(".lead")[
            h.p("#say.say", data_n=str(last.number) if last and waits else None)[said],
            h.p("#note.note")[note],
            result_link(sight),
        ],
        h.div(".acts")[clock(sight), acts],
    ]


def result_link(sight: Sight) -> h.Node:
    """The way to what the last round paid and why, where a screen has no room for it beside the felt."""
    if not sight.result.number:
        return None
    return h.p(".came-to")[h.a(href="#paid")[f"What your wagers paid, and why: {signed(sight.result.total)}"]]


def refused(sight: Sight) -> h.Element:
    """Why the last command was refused; scripts write here too."""
    clauses = [sight.problem_clause] if sight.problem_clause else []
    return h.p("#refused.refused", role="alert")[sight.problem, sight.clauses(clauses)]


def my_hand(sight: Sight) -> h.Node:
    """The viewer's own cards, large."""
    laid = sight.scene.lying(f"seat {sight.seat}") if sight.seat else []
    known = [(each.card, each.number) for each in laid if each.card is not None]
    return (
        known
        and h.div("#hand.mycards", role="group", aria_label=f"My hand{called(sight)}")[
            (
                h.img(src=f"{ART}{card_name(card)}.svg", alt=card_words(card), data_n=str(number))
                for card, number in known
            )
        ]
    )


def called(sight: Sight) -> str:
    """What the viewer's hand is called, after a colon."""
    own = sight.book.felt.hand
    name = own.called(sight.scene.known(f"seat {sight.seat}")) if own else ""
    return f": {name}" if name else ""


# ── What happens now ─────────────────────────────────────────────────────────────────────────────────────────────────


def now(sight: Sight) -> tuple[h.Node, h.Node, h.Node]:
    """What to say now, a note to it, and the actions."""
    if not sight.you:
        return None, ["You are watching. ", sitting_note(sight)], sit_form(sight)
    legal = sight.legal
    if sight.you["away"]:
        return "You are marked as away.", away_note(sight), plain(sight, "return", "I am back", "return", is_main=True)
    if legal["answer_bank"]:
        return (
            "The bank is offered to you.",
            [BANK_NOTE, bank_clauses(sight)],
            [
                plain(sight, "bank", "Take the bank", "take", answer="take"),
                plain(sight, "bank", "Decline", "decline", answer="decline"),
            ],
        )
    if legal["decision"]:
        return decision_words(sight), [wagers_words(sight), " ", silence_words(sight)], [*options(sight), ask(sight)]
    if sight.own["standing"] and not sight.scene.bets_closed and sight.has_bet(sight.seat):
        return "You leave after this round.", [wagers_words(sight), " Your chips then go to your wallet."], None
    if sight.own["standing"]:
        return came_to(sight), waiting_note(sight), None
    if (legal["wagers"] or legal["withdraw"]) and sight.own["done"]:
        return "No more bets from you. The table waits for the others.", wagers_words(sight), None
    if legal["wagers"] or legal["withdraw"]:
        return bet_words(sight), wagers_words(sight) or first_bet_words(sight), bets(sight)
    return came_to(sight), waiting_note(sight), None


def sitting_note(sight: Sight) -> str:
    """What somebody who watches needs to sit down."""
    settings = sight.view["settings"]
    if sight.wallet < settings["least_chips"]:
        return f"Your wallet holds {price(sight.wallet)}, too few chips to sit down; top up in the lobby."
    return f"Sit down with {price(settings['least_chips'])} to {price(settings['most_chips'])}."


def away_note(sight: Sight) -> str:
    settings = sight.view["settings"]
    return (
        f"You did not answer {settings['silent']} times in a row. Until you are back you bet nothing and the table "
        f"decides for you; after {settings['freed'] // 60} minutes your seat is freed and your chips go to your wallet."
    )


def bank_clauses(sight: Sight) -> h.Node:
    bank = sight.book.bank
    return sight.clauses((bank.offer_clause,)) if isinstance(bank, PlayerDealerBank) else None


def decision_words(sight: Sight) -> h.Node:
    """The decision that is asked for, and the clause that says so."""
    decision = sight.book.decisions_by_id[sight.legal["decision"]["decision"]]
    offered = {option["option"] for option in sight.legal["decision"]["options"]}
    labels = [option.label for option in decision.options if option.id in offered]
    asked = f"{' or '.join(filter(None, (', '.join(labels[:-1]), labels[-1])))}?".capitalize()
    if decision.exchanges:
        asked = "Which cards do you hold?"
    name = called(sight).removeprefix(": ")
    return [f"{name}. " if name else "", asked, sight.clauses((decision.clause,))]


def silence_words(sight: Sight) -> str:
    """What happens when time is up."""
    decision = sight.book.decisions_by_id[sight.legal["decision"]["decision"]]
    default = decision.option(decision.default)
    return f"When your time is up: {default.label.lower()}." if default and sight.clock() is not None else ""


def bet_words(sight: Sight) -> str:
    return "Put up the bank's wager." if sight.banks(sight.seat) else "Place your bets."


def first_bet_words(sight: Sight) -> h.Node:
    """How to bet; before the first bet, what the round before came to."""
    how = "Choose a chip, then a place on the felt or here."
    if not sight.is_before:
        return how
    return [h.a(".before", href="#paid")["The round before"], f": {signed(sight.result.total)}. ", how]


def came_to(sight: Sight) -> h.Node:
    """What a round that is over came to for the viewer; None where that is nothing."""
    if not sight.scene.closed or not sight.has_bet(sight.seat):
        return None
    if sight.scene.void:
        return "The round is called off. Your wagers are back."
    won = sight.result.total
    return f"You won {price(won)}." if won > 0 else f"You lost {price(-won)}." if won else "You came out even."


def wagers_words(sight: Sight) -> str:
    """What the viewer has on the felt."""
    piles = [(wager, pile) for wager in sight.book.wagers if (pile := sight.scene.piles.get((sight.seat, wager.id)))]
    said = [f"{price(pile.cents)} on {sight.wager_label(wager.id, pile.spot)}" for wager, pile in piles]
    said += [f"{price(sight.scene.bank_wager)} as the bank"] if sight.banks(sight.seat, with_wager=True) else []
    return f"Your wagers: {', '.join(said)}." if said else ""


def waiting_note(sight: Sight) -> h.Node:
    """What there is to know while there is nothing to do."""
    view, own = sight.view, sight.own
    leaves = "You leave after this round. " if own["standing"] else ""
    if view["status"] != "open":
        why = f": {view['reason']}" if view["reason"] else ""
        return f"{leaves}This table is {view['status']}{why}."
    if sight.scene.closed:
        return leaves or "The next round opens soon."
    late = own["decision"] and own["decided_by"] != PLAYER
    timed_out = f" Your time was up: {sight.option_label(own['decision'])}." if late else ""
    return f"{leaves}{wagers_words(sight)}{timed_out}"


# ── Betting ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def bets(sight: Sight) -> h.Node:
    """Chips to choose from, a button for each place that takes them, and what goes with betting."""
    tray = [each for each in reversed(DENOMINATIONS) if each <= sight.own["chips"]] or [DENOMINATIONS[-1]]
    chosen = USUAL_CHIP if USUAL_CHIP in tray else tray[0]
    places = sight.bets()
    offered = {wager["wager"]: wager for wager in sight.legal["wagers"]}
    return [
        h.form("#bets.bets", method="post", action=sight.action("bet"))[
            sight.moment(),
            h.fieldset("#tray.tray")[
                h.legend(".unseen")["Chip"],
                (
                    h.label(class_=f"pick chip c{each // CENTS_PER_DOLLAR}")[
                        h.input(
                            type="radio",
                            name="chip",
                            value=str(each),
                            checked=each == chosen,
                            id=f"chip-{each}",
                            aria_label=price(each),
                        ),
                        h.span(aria_hidden="true")[str(each // CENTS_PER_DOLLAR)],
                    ]
                    for each in tray
                ),
            ],
            h.div(".pads")[(pad(sight, offered[wager], spot, value) for (wager, spot), value in places.items())],
        ],
        change(sight, "Undo", "undo", undone(sight)),
        change(sight, "Clear", "clear", cleared(sight)),
        change(sight, "Repeat", "repeat", repeated(sight)),
        plain(sight, "done", "No more bets", "done", is_main=True) if sight.has_bet(sight.seat) else None,
    ]


def pad(sight: Sight, wager: Shown, spot: int, value: str) -> h.Element:
    """The button that puts a chip on a wager."""
    key = f"bet {wager['wager']}:{spot}"
    limits = f"{price(wager['least'])} to {price(wager['most'])}"
    return h.button(".pad", name="on", value=value, **pressed(sight, key))[
        h.span[sight.wager_label(wager["wager"], spot), h.small[limits]], hint(sight, key)
    ]


def undone(sight: Sight) -> Bets | None:
    """The wagers before the last change, if the table lets them be set."""
    back, legal = sight.undo, sight.legal
    placed = {wager["wager"] for wager in legal["wagers"]}
    if back is None or not all(id_ in (placed if cents else legal["withdraw"]) for id_, cents in back.wagers.items()):
        return None
    return back


def cleared(sight: Sight) -> Bets | None:
    """No wagers at all, where that is more than undoing the last change."""
    off: Bets = Bets(dict.fromkeys(sight.legal["withdraw"], 0))
    return off if off.wagers and (sight.undo is None or dict(sight.undo.wagers) != dict(off.wagers)) else None


def repeated(sight: Sight) -> Bets | None:
    """What was bet in the round before, if it can be bet again."""
    last, offered = sight.last_bets, {wager["wager"]: wager for wager in sight.legal["wagers"]}
    if not last.wagers or sight.has_bet(sight.seat) or not last.wagers.keys() <= offered.keys() | later(sight):
        return None
    fits = all(cents <= offered[id_]["most"] for id_, cents in last.wagers.items() if id_ in offered)
    return last if fits and cost(sight, last) <= sight.own["chips"] else None


def cost(sight: Sight, bets: Bets) -> int:
    """The chips that wagers take, with those that are placed with them."""
    return sum(cents * (1 + len(sight.book.companions.get(id_, ()))) for id_, cents in bets.wagers.items())


def later(sight: Sight) -> set[str]:
    """Wagers that may be bet once others are: they are not offered yet."""
    return set() if sight.banks(sight.seat) else {wager.id for wager in sight.book.placed_wagers}


def change(sight: Sight, label: str, key: str, to: Bets | None) -> h.Node:
    """Set wagers to amounts."""
    if not to or not to.wagers:
        return None
    note = price(cost(sight, to)) if key == "repeat" else ""
    wagers = " ".join(f"{wager}:{cents}" for wager, cents in to.wagers.items())
    return plain(sight, "bet", label, key, note=note, set=wagers, spot=to.spot)


# ── Deciding ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def options(sight: Sight) -> Iterator[h.Element]:
    """A button for each option, all alike: the house does not nudge."""
    asked = sight.legal["decision"]
    decision = sight.book.decisions_by_id[asked["decision"]]
    if decision.exchanges:
        yield exchange(sight, decision)
        return
    for option in asked["options"]:
        label = next(each.label for each in decision.options if each.id == option["option"])
        action = f"choose {decision.id}:{option['option']}"
        note = chips_note(option["cents"])
        yield h.form(method="post", action=sight.action("choose"))[
            sight.moment(),
            hidden(decision=asked["decision"], option=option["option"]),
            h.button(".act", disabled=not option["affordable"], **pressed(sight, action))[
                h.span[label, h.small[note if option["affordable"] else f"{note}, which you do not have"]],
                hint(sight, action),
            ],
        ]


def exchange(sight: Sight, decision: Decision) -> h.Element:
    """A box for each card that can be held, and a button that draws new ones for the others."""
    cards = sight.scene.known(f"seat {sight.seat}")
    offered = {option["option"] for option in sight.legal["decision"]["options"]}
    ids = [f"{mask_of(option)}:{option.id}" for option in decision.options if option.id in offered]
    draws = f"choose {decision.id}"
    return h.form(".exchange", method="post", action=sight.action("choose"))[
        sight.moment(),
        hidden(decision=decision.id, holds=" ".join(ids)),
        h.fieldset(".holds")[
            h.legend(".unseen")["Hold"],
            (hold_box(sight, decision, place, card) for place, card in enumerate(cards[: decision.hand_cards])),
        ],
        h.button(".act", **pressed(sight, draws))[
            h.span["Draw", h.small["new cards for the others"]], hint(sight, draws)
        ],
    ]


def mask_of(option: Option) -> int:
    """A bit for each card that an option keeps."""
    return sum(1 << place for place in option.keeps or ())


def hold_box(sight: Sight, decision: Decision, place: int, card: int) -> h.Element:
    """The box that holds one card."""
    key = f"hold {decision.id}:{place}"
    press = sight.keys[key].press
    return h.label(".hold", data_key=press)[
        h.input(type="checkbox", name=f"keep-{place}", value="1", id=f"keep-{place}", aria_keyshortcuts=press),
        h.span[f"Hold {card_sign(card)}", h.span(".unseen")[f", {card_words(card)}"]],
        hint(sight, key),
    ]


def chips_note(cents: int) -> str:
    """What an option does to the chips of a seat."""
    return f"{price(cents)} more" if cents > 0 else f"{price(-cents)} back" if cents else "no more chips"


def ask(sight: Sight) -> h.Element:
    """What each option is worth, for whoever asks; a script shows it beside the dock."""
    made = len(sight.scene.chosen.get(sight.seat, ()))
    moment = f"{sight.view['round']}-{sight.legal['decision']['decision']}-{made}"
    return h.a("#ask.low", href=sight.action("advice"), data_moment=moment, **pressed(sight, "worth"))[
        h.span["What is each choice worth?"], hint(sight, "worth")
    ]


# ── The seat ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def sit_form(sight: Sight) -> h.Node:
    """Sit down, with chips from the wallet."""
    settings = sight.view["settings"]
    most = min(settings["most_chips"], sight.wallet)
    is_full = len(sight.view["places"]) >= sight.book.seats
    if most < settings["least_chips"] or is_full or sight.view["status"] not in ("open", "paused"):
        return None
    return h.form(".sit", method="post", action=sight.action("sit"))[
        hidden(key=sight.key),
        chips_field("sit-chips", min(most, USUAL_STACK)),
        h.button(".act.on", **pressed(sight, "sit"))["Sit down", hint(sight, "sit")],
    ]


def seat_strip(sight: Sight) -> h.Element:
    """What belongs to the viewer's seat: chips, clock, bank, leaving."""
    if not sight.you:
        return h.div("#mine", hidden=True)
    return h.div("#mine.strip", role="group", aria_label="My seat")[
        h.span(".seat-no")[f"Seat {sight.seat}"],
        buy_form(sight),
        paces(sight),
        banking(sight),
        plain(sight, "return", "Stay", "return", kind="low")
        if sight.own["standing"] and not sight.you["away"]
        else plain(sight, "stand", "Leave", "stand", kind="low")
        if not sight.own["standing"]
        else None,
    ]


def banking(sight: Sight) -> h.Node:
    """Pass the bank on, or say whether to be offered it, where players bank."""
    if not sight.you or not sight.view["bank"]:
        return None
    is_asked = sight.you["banks"]
    label, to = ("Never offer me the bank", "no") if is_asked else ("Offer me the bank", "yes")
    return [
        sight.legal["pass_bank"] and plain(sight, "pass", "Pass the bank", "pass", kind="low"),
        plain(sight, "banking", label, "banking", kind="low", banks=to),
    ]


def buy_form(sight: Sight) -> h.Node:
    """More chips from the wallet."""
    most = min(sight.wallet, sight.view["settings"]["most_chips"] - sight.own["chips"])
    if not sight.legal["buy"] or most <= 0:
        return None
    return h.form(".buy", method="post", action=sight.action("buy"))[
        sight.moment(),
        chips_field("buy-chips", min(most, 100_00), key=sight.keys["buy"].press),
        h.button(".low")["More chips", hint(sight, "buy")],
    ]


def chips_field(id_: str, cents: int, key: str | None = None) -> h.Element:
    return h.label(for_=id_)[
        "Chips ",
        h.input(
            id=id_,
            name="chips",
            inputmode="decimal",
            value=price(cents).removeprefix("$"),
            size="7",
            maxlength="16",
            autocomplete="off",
            data_key=key,
            aria_keyshortcuts=key,
        ),
    ]


def paces(sight: Sight) -> h.Node:
    """Longer clocks, where the table allows them."""
    settings, pace = sight.view["settings"], sight.you["pace"] if sight.you else "usual"
    return [
        settings["allow_slow"] and pace_form(sight, "slow", "Ten times as long", "Usual time", is_on=pace == "slow"),
        settings["allow_off"] and pace_form(sight, "off", "Clock off", "Clock on", is_on=pace == "off"),
    ]


def pace_form(sight: Sight, pace: str, label: str, back: str, *, is_on: bool) -> h.Element:
    to = "usual" if is_on else pace
    return plain(sight, "clock", back if is_on else label, pace, kind="low", pace=to)


# ── Parts ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def plain(
    sight: Sight,
    what: str,
    label: str,
    key: str,
    *,
    is_main: bool = False,
    kind: str = "act",
    note: str = "",
    **fields: object,
) -> h.Element:
    """One button with nothing to fill in."""
    return h.form(method="post", action=sight.action(what))[
        sight.moment(),
        hidden(**fields),
        h.button(class_=[kind, {"on": is_main}], **pressed(sight, key))[
            h.span[label, note and h.small[note]], hint(sight, key)
        ],
    ]


def pressed(sight: Sight, action: str) -> dict[str, str]:
    """What tells a script, and a screen reader, the key of a button."""
    press = sight.keys[action].press
    return {"data_key": press, "aria_keyshortcuts": press} if press else {}


def hint(sight: Sight, action: str) -> h.Node:
    """The key as it is printed on a button."""
    press = sight.keys[action].press
    return press and h.kbd(aria_hidden="true")[press]


def clock(sight: Sight) -> h.Node:
    """The time that is left, counted down by the page."""
    ends = sight.clock()
    if ends is None:
        return None
    left = max(0, -(-(ends - sight.now) // SECOND))
    return h.svg(
        "#clock.clock",
        viewBox="0 0 48 48",
        role="timer",
        aria_label=f"{left} seconds left",
        data_ends=str(ends),
        data_now=str(sight.now),
    )[
        h.circle(cx="24", cy="24", r="20"),
        h.circle(
            class_="runs",
            cx="24",
            cy="24",
            r="20",
            pathLength="100",
            stroke_dasharray="100 100",
            transform="rotate(-90 24 24)",
        ),
        h.text(x="24", y="29")[str(left)],
    ]
