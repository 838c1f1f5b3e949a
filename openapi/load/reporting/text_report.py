"""The report as text."""

from collections.abc import Mapping, Sequence
from statistics import median

from openapi.load.limit.cause import explained
from openapi.load.report import Measure, Profile, Report, Second, Spread, Tables

COLUMNS = ("p50", "p90", "p95", "p99", "p99_9", "max")
BEHIND_MS = 100.0  # a generator that is later than this no longer produces the planned load
UNUSUAL_MS = 1000.0  # some requests are always under way when the run ends, but not this long
MANY_ERRORS = 0.05
NO_COMMAND = "no command was sent"
NOT_REPORTED = "not reported by this server"


def as_text(report: Report) -> str:
    delay = report.stream_delay_ms
    parts = [
        headline(report),
        _table("latency in ms, since it was due", report.latency_ms),
        _table("service in ms, since it was sent", {"all": report.service_ms["all"]}),
        _table("journeys in ms, since they were due", report.journeys_ms),
        _table("sent late, in ms", report.late_ms),
        *([_table("streams in ms, since the receipt", {"delay": delay})] if delay else []),
        "\n".join(
            [
                f"errors: {_listed(report.errors) or 'none'}",
                f"server memory: {memory(report.memory_bytes)}",
                f"log lag: {lag(report.lag)}",
                *conclusions(report),
                *warnings(report),
            ]
        ),
    ]
    return "\n\n".join(parts)


def headline(report: Report) -> str:
    profile = report.profile
    lines = [
        f"{report.requests_per_second:g} requests/s, {report.commands_per_second:g} commands/s"
        f" over {report.seconds:g} s at {report.target}",
        f"planned: {pace(profile)}, {profile.shape}, {profile.think:g} s per turn,"
        f" {profile.sealed:.0%} of the players with sealed luck,"
        f" {profile.lobby:.0%} of the tables by seeks",
        f"tables: {tables(report.tables)}",
    ]
    return "\n".join([*lines, *(f"  {name}: {tables(n)}" for name, n in report.games.items())])


def pace(profile: Profile) -> str:
    if profile.turns:
        return f"{profile.turns:g} turns/s"
    return f"{profile.rate:g} tables/s ({profile.arrival})"


def conclusions(report: Report) -> list[str]:
    """Return what the run has found: the limit, and what a long run shows."""
    found = [drift(report.timeline)] if report.profile.shape == "soak" else []
    limit = report.limit
    if limit is None:
        return found
    if not limit.turns:
        found.append(f"limit: none; the goals failed at {limit.fails_at:g} turns/s")
    else:
        found.append(
            f"limit: {limit.turns:.4g} turns/s, {limit.commands:g} commands/s"
            f" ({limit.commands_low:g} to {limit.commands_high:g});"
            f" the goals held in {limit.held} of {limit.repetitions} runs"
        )
    if not limit.gave_way:
        return [*found, "no rate failed: raise --most to try higher ones"]
    found.append(f"at {limit.fails_at:.4g} turns/s: {limit.missed}")
    return found + explained(limit.gave_way, limit.busy)


def drift(rows: Sequence[Second]) -> str:
    """Return how the last tenth of a run differs from the first."""
    tenth = max(1, len(rows) // 10)
    parts = (rows[:tenth], rows[-tenth:])
    slow = [median(row.p99 for row in part) if part else 0.0 for part in parts]
    size = [median(row.memory or 0.0 for row in part) / 2**20 if part else 0.0 for part in parts]
    return (
        f"first and last tenth: p99 {slow[0]:.1f} and {slow[1]:.1f} ms,"
        f" memory {size[0]:.1f} and {size[1]:.1f} MiB"
    )


def tables(counts: Tables) -> str:
    return (
        f"{counts.due} due, {counts.finished} finished, {counts.cut_short} cut short by the end,"
        f" {counts.failed} failed, {counts.skipped} skipped"
    )


def memory(measure: Measure | None) -> str:
    if measure is None:
        return NOT_REPORTED
    first, peak, last = (
        f"{value / 2**20:.1f}" for value in (measure.first, measure.peak, measure.last)
    )
    return f"{first} MiB at first, {peak} at most, {last} at last"


def lag(measures: Mapping[str, Measure]) -> str:
    lags = (
        f"{name} {each.peak:g} at most, {each.last:g} at last" for name, each in measures.items()
    )
    return "; ".join(lags) or NOT_REPORTED


def warnings(report: Report) -> list[str]:
    """Return what a reader must know before trusting the figures."""
    found = [] if report.played else [f"! {NO_COMMAND}"]
    late = report.late_ms.get("arrival")
    if late is not None and late.p99 > BEHIND_MS:
        found.append(f"! this machine could not keep up: tables began {late.p99:.0f} ms late (p99)")
    turns = report.late_ms.get("turn")
    if turns is not None and turns.p50 > BEHIND_MS:
        found.append(
            f"! turns began {turns.p50:.0f} ms later than planned (p50):"
            " this server, or this machine, is too slow for the plan"
        )
    if report.unanswered and report.latency_ms["all"].max > UNUSUAL_MS:
        found.append(f"! {report.unanswered} requests had no response when they or the run ended")
    if report.error_share > MANY_ERRORS:
        found.append(f"! {100 * report.error_share:.0f} % of all requests were rejected or lost")
    if report.tables.skipped:
        found.append(f"! {report.tables.skipped} tables were skipped; raise --most to allow more")
    return found


def _table(title: str, spreads: Mapping[str, Spread]) -> str:
    head = f"{title:<36}{'count':>8}" + "".join(f"{name:>10}" for name in COLUMNS)
    rows = (
        f"  {name:<34}{spread.count:>8}"
        + "".join(f"{getattr(spread, column):>10.2f}" for column in COLUMNS)
        for name, spread in spreads.items()
    )
    return "\n".join([head.replace("p99_9", "p99.9"), *rows])


def _listed(errors: Mapping[str, int]) -> str:
    return ", ".join(f"{code}: {count}" for code, count in errors.items())
