"""`ludotheque verify --leaderboard`: folds a leaderboard again from public data, and compares."""

import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import isclose
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode

import click
from msgspec import Raw, json

from domain.audit.verify import verify_with_history
from domain.judging.codec import RecordedEvent, decode_without_rules
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value
from projections.leaderboard.folding import changes
from projections.leaderboard.query import RecordSeen, record_seen
from projections.leaderboard.results import result

SECONDS = 30.0  # without a byte
BUSY = (429, 503)  # the answers after which the same request is sent again
MOST_SHOWN = 20  # differences
COUNTED = ("wins", "points", "played", "last_played")
RATED = ("rating", "mean", "uncertainty")


class BoardReport(Value, frozen=True):
    """Whether a leaderboard is what the public tables lead to."""

    verdict: Literal["PASS", "FAIL"]
    game: str
    tables: int  # that count
    players: int
    wrong: tuple[str, ...]  # the first differences


def run(game: str, sources: Sequence[str], as_json: bool) -> int:
    """Compare the board of the first source that is a URL with the tables of all sources."""
    servers = [name for name in sources if name.startswith(("http://", "https://"))]
    if not servers:
        raise click.UsageError("Name the server of the leaderboard: its URL, or --with URL.")
    try:
        report = _report(game, sources, servers[0].rstrip("/"))
    except (OSError, ValueError) as wrong:
        raise click.ClickException(str(wrong)) from None
    text = f"{report.verdict}  {game}: {report.tables} tables, {report.players} players"
    shown = json.encode(report).decode() if as_json else "\n".join([text, *report.wrong])
    click.echo(shown)
    return 0 if report.verdict == "PASS" else 1


def _report(game: str, sources: Sequence[str], server: str) -> BoardReport:
    histories: dict[str, Sequence[RecordedEvent]] = {}
    for name in sources:
        found = _exported(Path(name)) if not name.startswith("http") else _in_feed(name, game)
        histories |= found
    counted = [one for one in map(result, histories.values()) if one and one.game == game]
    counted.sort(key=lambda one: (one.at, one.table))
    folded = changes({}, counted, 1).values()
    expected = {standing.player: record_seen(standing) for standing in folded}
    wrong = tuple(islice(_differences(expected, _board(server, game)), MOST_SHOWN))
    return BoardReport("FAIL" if wrong else "PASS", game, len(counted), len(expected), wrong)


def _differences(
    expected: Mapping[PlayerId, RecordSeen], served: Mapping[PlayerId, RecordSeen]
) -> Iterator[str]:
    for player in sorted(expected.keys() | served.keys()):
        here, there = expected.get(player), served.get(player)
        if here is None or there is None:
            yield f"{player}: {'not on' if there is None else 'only on'} the leaderboard"
            continue
        for name in (*COUNTED, *RATED):
            ours, theirs = getattr(here, name), getattr(there, name)
            same = isclose(ours, theirs, abs_tol=1e-6) if name in RATED else ours == theirs
            if not same:
                yield f"{player}: {name} is {theirs}, the tables lead to {ours}"


def _board(server: str, game: str) -> dict[PlayerId, RecordSeen]:
    """Return the records of the leaderboard as the server shows it."""
    served: dict[PlayerId, RecordSeen] = {}
    query: dict[str, Any] = {"limit": 100}
    while True:
        page = json.decode(_get(f"{server}/v1/games/{game}/leaderboard?{urlencode(query)}"))
        for row in page["standings"]:
            served[row["player"]] = json.decode(json.encode(row["record"]), type=RecordSeen)
        if page["next"] is None:
            return served
        query["cursor"] = page["next"]


def _in_feed(server: str, game: str) -> dict[str, Sequence[RecordedEvent]]:
    """Return the verified histories of the tables that the feed has seen close."""
    server = server.rstrip("/")
    histories: dict[str, Sequence[RecordedEvent]] = {}
    for table in _closed(server, game):
        content = _get(f"{server}/v1/tables/{table}/history")
        report, history = verify_with_history(content)
        if history is None:
            why = report.flaw.why if report.flaw else report.verdict
            raise ValueError(f"The history of {table} does not pass: {why}")
        histories[table] = history.recorded
    return histories


def _closed(server: str, game: str) -> Iterable[str]:
    query: dict[str, Any] = {"game": game, "type": "table.closed", "limit": 500}
    tables: dict[str, None] = {}
    while True:
        *events, end = _get(f"{server}/v1/feed?{urlencode(query)}").splitlines()
        tables |= dict.fromkeys(json.decode(event)["table"] for event in events)
        page = json.decode(end)
        if not page["more"]:
            return tables
        query["cursor"] = page["next"]


def _get(url: str) -> bytes:
    """Return the answer of a server; one that is busy is asked again when it says."""
    request = urllib.request.Request(url, headers={"Accept": "*/*"})  # noqa: S310
    while True:
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as refused:
            if refused.code not in BUSY:
                raise
            time.sleep(float(refused.headers.get("Retry-After", 1)))


def _exported(folder: Path) -> dict[str, Sequence[RecordedEvent]]:
    """Return the histories in the files of `ludotheque export`."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise ValueError("Run `pip install pyarrow` to read an export.") from None
    histories: defaultdict[str, list[RecordedEvent]] = defaultdict(list)
    for path in sorted(folder.glob("events-*.parquet")):
        for row in parquet.read_table(path).to_pylist():
            row["data"] = Raw(row["data"].encode())
            histories[row.pop("table")].append(decode_without_rules(json.encode(row)))
    return {
        table: sorted(events, key=lambda one: one.version) for table, events in histories.items()
    }
