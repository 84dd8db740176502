"""Pages of earlier rounds: the list of one's own, and each on the same felt, event by event, with its proofs.

A round is shown to whoever played it, or to somebody who has its link, who sees the same cards and nobody's name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import htpy as h
from markupsafe import Markup

from croupier.chance import DICE, SHUFFLE
from croupier.house.own_round import OwnRound
from croupier.house.tally import Reckoning, Tally
from croupier.house.telling import Said
from croupier.money import price
from croupier.pages import results
from croupier.pages.clause_link import clause_marks
from croupier.pages.felt import Felt
from croupier.pages.frame import NOTICE, document, hidden, wordmark
from croupier.pages.lobby_page import STYLES as HALL_STYLES
from croupier.pages.lobby_page import Me, top
from croupier.pages.places import felt_address
from croupier.pages.results import sign_of, signed
from croupier.pages.scene import Scene
from croupier.pages.tally import box as tally_box
from croupier.pages.tally import round_box
from croupier.rulebook import Renewal, Rulebook

Shown = Mapping[str, Any]
ROUNDS_SHOWN: Final = 100
"""As many as the house lists at once."""
STYLES: Final = ("/static/round.css",)
STEPS: Final = (
    ("first", "First", "Home"),
    ("previous", "Previous", "←"),
    ("next", "Next", "→"),
    ("last", "Last", "End"),
)
PYTHON: Final = """\
import json
from hashlib import sha256

played = json.load(open("round.json"))
for opened in map(json.loads, played["openings"]):
    bound = next(each for each in played["commitments"] if each["of"] == opened["of"])
    about = sha256(bound["subject"].encode()).digest()
    leaves = [bytes.fromhex(leaf) for leaf in opened["leaves"]]
    assert sha256(b"commitment" + about + b"".join(leaves)).hexdigest() == bound["commitment"]
    for place, name, salt in opened["shown"]:
        card = int(name) if name.isdigit() else 4 * "23456789TJQKA".index(name[0]) + "cdhs".index(name[1])
        lies = place.to_bytes(4, "big") + bytes.fromhex(salt) + bytes([card])
        assert leaves[place] == sha256(b"leaf" + about + lies).digest()
    print(bound["commitment"], [name for _, name, _ in opened["shown"]])
"""
"""Proves the cards and dice of a round that was downloaded."""


# ── The list ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def rounds(me: Shown, played: Sequence[Shown], tally: Tally, skip: int = 0) -> h.Element:
    """The rounds that a guest had a part in, the latest first, so many at a time."""
    total = sum(each["after"] - each["before"] for each in played)
    return document(
        "My rounds",
        top("My rounds", Me(me["name"], me["chips"])),
        h.main(".hall.narrow")[
            h.h1["My rounds"],
            bool(tally.rounds) and tally_box(tally),
            h.section(".box")[
                h.h2[
                    f"{len(played)} rounds, the latest first" if len(played) > 1 else "Rounds",
                    h.span(class_=sign_of(total))[signed(total)] if played else None,
                ],
                rounds_table(played)
                if played
                else h.p["There are no rounds of yours here. ", h.a(href="/")["Find a table."]],
                len(played) >= ROUNDS_SHOWN
                and h.p(".acts")[h.a(".act.small", href=f"/rounds?skip={skip + len(played)}")["Earlier rounds"]],
            ],
        ],
        styles=(*HALL_STYLES, *STYLES),
        script="/static/later.js",
    )


def tally_page(tally: Tally) -> h.Element:
    """Skill, luck and edge by themselves."""
    return document(
        "Skill, luck and edge",
        h.header(".top")[wordmark(), h.h1["Skill, luck and edge"], h.a(".act.small", href="/rounds")["My rounds"]],
        h.main(".page.narrow")[tally_box(tally)],
        styles=STYLES,
        script="/static/later.js",
    )


def rounds_table(played: Sequence[Shown]) -> h.Element:
    return h.table(".rounds")[
        h.thead[h.tr[(h.th(scope="col")[head] for head in ("Round", "Played", "Chips before", "after", "Result"))]],
        h.tbody[
            (
                h.tr[
                    h.th(scope="row")[
                        h.a(href=f"/rounds/{each['table']}/{each['round']}")[f"{each['title']}, round {each['round']}"],
                        h.br,
                        h.small[f"{each['name']} · seat {each['seat']}" if each["name"] else f"seat {each['seat']}"],
                    ],
                    h.td[h.small[results.moment(each["at"])]],
                    h.td[price(each["before"])],
                    h.td[price(each["after"])],
                    h.td(class_=sign_of(each["after"] - each["before"]))[signed(each["after"] - each["before"])],
                ]
                for each in played
            )
        ],
    ]


# ── A round ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Recall:
    """An earlier round up to some step, for one viewer."""

    own: OwnRound
    address: str
    """Where it is shown."""
    step: int = 0
    """How many of its events have happened; 0 for all."""
    to_guest: bool = True
    """Whether the viewer played it; otherwise it was shared."""
    table_name: str = ""
    shares: Sequence[Shown] = ()
    """The links to it that the guest has made."""
    key: str = ""
    """What a command from this page is told apart by."""
    link: str = ""
    """A link that was just made, to be shown this once."""
    is_provable: bool = True
    """Whether the table may be named, which all proofs do."""
    until: int = 0
    """When a shared round can no longer be seen."""
    problem: str = ""
    reckoning: Reckoning | None = None
    """Its result taken apart, once that is counted."""

    @property
    def book(self) -> Rulebook:
        return self.own.book

    @property
    def seat(self) -> int:
        return self.own.played.seat

    @property
    def steps(self) -> int:
        return len(self.own.seen)

    @property
    def at(self) -> int:
        """The step that is shown, from 1 to the last."""
        return self.step if 1 <= self.step <= self.steps else self.steps

    @cached_property
    def scene(self) -> Scene:
        return Scene(self.book).hear_all(self.own.seen[: self.at])

    @cached_property
    def said(self) -> list[Said]:
        return self.own.told(self.at, to_guest=self.to_guest)

    def at_step(self, step: int) -> str:
        return f"{self.address}?step={step}"


def fragments(recall: Recall) -> dict[str, h.Element | Markup]:
    """The parts of the page that change from step to step, by their ids."""
    scene = recall.scene
    own, other = (recall.seat, 0) if recall.to_guest else (0, recall.seat)
    felt = Felt(scene, results.places_of(scene, mine=own, sharer=other))
    found = {"dealer": felt.dealer()} | {f"seat-{seat}": felt.seat(seat) for seat in range(1, recall.book.seats + 1)}
    return found | {"now": now(recall), "steps": steps(recall), "said": said(recall), "paid": paid(recall)}


def page(recall: Recall) -> h.Element:
    """The whole page."""
    parts, book, played = fragments(recall), recall.book, recall.own.played
    title = f"{book.game.title}, round {played.round}"
    return document(
        title,
        h.a(".skip", href="#recall")["To the steps of this round"],
        h.header(".top")[
            wordmark(),
            h.h1[title],
            h.span(".rules")[recall.table_name and f"{recall.table_name} · ", results.moment(played.at)],
            h.span(".purse")[h.small["My chips" if recall.to_guest else "The sharer’s chips"], price(played.after)],
            recall.to_guest and h.a(".act.small", href="/rounds")["My rounds"],
        ],
        h.main(".page.recalled", data_address=recall.address)[
            h.div(".stage")[
                h.section("#felt.felt", aria_label="The table")[
                    parts["dealer"],
                    h.ol("#seats.seats", aria_label="Seats")[
                        (parts[f"seat-{seat}"] for seat in range(1, book.seats + 1))
                    ],
                ],
                h.section("#recall.dock.recall", aria_label="Steps of this round")[
                    parts["now"], slider(recall), parts["steps"]
                ],
                proof(recall),
                parts["said"],
            ],
            h.aside(".side")[
                recall.problem and h.p(".box.bad", role="alert")[recall.problem],
                parts["paid"],
                balances(recall),
                recall.to_guest and round_box(recall.book, recall.reckoning, recall.address),
                sharing(recall) if recall.to_guest else shared_note(recall),
                rules(recall),
                downloads(recall),
            ],
        ],
        h.div("#live.unseen", role="status", aria_live="polite"),
        styles=(felt_address(book), *STYLES),
        script="/static/round.js",
    )


def now(recall: Recall) -> h.Element:
    """What was said at this step."""
    last = recall.said[-1] if recall.said else None
    number = recall.own.seen[recall.at - 1].number if recall.steps else 0
    return h.div("#now.lead")[
        h.p(".say")[[last.text, clause_marks(recall.book.game, last.clauses)] if last else "The round opens."],
        h.p(".note")[f"Event {recall.at} of {recall.steps} · record {number} of the table’s journal"],
    ]


def slider(recall: Recall) -> h.Element:
    """All steps in one line; without scripts a button goes to the one that is chosen."""
    return h.form(".slider", method="get", action=recall.address)[
        h.label(".unseen", for_="step")["Event"],
        h.input("#step", type="range", name="step", min="1", max=str(recall.steps), value=str(recall.at)),
        h.button(".act.small")["Show"],
    ]


def steps(recall: Recall) -> h.Element:
    """Links to the first, the previous, the next and the last step."""
    to = {"first": 1, "previous": recall.at - 1, "next": recall.at + 1, "last": recall.steps}
    return h.nav("#steps.acts", aria_label="Steps")[
        (
            h.a(
                f"#step-{id_}.act",
                href=recall.at_step(min(max(to[id_], 1), recall.steps)),
                aria_disabled="true" if min(max(to[id_], 1), recall.steps) == recall.at else None,
                data_step=str(min(max(to[id_], 1), recall.steps)),
            )[h.span[label], h.kbd(aria_hidden="true")[key]]
            for id_, label, key in STEPS
        )
    ]


def said(recall: Recall) -> h.Element:
    return h.section("#said.box", aria_label="What was said")[
        h.h2["What was said", h.small["latest first"]], results.told(recall.book.game, recall.said)
    ]


def paid(recall: Recall) -> h.Element:
    """What the own wagers paid, once they are settled."""
    settled = results.settled_of(recall.scene, recall.seat)
    if recall.scene.void:
        return h.section("#paid.box")[
            h.h2["This round was called off"], h.p[recall.scene.void, ". Every wager and fee went back."]
        ]
    if not settled:
        return h.section("#paid", hidden=True)
    total = sum(each.result for each in settled)
    whose = "your" if recall.to_guest else "the sharer’s"
    return h.section("#paid.box")[
        h.h2[f"What {whose} wagers paid", h.span(class_=sign_of(total))[signed(total)]],
        results.settled_rows(recall.book, settled),
        bool(recall.to_guest and recall.scene.chosen.get(recall.seat))
        and h.p(".acts")[h.a(".act.small", href=f"{recall.address}/advice")["What did the choices cost?"]],
    ]


def balances(recall: Recall) -> h.Element:
    """The chips before and after, and where the difference comes from."""
    played, whole = recall.own.played, Scene(recall.book).hear_all(recall.own.seen)
    net, fees = played.after - played.before, whole.fees.get(recall.seat, 0)
    parts = {"Wagers": whole.result_of(recall.seat), "Fees": -fees}
    if recall.seat == whole.player_dealer:
        parts["Bank"] = whole.bank_result
    return h.section(".box", aria_label="Chips")[
        h.h2["Chips at the seat", h.span(class_=sign_of(net))[signed(net)]],
        h.table[
            h.tbody[
                h.tr[h.th(scope="row")["As the round opened"], h.td[price(played.before)]],
                (
                    h.tr[h.th(scope="row")[what], h.td(class_=sign_of(cents))[signed(cents)]]
                    for what, cents in parts.items()
                    if cents and not whole.void
                ),
                h.tr[h.th(scope="row")["After it"], h.td[price(played.after)]],
            ]
        ],
    ]


def rules(recall: Recall) -> h.Element:
    """Rules and paytables in force, and the hashes that name them."""
    own = recall.own
    return h.section(".box", aria_label="Rules in force")[
        h.h2["In force"],
        h.details[h.summary["What each wager pays"], results.paytables(recall.book)],
        h.details[h.summary["House rules"], results.house_rules(recall.book)],
        h.details[
            h.summary["Digests"],
            h.dl(".digests")[
                h.dt["Rulebook"],
                h.dd[h.code[own.played.digest]],
                h.dt[f"Journal after record {own.records[-1].number}"],
                h.dd[h.code[own.records[-1].hash]],
                (
                    [h.dt[f"{committed_words(each)}, record {each['record']}"], h.dd[h.code[each["commitment"]]]]
                    for each in own.commitments()
                    if recall.is_provable
                ),
            ],
        ],
    ]


def committed_words(each: Shown) -> str:
    what = f"shuffle {each['number']}" if each["of"] == SHUFFLE else f"the dice of round {each['number']}"
    return f"Commitment to {what}"


def downloads(recall: Recall) -> h.Element:
    return h.section(".box", aria_label="Download")[
        h.h2["Take it with you"],
        h.ul(".plain")[
            h.li[h.a(href=f"{recall.address}/round.json")["round.json"], h.small[" all of it, as the API gives it"]],
            bool(recall.own.openings and recall.is_provable)
            and h.li[
                h.a(href=f"{recall.address}/openings.jsonl")["openings.jsonl"],
                h.small[" proofs, in the format of croupier audit --openings"],
            ],
        ],
        h.p[h.small[NOTICE]],
    ]


# ── Sharing ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def sharing(recall: Recall) -> h.Element:
    """Make a link to this round, and revoke those that were made."""
    played = recall.own.played
    return h.section("#share.box", aria_label="Share this round")[
        h.h2["Share this round"],
        bool(recall.link)
        and [
            h.label(for_="link")["Copy this link now. It is shown only once."],
            h.input("#link", readonly=True, value=recall.link, data_path="/shared/"),
        ],
        h.p[
            "Whoever has the link sees what you saw, and nobody’s name. It ends by itself, or when you revoke it or "
            "erase your session."
        ],
        h.form(method="post", action=f"{recall.address}/share")[
            hidden(key=recall.key), h.button(".act")["Make a link" if not recall.shares else "Make another link"]
        ],
        bool(recall.shares)
        and h.ul(".plain")[
            (
                h.li[
                    h.span["Link until ", results.moment(each["until"])],
                    h.form(method="post", action=f"/shares/{each['share']}/revoke")[
                        hidden(key=recall.key, table=played.table, round=played.round),
                        h.button(".act.small")["Revoke"],
                    ],
                ]
                for each in recall.shares
            )
        ],
    ]


def shared_note(recall: Recall) -> h.Element:
    return h.section(".box", aria_label="A shared round")[
        h.h2["A shared round"],
        h.p[
            f"You see what seat {recall.seat} saw: its own cards, and those that lay face up. Nobody is named. ",
            "This link works until ",
            results.moment(recall.until),
            ", unless it is revoked.",
        ],
    ]


# ── Proof ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def proof(recall: Recall) -> h.Element:
    """Prove the cards in the browser, once they are used up; until then, say when."""
    own = recall.own
    if not recall.is_provable:
        return h.section("#proof.box")[
            h.h2["Were these the cards from the start?"],
            h.p["The table is private. Its cards can be proved by who played there, and by all once it is closed."],
        ]
    opened = {of for of in (SHUFFLE, DICE) if any(f'"of":"{of}"' in text for text in own.openings)}
    bound = own.commitments()
    late = [each for each in bound if each["of"] not in opened]
    return h.section("#proof.box", aria_labelledby="proof-title")[
        h.h2(id="proof-title")["Were these the cards from the start?"],
        h.p[
            "Before anybody bet, the house wrote down a hash of every card and die in its place. Now that they are "
            "used up it shows what went into the hash, as far as you saw it, and anybody can hash it again."
        ]
        if opened
        else h.p["Before anybody bet, the house wrote down a hash of every card and die in its place."],
        [h.p(".wait")[f"{committed_words(each)}: {when(recall.book, each['of'])}"] for each in late],
        h.div(".acts")[
            h.button(
                "#prove.act", type="button", hidden=True, disabled=not opened, data_href=f"{recall.address}/round.json"
            )["Prove it in this browser"],
            not opened and h.small["Nothing can be proved yet."],
        ],
        h.noscript[h.p["The button needs JavaScript; the lines below do not."]],
        h.ol("#proved.proved", aria_live="polite"),
        h.details[
            h.summary["The same in Python"],
            h.p["Download ", h.a(href=f"{recall.address}/round.json")["round.json"], " and run:"],
            h.pre(tabindex="0")[h.code[PYTHON]],
        ],
    ]


def when(book: Rulebook, of: str) -> str:
    """When cards or dice are opened that are not opened yet."""
    if of == SHUFFLE and book.supply.renewal is Renewal.SHOE:
        return "the shoe is still in use. Its cards can be proved when it is shuffled again, or when the table closes."
    return "not opened yet. It is opened as soon as it is used up."
