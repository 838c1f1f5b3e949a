"""The report as one self-contained HTML page: no script, no font, no link."""

import math
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from importlib.resources import files
from operator import attrgetter

from openapi.load.report import Report, Second, Spread
from openapi.load.reporting import text_report
from openapi.load.reporting.charts import Curve, chart

LABELS = ("p50", "p90", "p95", "p99", "p99.9", "max")
MOST_POINTS = 240
# Operations in the chart; the table has all.
SHOWN = ("all", "sendCommand", "listActions", "getTable")


def page(report: Report) -> str:
    style = files("openapi.load.reporting").joinpath("page.css").read_text()
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>Load on {escape(report.target)}</title><style>{style}</style></head><body><main>"
        f"<h1>Load on {escape(report.target)}</h1>{_summary(report)}"
        f"<section>{_charts(report)}</section>{_tables(report)}</main></body></html>\n"
    )


def _summary(report: Report) -> str:
    lines = [
        f"begun {report.began}",
        *text_report.headline(report).splitlines(),
        f"server memory: {text_report.memory(report.memory_bytes)}",
        f"log lag: {text_report.lag(report.lag)}",
        *text_report.conclusions(report),
    ]
    warned = "".join(f'<p class="warn">{escape(each)}</p>' for each in text_report.warnings(report))
    return "".join(f"<p>{escape(line)}</p>" for line in lines) + warned


def _charts(report: Report) -> str:
    def over_time(title: str, unit: str, **values: Callable[[Second], float | None]) -> str:
        return chart(title, unit, [_curve(*each, report.timeline) for each in values.items()])

    parts = {part: partial(_busy, part) for part in report.busy}
    charts = (
        over_time(
            "Throughput",
            "per second",
            requests=attrgetter("requests"),
            commands=attrgetter("commands"),
        ),
        over_time("Latency since due", "ms", p50=attrgetter("p50"), p99=attrgetter("p99")),
        _percentiles(report),
        over_time("Delay of streams", "ms", p99=attrgetter("stream_p99")),
        over_time("Busy", "share of the time", **parts),
        over_time("Tables", "being played", tables=attrgetter("tables")),
        over_time("Errors", "per second", errors=attrgetter("errors")),
        over_time("Server memory", "MiB", memory=_mebibytes),
        over_time("Log lag", "of the reader furthest behind", lag=attrgetter("lag")),
    )
    return "".join(charts)


def _percentiles(report: Report) -> str:
    curves = [
        Curve(name, [(float(n), value) for n, value in enumerate(_values(report.latency_ms[name]))])
        for name in SHOWN
        if name in report.latency_ms
    ]
    return chart("Latency by percentile", "ms", curves, LABELS)


def _curve(name: str, value: Callable[[Second], float | None], rows: list[Second]) -> Curve:
    """Return the curve of one figure; of a long run, the highest of several rows each."""
    points = [(row.at, y) for row in rows if (y := value(row)) is not None]
    step = max(1, math.ceil(len(points) / MOST_POINTS))
    groups = (points[n : n + step] for n in range(0, len(points), step))
    return Curve(name, [max(group, key=lambda point: point[1]) for group in groups])


def _busy(part: str, row: Second) -> float | None:
    return row.busy.get(part)


def _mebibytes(row: Second) -> float | None:
    return None if row.memory is None else row.memory / 2**20


def _values(spread: Spread) -> tuple[float, ...]:
    return (spread.p50, spread.p90, spread.p95, spread.p99, spread.p99_9, spread.max)


def _tables(report: Report) -> str:
    errors = "".join(
        f"<tr><td>{escape(code)}</td><td>{count}</td></tr>" for code, count in report.errors.items()
    )
    return (
        _table("Latency in ms, since it was due", report.latency_ms)
        + _table("Service in ms, since it was sent", report.service_ms)
        + _table("Journeys in ms, since they were due", report.journeys_ms)
        + _table("Sent late, in ms", report.late_ms)
        + "<h2>Errors by problem code</h2>"
        + (f"<table>{errors}</table>" if errors else "<p>None.</p>")
    )


def _table(title: str, spreads: Mapping[str, Spread]) -> str:
    head = "".join(f"<th>{name}</th>" for name in ("", "count", *LABELS))
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{spread.count}</td>"
        + "".join(f"<td>{value:,.2f}</td>" for value in _values(spread))
        + "</tr>"
        for name, spread in spreads.items()
    )
    return f"<h2>{escape(title)}</h2><table><tr>{head}</tr>{rows}</table>"
