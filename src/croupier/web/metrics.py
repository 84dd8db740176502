"""Counters for Prometheus, in its text format."""

import bisect
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The upper ends of the classes that durations are counted in."""
TEXT: Final = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """What this process has done since it started."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, str, int]] = Counter()
        self.refused: Counter[str] = Counter()
        self.durations: Counter[int] = Counter()
        self.seconds = 0.0
        self.unrecorded = 0
        """Refusals at the door that were only counted, because there were too many to record."""

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self.requests[method, route, status] += 1
        self.durations[bisect.bisect_left(SECONDS, seconds)] += 1
        self.seconds += seconds

    def text(self, gauges: Mapping[str, tuple[str, float]]) -> str:
        """All of them, and what is measured now: names with help and value."""
        return "".join(f"{line}\n" for line in (*self.lines(), *gauge_lines(gauges)))

    def lines(self) -> Iterator[str]:
        yield "# HELP croupier_requests_total Requests answered."
        yield "# TYPE croupier_requests_total counter"
        for (method, route, status), number in sorted(self.requests.items()):
            yield f'croupier_requests_total{{method="{method}",route="{route}",status="{status}"}} {number}'
        yield "# HELP croupier_refused_total Requests refused at the door, by reason."
        yield "# TYPE croupier_refused_total counter"
        for why, number in sorted(self.refused.items()):
            yield f'croupier_refused_total{{error="{why}"}} {number}'
        yield "# HELP croupier_refused_unrecorded_total Refusals at the door that were counted and not recorded."
        yield "# TYPE croupier_refused_unrecorded_total counter"
        yield f"croupier_refused_unrecorded_total {self.unrecorded}"
        yield "# HELP croupier_request_seconds How long requests took; streams are not among them."
        yield "# TYPE croupier_request_seconds histogram"
        so_far = 0
        for index, most in enumerate(SECONDS):
            so_far += self.durations[index]
            yield f'croupier_request_seconds_bucket{{le="{most}"}} {so_far}'
        all_of_them = self.durations.total()
        yield f'croupier_request_seconds_bucket{{le="+Inf"}} {all_of_them}'
        yield f"croupier_request_seconds_sum {self.seconds:.6f}"
        yield f"croupier_request_seconds_count {all_of_them}"


def gauge_lines(gauges: Mapping[str, tuple[str, float]]) -> Iterator[str]:
    for name, (help_, value) in gauges.items():
        yield f"# HELP croupier_{name} {help_}"
        yield f"# TYPE croupier_{name} {'counter' if name.endswith('_total') else 'gauge'}"
        yield f"croupier_{name} {value:.12g}"
