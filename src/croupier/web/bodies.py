"""What clients send: every body of the API, with limits on all of it, and the request that it makes of the house."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from croupier.house import requests as r

CENTS_MAX = 10**12


def printable(text: str) -> str:
    """Refuse what steers a terminal or cannot be seen."""
    if not text.isprintable():
        raise ValueError("there are characters in it that cannot be seen")
    return text


Name = Annotated[str, Field(min_length=1, max_length=100, description="How others see you; 1 to 24 letters.")]
"""The house says which names are right; here only their length is limited."""
Reason = Annotated[
    str, Field(min_length=1, max_length=200, description="Why, for the record."), AfterValidator(printable)
]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Cents = Annotated[int, Field(ge=1, le=CENTS_MAX, description="Practice chips, in cents.")]
Secret = Annotated[str, Field(min_length=1, max_length=100)]
Value = bool | int | str | list[str] | dict[str, str | int]
Changes = Annotated[dict[str, Value], Field(max_length=100, description="New values by name.")]


class Body(BaseModel):
    """A body has these fields and no others, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Nothing(Body):
    """No fields."""


# ── Guests ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class EnterBody(Body):
    name: Name

    def request(self) -> r.Enter:
        return r.Enter(self.name)


class RenameBody(Body):
    name: Name

    def request(self) -> r.Rename:
        return r.Rename(self.name)


class RedeemBody(Body):
    secret: Annotated[Secret, Field(description="The secret of a link that another device made.")]

    def request(self) -> r.RedeemLink:
        return r.RedeemLink(self.secret)


class EndBody(Body):
    erase: Annotated[bool, Field(description="Whether your name is erased too.")] = False

    def request(self) -> r.EndSession:
        return r.EndSession(self.erase)


class PaceBody(Body):
    pace: Annotated[
        Literal["usual", "slow", "off"],
        Field(description="The time you want at tables where you sit down from now on, where they allow it."),
    ]

    def request(self) -> r.SetPace:
        return r.SetPace(self.pace)


class OpenOwnBody(Body):
    game: Annotated[str, Field(min_length=1, max_length=64)]
    name: Name
    house: Annotated[Changes, Field(description="House rules that differ from the usual.")] = {}
    settings: Annotated[Changes, Field(description="Clocks, limits and company that differ from the usual.")] = {}
    is_private: Annotated[
        bool, Field(description="Whether it is listed for nobody else; whoever has its id may come.")
    ] = False
    cents: Annotated[
        int, Field(ge=0, le=CENTS_MAX, description="The chips to sit down with; 0 to open the table only.")
    ] = 0
    banks: Annotated[bool, Field(description="Whether to be offered the bank, where players bank.")] = True
    reason: Annotated[
        str, Field(max_length=200, description="Why, for the record; may be left out."), AfterValidator(printable)
    ] = ""

    def request(self) -> r.OpenOwnTable:
        return r.OpenOwnTable(
            self.game, self.name, self.house, self.settings, self.is_private, self.cents, self.banks, self.reason
        )


# ── At a table ───────────────────────────────────────────────────────────────────────────────────────────────────────


class AgainstBody(Body):
    """The moment that a command was made against; a view has all three numbers under `moment`."""

    round: Annotated[int, Field(ge=0, le=2**53)]
    step: Annotated[int, Field(ge=-1, le=10_000, description="The place in the procedure, -1 between rounds.")]
    version: Annotated[int, Field(ge=-1, le=2**53, description="The number of the last record about your seat.")]

    def against(self) -> r.Against:
        return r.Against(self.round, self.step, self.version)


class Timed(Body):
    """A command that was made against a moment."""

    against: AgainstBody


class SitBody(Body):
    seat: Annotated[int, Field(ge=0, le=100, description="0 for any that is free.")] = 0
    cents: Cents

    def request(self) -> r.Sit:
        return r.Sit(self.seat, self.cents)


class BuyBody(Timed):
    cents: Cents

    def request(self) -> r.Buy:
        return r.Buy(self.cents)


class BetBody(Timed):
    wagers: Annotated[
        dict[Annotated[str, Field(min_length=1, max_length=64)], Annotated[int, Field(ge=0, le=CENTS_MAX)]],
        Field(min_length=1, max_length=32, description="Cents by wager, all or none; 0 takes a wager back."),
    ]
    spot: Annotated[int, Field(ge=0, le=100, description="The betting spot, where the game has several.")] = 0

    def request(self) -> r.Bet:
        return r.Bet(self.wagers, self.spot)


class DoneBody(Timed):
    def request(self) -> r.Done:
        return r.Done()


class ChooseBody(Timed):
    option: Annotated[str, Field(min_length=1, max_length=64)]
    decision: Annotated[str, Field(max_length=64, description="Which decision; may be left out.")] = ""

    def request(self) -> r.Choose:
        return r.Choose(self.option, self.decision)


class BankBody(Timed):
    act: Literal["take", "decline", "pass"]

    def request(self) -> r.AnswerOffer | r.GiveUpBank:
        return r.GiveUpBank() if self.act == "pass" else r.AnswerOffer(take=self.act == "take")


class BankingBody(Body):
    banks: Annotated[bool, Field(description="Whether to be asked when the bank is offered.")]

    def request(self) -> r.SetBanking:
        return r.SetBanking(self.banks)


class ClockBody(Body):
    pace: Annotated[
        Literal["usual", "slow", "off"],
        Field(description="The usual time, ten times as long, or no limit; where the table allows it."),
    ]

    def request(self) -> r.SetClock:
        return r.SetClock(self.pace)


# ── Operators ────────────────────────────────────────────────────────────────────────────────────────────────────────


class KeyBody(Body):
    name: Annotated[str, Field(min_length=1, max_length=32)]
    key: Secret


class OpenBody(Body):
    game: Annotated[str, Field(min_length=1, max_length=64)]
    name: Name
    house: Annotated[Changes, Field(description="House rules that differ from the usual.")] = {}
    settings: Annotated[Changes, Field(description="Clocks, limits and company that differ from the usual.")] = {}

    def request(self) -> r.OpenTable:
        return r.OpenTable(self.game, self.name, self.house, self.settings)


class ReasonBody(Body):
    reason: Reason


class OpeningsBody(ReasonBody):
    records: Annotated[
        int | None,
        Field(ge=1, le=2**53, description="How many records the exported journal has; all there are, if left out."),
    ] = None


class EndGuestBody(ReasonBody):
    erase: Annotated[bool, Field(description="Whether the name is erased at once, and not minutes later.")] = False


class ChangeBody(Body):
    changes: Annotated[Changes, Field(min_length=1)]
    reason: Reason


AnyValue = Any
