"""Is this run worse than that one? By more than the margin, and by what."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from openapi.load.report import Profile, Report

PERCENTILES = ("p50", "p95", "p99")


class Incomparable(Exception):
    """Two runs that were not asked for the same."""


@dataclass(frozen=True)
class Line:
    """One figure of both runs; `worse` in percent of the old one, below zero = better."""

    name: str
    old: float
    new: float
    worse: float


def compared(old: Report, new: Report) -> list[Line]:
    if others := list(_others(old.profile, new.profile)):
        raise Incomparable(f"not the same load: {'; '.join(others)}")
    return list(_lines(old, new))


def _others(old: Profile, new: Profile) -> Iterator[str]:
    """What was asked for otherwise; longer or shorter is still the same load."""
    for name in Profile.__struct_fields__:
        then, now = getattr(old, name), getattr(new, name)
        if name != "seconds" and then != now:
            yield f"{name} was {_plain(then)}, is {_plain(now)}"


def _plain(value: object) -> str:
    return msgspec.json.encode(value).decode()


def verdict(lines: list[Line], margin: float) -> tuple[str, bool]:
    """As text, and whether anything is worse by more than the margin in percent."""
    told = [f"{'compared':<24}{'old':>14}{'new':>14}{'worse by':>10}"]
    for line in lines:
        mark = "  !" if line.worse > margin else ""
        told.append(
            f"  {line.name:<22}{line.old:>14,.2f}{line.new:>14,.2f}{line.worse:>9.1f}%{mark}"
        )
    names = [line.name for line in lines if line.worse > margin]
    told.append(f"worse by more than {margin:g} %: {', '.join(names) or 'nothing'}")
    return "\n".join(told), bool(names)


def _lines(old: Report, new: Report) -> Iterator[Line]:
    yield _less_is_worse("requests/s", old.requests_per_second, new.requests_per_second)
    yield _less_is_worse("commands/s", old.commands_per_second, new.commands_per_second)
    for name in PERCENTILES:
        then, now = (getattr(each.latency_ms["all"], name) for each in (old, new))
        yield _more_is_worse(f"latency {name} ms", then, now)
    if "turn" in old.journeys_ms and "turn" in new.journeys_ms:
        yield _more_is_worse(
            "turn p95 ms", old.journeys_ms["turn"].p95, new.journeys_ms["turn"].p95
        )
    yield _more_is_worse("errors %", 100 * old.error_share, 100 * new.error_share)
    if old.memory_bytes and new.memory_bytes:
        then, now = old.memory_bytes.peak, new.memory_bytes.peak
        yield _more_is_worse("memory MiB", then / 2**20, now / 2**20)


def _more_is_worse(name: str, old: float, new: float) -> Line:
    return Line(name, old, new, _grown(old, new))


def _less_is_worse(name: str, old: float, new: float) -> Line:
    """Half as much is as bad as twice the latency."""
    return Line(name, old, new, _grown(new, old))


def _grown(small: float, large: float) -> float:
    if small == 0:
        return float("inf") if large > 0 else 0.0
    return 100 * (large / small - 1)
