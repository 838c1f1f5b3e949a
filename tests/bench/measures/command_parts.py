"""Where the processor time of a command goes: its pure parts, one by one and without a server."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from api.http.answers import receipt_body
from api.http.decoding import BodyDecoder, RequestHeaders
from api.play.bodies import AnyCommand
from application.attempt import Receipt
from domain.games import GAMES
from domain.judging.actors import ByPlayer
from domain.judging.codec import RecordedEvent
from domain.judging.commit import Commit, SaltedEvent, commit_of, encode_events
from domain.judging.decision_clock import awaited, game_of
from domain.judging.judge import judge
from domain.judging.judgement import Context, Judgement
from domain.judging.live_table import LiveTable
from domain.judging.rows.notices import consequences
from domain.judging.rows.row import fold_row
from domain.kernel.ids import rfc3339
from domain.kernel.messages import Command
from domain.kernel.words.names import GivenNames
from domain.table.state import Running
from projections.seat_view.names import narrator
from projections.seat_view.view import encode
from store.client.connection import pack
from store.tables.log import append_command
from tests.bench.interleaved import rates
from tests.bench.result import Result, Show, of_rounds
from tests.bench.servers.histories import BEGAN, History, player

GAME, SEATS, TABLES = "gumball_rally", 3, 4
ROUNDS, SECONDS = 9, 0.1
JSON = RequestHeaders({b"content-type": b"application/json"}, None, None)
_decoder = BodyDecoder(AnyCommand)


class Step(NamedTuple):
    """One command, and everything that is made of it on its way."""

    live: LiveTable  # before the command
    after: LiveTable
    by: ByPlayer
    body: bytes
    command: Command
    judgement: Judgement
    record: bytes
    events: tuple[SaltedEvent, ...]
    commit: Commit
    receipt: Receipt
    narrator: GivenNames


def measure(show: Show) -> list[Result]:
    steps = [step for number in range(TABLES) for step in _steps(number)]
    works = {name: partial(_run, part, steps) for name, part in PARTS.items()}
    measured = rates(works, ROUNDS, SECONDS)
    events = sum(len(step.events) for step in steps) / len(steps)
    show(f"{len(steps)} commands with {events:.1f} events each")
    return [
        of_rounds(f"part of a command: {name}", [1e6 / rate for rate in measured[name]], "µs")
        for name in PARTS
    ]


def _run(part: Callable[[Step], object], steps: Iterable[Step]) -> int:
    done = 0
    for step in steps:
        part(step)
        done += 1
    return done


def _steps(number: int) -> list[Step]:
    """Play a table with random moves; return its commands."""
    history, steps = History(GAMES[GAME], SEATS, number), []
    live = LiveTable(history.table, history.seed)
    at = rfc3339(BEGAN)
    told = [RecordedEvent(n, at, None, event) for n, event in enumerate(history.events, 1)]
    live.advance(len(history.events), b"h" * 32, BEGAN, history.state, fold_row(None, told))
    while isinstance(live.state, Running):
        seat = min(awaited(live.state))
        command = history.rng.choice(game_of(live.state).legal(live.state.play, seat))
        steps.append(_step(live, ByPlayer(player(seat)), command))
        live = steps[-1].after
    return steps


def _step(live: LiveTable, by: ByPlayer, command: Command) -> Step:
    judgement = judge(Context(live.table, live.state, live.seed, by, BEGAN), command)
    record, events = encode_events(live, by, judgement, BEGAN)
    changed = consequences(live.row, [each.recorded for each in events], BEGAN, opens=False)
    commit = commit_of(b"i" * 16, live, by, None, judgement, record, events, BEGAN, changed)
    after = LiveTable(live.table, live.seed)
    last, head = events[-1].recorded.version, commit.next_head
    after.advance(last, head, BEGAN, judgement.state, changed.row)
    receipt = Receipt(last, head, events)
    told = narrator(judgement.state, "en", {player(seat): "Ada" for seat in range(SEATS)})
    made = (record, events, commit, receipt, told)
    return Step(live, after, by, encode(command), command, judgement, *made)


def _judged(step: Step) -> object:
    live = step.live
    return judge(Context(live.table, live.state, live.seed, step.by, BEGAN), step.command)


def _hashed(step: Step) -> object:
    return encode_events(step.live, step.by, step.judgement, BEGAN)


def _committed(step: Step) -> object:
    live, events = step.live, step.events
    after = consequences(live.row, [each.recorded for each in events], BEGAN, opens=False)
    return commit_of(
        b"i" * 16, live, step.by, None, step.judgement, step.record, events, BEGAN, after
    )


PARTS: dict[str, Callable[[Step], object]] = {
    "decode the body": lambda step: _decoder.decode(step.body, JSON),
    "judge it by the rules": _judged,
    "encode command and events, with salts, leaves and head of the chain": _hashed,
    "deadline, row and notices, what to store": _committed,
    "pack it for the store": lambda step: pack(append_command(step.commit)),
    "encode the answer": lambda step: receipt_body(step.after, step.by.player, step.receipt, None),
    "encode the answer with sentences": lambda step: receipt_body(
        step.after, step.by.player, step.receipt, step.narrator
    ),
}
