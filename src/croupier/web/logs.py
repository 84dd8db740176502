"""Structured logs: a JSON object on each line, and no secret in any of them.

Requests are logged by the pattern of their route, never by their path, query, headers or body.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any, Final

LOGGER: Final = logging.getLogger("croupier.web")
OURS: Final = "facts"


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told = {"at": at, "level": record.levelname.lower(), "what": record.getMessage(), **getattr(record, OURS, {})}
        if record.exc_info and record.exc_info[0]:
            told["error"] = record.exc_info[0].__name__  # what it says may quote what a client sent
            told["where"] = where(record.exc_info[2])
        return json.dumps(told)


def where(traceback: object) -> list[str]:
    """The files, lines and functions of a traceback, without any value."""
    found: list[str] = []
    while traceback is not None:
        frame = traceback.tb_frame  # type: ignore[attr-defined]  # a traceback
        name = frame.f_globals.get("__name__", "?")
        found.append(f"{name}:{traceback.tb_lineno} {frame.f_code.co_name}")  # type: ignore[attr-defined]
        traceback = traceback.tb_next  # type: ignore[attr-defined]
    return found


def log(what: str, *, level: int = logging.INFO, error: BaseException | None = None, **facts: object) -> None:
    """Log what happened, with facts that are safe to keep."""
    LOGGER.log(level, what, extra={OURS: facts}, exc_info=error)


def config(*, is_terminal: bool) -> dict[str, Any]:
    """What is logged to standard error: a person at a terminal is told of what is wrong, a file everything.

    Uvicorn's own log of requests has whole addresses in it and stays off. Its warnings are about what strangers send,
    who could fill the log with that.
    """
    level = "WARNING" if is_terminal else "INFO"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "croupier.web.logs.JsonLines"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "loggers": {
            "croupier": {"handlers": ["stderr"], "level": level, "propagate": False},
            "uvicorn": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
            "uvicorn.access": {"handlers": [], "level": "CRITICAL", "propagate": False},
        },
    }
