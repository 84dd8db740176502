"""Logs and metrics: what happened, and no secret."""

import json
import logging
import sys

import pytest

from croupier.web.logs import JsonLines, config, log
from croupier.web.metrics import Metrics


def record(message: str, **facts: object) -> logging.LogRecord:
    made = logging.LogRecord("croupier.web", logging.INFO, __file__, 1, message, (), None)
    made.facts = facts
    return made


def test_a_record_is_one_line_of_json() -> None:
    line = JsonLines().format(record("request", route="/api/me", status=200, guest="a\nb"))
    assert "\n" not in line
    told = json.loads(line)
    assert told["what"] == "request"
    assert told["status"] == 200
    assert told["at"].endswith("+00:00")


def test_an_error_is_told_by_its_place_and_not_by_what_it_says() -> None:
    made = record("failed")
    try:
        raise ValueError("the token was s3cret")
    except ValueError:
        made.exc_info = sys.exc_info()
    line = JsonLines().format(made)
    assert "s3cret" not in line
    assert json.loads(line)["error"] == "ValueError"
    assert "test_an_error_is_told" in json.loads(line)["where"][-1]


@pytest.mark.parametrize(("is_terminal", "level"), [(True, logging.WARNING), (False, logging.INFO)])
def test_somebody_at_a_terminal_is_told_of_what_is_wrong_alone(is_terminal: bool, level: int) -> None:
    loggers = config(is_terminal=is_terminal)["loggers"]
    assert loggers["croupier"]["level"] == logging.getLevelName(level)
    assert loggers["uvicorn.access"]["handlers"] == [], "whole addresses are in it"


class Kept(logging.Handler):
    """Keeps what is logged."""

    def __init__(self, found: list[logging.LogRecord]) -> None:
        super().__init__()
        self.found = found

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record)


def test_log_hands_facts_to_the_formatter() -> None:
    found: list[logging.LogRecord] = []
    handler = Kept(found)
    logger = logging.getLogger("croupier.web")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        log("start", port=1)
    finally:
        logger.removeHandler(handler)
    assert [JsonLines().format(each).partition('"what": ')[2] for each in found] == ['"start", "port": 1}']


def test_metrics_are_in_the_format_of_prometheus() -> None:
    metrics = Metrics()
    metrics.count("GET", "/api/me", 200, 0.003)
    metrics.count("GET", "/api/me", 200, 0.3)
    metrics.refused["host"] += 1
    lines = metrics.text({"tables": ("Tables.", 3)}).splitlines()
    assert 'croupier_requests_total{method="GET",route="/api/me",status="200"} 2' in lines
    assert 'croupier_request_seconds_bucket{le="0.005"} 1' in lines
    assert 'croupier_request_seconds_bucket{le="0.5"} 2' in lines
    assert 'croupier_request_seconds_bucket{le="+Inf"} 2' in lines
    assert 'croupier_refused_total{error="host"} 1' in lines
    assert "croupier_tables 3" in lines
    assert all(line.startswith(("# HELP ", "# TYPE ", "croupier_")) for line in lines)
