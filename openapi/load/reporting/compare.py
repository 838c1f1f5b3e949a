"""Compares two reports, and lists the figures that are worse by more than a margin."""

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from openapi.load.report import Profile, Report

PERCENTILES = ("p50", "p95", "p99")


class Incomparable(Exception):
    """The two runs had different load profiles."""


@dataclass(frozen=True)
class Figure:
    """One figure of both runs; `worse` is in percent of the old one, negative when better."""

    name: str
    old: float
    new: float
    worse: float


def compared(old: Report, new: Report) -> list[Figure]:
    if differences := list(_differences(old.profile, new.profile)):
        raise Incomparable(f"the runs had different loads: {'; '.join(differences)}")
    return list(_figures(old, new))


def _differences(old: Profile, new: Profile) -> Iterator[str]:
    """Yield what differs between two profiles; the length of the run may differ."""
    for name in Profile.__struct_fields__:
        before, after = getattr(old, name), getattr(new, name)
        if name != "seconds" and before != after:
            yield f"{name} was {_json(before)}, is {_json(after)}"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def verdict(figures: list[Figure], margin: float) -> tuple[str, bool]:
    """Return a text, and whether a figure is worse by more than the margin in percent."""
    lines = [f"{'compared':<24}{'old':>14}{'new':>14}{'worse by':>10}"]
    for each in figures:
        mark = "  !" if each.worse > margin else ""
        lines.append(
            f"  {each.name:<22}{each.old:>14,.2f}{each.new:>14,.2f}{each.worse:>9.1f}%{mark}"
        )
    names = [each.name for each in figures if each.worse > margin]
    lines.append(f"worse by more than {margin:g} %: {', '.join(names) or 'nothing'}")
    return "\n".join(lines), bool(names)


def _figures(old: Report, new: Report) -> Iterator[Figure]:
    yield _less_is_worse("requests/s", old.requests_per_second, new.requests_per_second)
    yield _less_is_worse("commands/s", old.commands_per_second, new.commands_per_second)
    for name in PERCENTILES:
        before, after = (getattr(each.latency_ms["all"], name) for each in (old, new))
        yield _more_is_worse(f"latency {name} ms", before, after)
    if "turn" in old.journeys_ms and "turn" in new.journeys_ms:
        yield _more_is_worse(
            "turn p95 ms", old.journeys_ms["turn"].p95, new.journeys_ms["turn"].p95
        )
    yield _more_is_worse("errors %", 100 * old.error_share, 100 * new.error_share)
    if old.memory_bytes and new.memory_bytes:
        before, after = old.memory_bytes.peak, new.memory_bytes.peak
        yield _more_is_worse("memory MiB", before / 2**20, after / 2**20)


def _more_is_worse(name: str, old: float, new: float) -> Figure:
    return Figure(name, old, new, _growth(old, new))


def _less_is_worse(name: str, old: float, new: float) -> Figure:
    """Half the throughput is as bad as twice the latency."""
    return Figure(name, old, new, _growth(new, old))


def _growth(before: float, after: float) -> float:
    """Return the growth in percent."""
    if before == 0:
        return float("inf") if after > 0 else 0.0
    return 100 * (after / before - 1)
