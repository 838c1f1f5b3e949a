"""What happened during a run: latencies by operation, refusals by problem code."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

PERCENTILES = (50, 90, 99)


class Tally:
    def __init__(self) -> None:
        self.latencies: dict[str, list[float]] = defaultdict(list)  # milliseconds
        self.errors: Counter[str] = Counter()
        self.tables: Counter[str] = Counter(begun=0, finished=0, skipped=0)

    def answered(self, operation: str, ms: float) -> None:
        self.latencies[operation].append(ms)

    def requests(self) -> int:
        return sum(map(len, self.latencies.values()))

    def report(self, seconds: float) -> dict[str, Any]:
        commands = len(self.latencies.get("sendCommand", ()))
        return {
            "seconds": round(seconds, 2),
            "requests_per_second": round(self.requests() / seconds, 1),
            "commands_per_second": round(commands / seconds, 1),
            "tables": dict(self.tables),
            "latency_ms": {name: _spread(ms) for name, ms in sorted(self.latencies.items())},
            "errors": dict(self.errors.most_common()),
        }


def _spread(ms: Sequence[float]) -> dict[str, float]:
    ordered = sorted(ms)
    spread = {f"p{p}": ordered[min(len(ms) - 1, len(ms) * p // 100)] for p in PERCENTILES}
    return {"count": len(ms)} | {k: round(v, 2) for k, v in (spread | {"max": ordered[-1]}).items()}


def readable(report: dict[str, Any]) -> str:
    tables = ", ".join(f"{count} {name}" for name, count in report["tables"].items())
    lines = [
        f"{report['requests_per_second']} requests/s, {report['commands_per_second']} commands/s "
        f"over {report['seconds']} s; tables: {tables}",
        f"{'operation':<14}{'count':>8}{'p50':>9}{'p90':>9}{'p99':>9}{'max':>9}  ms",
    ]
    for name, spread in report["latency_ms"].items():
        lines.append(
            f"{name:<14}{spread['count']:>8}"
            + "".join(f"{spread[key]:>9.2f}" for key in ("p50", "p90", "p99", "max"))
        )
    errors = ", ".join(f"{code}: {count}" for code, count in report["errors"].items())
    return "\n".join([*lines, f"errors: {errors or 'none'}"])
