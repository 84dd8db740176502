"""What a request is answered that is refused before the house hears of it, in the shape of the house's own refusals."""

from collections.abc import Mapping
from typing import Any, Final

from starlette.responses import JSONResponse

ERRORS: Final = {
    400: "malformed",
    401: "session",
    403: "forbidden",
    404: "unknown",
    405: "method",
    408: "slow",
    409: "conflict",
    411: "length",
    413: "size",
    415: "type",
    421: "host",
    422: "invalid",
    429: "rate",
    500: "fault",
    503: "unavailable",
}
RETRY: Final = {"Retry-After": "2"}
"""When to ask again what cannot be done now."""


class Problem(Exception):
    """A request that is refused at the door."""

    def __init__(
        self, status: int, reason: str, *, field: str = "", error: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        """The reason is a sentence without its full stop, like that of every refusal."""
        self.status = status
        self.reason = reason
        self.field = field
        self.error = error or ERRORS[status]
        self.headers = headers
        super().__init__(reason)

    @property
    def body(self) -> dict[str, Any]:
        """As it is answered."""
        return {"error": self.error, "reason": self.reason, "field": self.field, "clause": ""}

    def response(self) -> JSONResponse:
        """The answer."""
        return JSONResponse(self.body, self.status, headers=self.headers)
