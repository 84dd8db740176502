"""What clients are answered: the shape of every answer, for the OpenAPI document.

The house makes answers as plain values, and some are sent again as they were kept. So these models only describe, and
the tests hold every answer against them.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue


class Answer(BaseModel):
    """An answer has these fields and no others."""

    model_config = ConfigDict(extra="forbid")


class Refusal(Answer):
    """Why a request was not carried out; nothing has changed."""

    error: Annotated[str, Field(description="A word for programs.")]
    reason: Annotated[str, Field(description="A sentence for people.")]
    field: Annotated[str, Field(description="What was wrong, where it is one thing.")]
    clause: Annotated[str, Field(description="The clause of the rules, where it is one.")]
    now: Annotated["Moment | None", Field(description="The moment now, if the request was made against another.")] = (
        None
    )
    chips: Annotated[int | None, Field(description="The chips in your wallet, if it is about them.")] = None


class Moment(Answer):
    """What a command is made against."""

    round: int
    step: int
    version: int


DESCRIPTIONS = {
    400: "The request cannot be understood.",
    401: "There is no session, or it is over.",
    403: "The request is not allowed, or comes from another site.",
    404: "There is no such thing.",
    408: "The body took too long to arrive.",
    409: "Made against another moment, or the key was used for something else.",
    413: "The body is too large.",
    415: "The body is not said to be JSON.",
    421: "The house is not at that host.",
    422: "Refused by the rules, or a field is not right.",
    429: "Too many requests; the header Retry-After says when to try again.",
    503: "Nothing can be written just now; the header Retry-After says when to try again.",
}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for the document."""
    return {status: {"model": Refusal, "description": DESCRIPTIONS[status]} for status in statuses}


AT_THE_DOOR = refusals(400, 403, 408, 413, 415, 421, 429, 503)
"""What every route may answer."""


# ── The house ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Health(Answer):
    status: Literal["ok", "ready", "read-only", "stopping"]


class Game(Answer):
    """A game that may be played here."""

    game: str
    title: str
    goal: str


class Games(Answer):
    games: list[Game]


class Retention(Answer):
    """How long what is kept, in seconds; null for as long as the house keeps its records."""

    session_idle: int
    session: int
    name: Annotated[
        int, Field(description="After the end of its session, or of the round that it still has a part in.")
    ]
    answers: int
    link: int
    share: int
    journals: None
    log: None


class House(Answer):
    notice: str
    version: str
    software: str
    now: Annotated[int, Field(description="The house's clock.")]
    retention: Retention


class Table(Answer):
    """A table as it is listed."""

    table: str
    name: str
    game: str
    title: str
    status: Literal["open", "paused", "closing", "closed", "faulted"]
    reason: str
    seats: int
    free: Annotated[int, Field(description="How many more people may sit down now.")]
    people: int
    house_run: int
    opened_by: Literal["guest", "house"]
    is_private: Annotated[bool, Field(description="Whether it is listed only for who opened it or sits there.")]
    round: int


class Lobby(Answer):
    tables: list[Table]


# ── Guests ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Guest(Answer):
    """Whose session it is."""

    guest: Annotated[str, Field(description="What records call you: a pseudonym.")]


class Named(Guest):
    name: str


class Wallet(Guest):
    chips: Annotated[int, Field(description="Practice chips in your wallet, in cents.")]


class Paced(Guest):
    pace: Annotated[Literal["usual", "slow", "off"], Field(description="The time you want at tables.")]


class Entered(Named):
    chips: int


class Link(Guest):
    """A link that carries the session to another device."""

    until: Annotated[int, Field(description="When it can no longer be used.")]
    link: Annotated[str | None, Field(description="Its secret, to be redeemed by POST; told only once.")] = None


class Me(Named):
    """Your session."""

    chips: int
    pace: Annotated[Literal["usual", "slow", "off"], Field(description="The time you want at tables.")]
    expires: Annotated[int, Field(description="When the session ends if nothing is asked any more.")]
    is_over: bool
    tables: Annotated[dict[str, int], Field(description="Your seats by table.")]


class StoredAnswer(Answer):
    """What a command was answered."""

    key: str
    status: int
    body: dict[str, JsonValue]


class Acted(Answer):
    """Where your seat stands after a command."""

    table: str
    seat: int
    round: int
    step: int
    version: int
    number: int
    chips: int


class Round(Answer):
    """A round that you had a part in."""

    table: str
    round: int
    seat: int
    at: int
    before: Annotated[int, Field(description="Your chips at the seat as the round opened, in cents.")]
    after: int


class Rounds(Answer):
    rounds: list[Round]


class PaytableLine(Answer):
    outcome: str
    odds: str | None


class Paytable(Answer):
    """What a wager pays."""

    wager: str
    label: str
    least: int
    most: int | None
    lines: list[PaytableLine]


class Commitment(Answer):
    """What cards or dice were bound to before a round."""

    of: Literal["shuffle", "dice"]
    number: Annotated[int, Field(description="Of the table's shuffle, or of the round whose dice these are.")]
    subject: Annotated[str, Field(description="What it is about, as it is hashed.")]
    commitment: str
    record: Annotated[int, Field(description="Of the journal, where it stands.")]
    drawn: Annotated[int, Field(description="How many of its cards had come out before the round.")]


class OwnRound(Answer):
    """A round as your seat saw it."""

    table: str
    round: int
    seat: int
    game: str
    at: int
    chips_before: int
    chips_after: int
    digest: Annotated[str, Field(description="Of the rulebook.")]
    house: dict[str, JsonValue]
    paytables: list[Paytable]
    events: list[dict[str, JsonValue]]
    number: Annotated[int, Field(description="Of the record that ended the round.")]
    head: Annotated[str, Field(description="Of the journal after the round.")]
    commitments: Annotated[list[Commitment], Field(description="What the cards and dice were bound to before it.")]
    openings: Annotated[
        list[str], Field(description="Proofs of the cards and dice you saw, as `croupier audit --openings` reads them.")
    ]


class Share(Answer):
    """A round that you share."""

    share: Annotated[str, Field(description="What it is revoked by: the hash of its secret.")]
    guest: str
    table: str
    round: int
    made: int
    until: Annotated[int, Field(description="When its link no longer works.")]
    link: Annotated[str | None, Field(description="The secret of its link, `/shared/SECRET`; told only once.")] = None


class Shares(Answer):
    shares: list[Share]


# ── Operators ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Operator(Answer):
    name: str


class ChangedRules(Table):
    house: dict[str, JsonValue]
    digest: str


class ChangedSettings(Table):
    settings: dict[str, bool | int]


class LogEntry(Answer):
    """A significant event."""

    number: int
    at: int
    who: str
    what: str
    subject: str
    why: str
    before: str
    after: str


class Log(Answer):
    entries: list[LogEntry]
    next: Annotated[int, Field(description="Where the next page begins.")]


class CheckedTable(Answer):
    table: str
    is_in_order: bool
    verdict: str
    records: int
    head: str


class CheckedSoftware(Answer):
    running: str
    on_disk: str


class Verified(Answer):
    is_in_order: bool
    chance: str
    software: CheckedSoftware
    tables: list[CheckedTable]


# ── A view ───────────────────────────────────────────────────────────────────────────────────────────────────────────

MaybeCard = Annotated[str | None, Field(description="Such as `Qs`; null for a card that you may not know.")]


class Awaiting(Answer):
    kind: str
    seats: list[int]
    decision: str | None = None
    options: list[str] | None = None


class Place(Answer):
    """A seat as everybody sees it."""

    seat: int
    name: str
    house_run: Annotated[bool, Field(description="Whether the house plays here, and not a person.")]
    away: bool
    connected: Annotated[bool, Field(description="False since the last stream of whoever sits here has ended.")]
    standing: bool
    done: bool
    chips: int
    spot: int
    wagers: dict[str, int]
    decision: str
    decided_by: Annotated[str, Field(description="Who decided: the player, or the clock.")]
    decisions: list[tuple[str, str]]


class Bank(Answer):
    """The bank of a game that players bank."""

    wager: int
    used: int
    result: int
    holder: int
    rounds: int
    rounds_most: int | None
    offered: int
    needs: Annotated[int, Field(description="The chips at the seat that whoever banks has to have, in cents.")]
    drop_box: int


class LegalWager(Answer):
    wager: str
    least: int
    most: int
    unit: int
    spots: list[int]


class LegalOption(Answer):
    option: str
    cents: int
    affordable: bool


class LegalDecision(Answer):
    decision: str
    turn: int
    options: list[LegalOption]


class Legal(Answer):
    """What you may do now, with its limits."""

    stand: bool
    leave_now: bool
    buy: bool
    answer_bank: Annotated[bool, Field(description="Whether the bank is offered to you.")]
    take_bank: Annotated[bool, Field(description="Whether you may take it: it is offered, and you have the chips.")]
    pass_bank: bool
    wagers: list[LegalWager]
    withdraw: list[str]
    decision: LegalDecision | None


class You(Answer):
    """What only your own seat is told."""

    seat: int
    version: Annotated[int, Field(description="The number of the last record about your seat.")]
    pace: Literal["usual", "slow", "off"]
    away: bool
    legal: Legal


class Settled(Answer):
    """A wager that was settled."""

    seat: int
    wager: str
    stake: int
    outcome: str
    odds: str | None
    result: int
    covered: int | None
    clauses: list[str]
    hand: int


class Closed(Answer):
    """The last round that is over, and the head of the journal after it."""

    round: int
    number: int
    head: str


class View(Table):
    """A table as one viewer may know it."""

    edition: int
    number: Annotated[int, Field(description="The number of the last record of the table's journal.")]
    step: Annotated[int, Field(description="The place in the procedure, -1 between rounds.")]
    awaiting: Awaiting
    deadlines: Annotated[
        dict[str, int | None],
        Field(description="Milliseconds UTC by seat, 0 for the whole table; null for a clock that is off."),
    ]
    settings: dict[str, bool | int]
    house: dict[str, JsonValue]
    places: list[Place]
    player_dealer: int
    action_button: int
    bank: Bank | None
    dice: list[int]
    deck: str
    cards: dict[str, list[MaybeCard]]
    stacked: list[int]
    road: Annotated[
        list[str],
        Field(description="Results of the rounds from these cards, by the letters of the layout, the last at the end."),
    ]
    settled: list[Settled]
    commitment: str
    dice_commitment: str
    digest: str
    software: str
    closed: Closed | None
    you: Annotated[You | None, Field(description="Null for somebody who watches.")]


# ── Lists for operators ──────────────────────────────────────────────────────────────────────────────────────────────


class OperatorTable(View):
    """A table as a spectator sees it, and who sits there."""

    opened_at: int
    guests: Annotated[dict[str, str], Field(description="Guests by seat.")]


class PutAwayTable(Answer):
    """A table that is not at hand; its records can be exported."""

    table: str
    name: str
    game: str
    reason: str
    opened_at: int


class OperatorTables(Answer):
    tables: list[OperatorTable]
    closed: list[PutAwayTable]
    unread: Annotated[
        list[PutAwayTable], Field(description="Not closed, but left out: the log says why they could not be read.")
    ]


class OperatorGuests(Answer):
    guests: list[Me]
