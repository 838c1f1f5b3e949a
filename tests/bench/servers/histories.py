"""Tables played through the judge without a store: random, but the same in every run."""

import hashlib
from random import Random

from domain.fairness.chain import canon, commitment
from domain.judging.actors import ByPlayer
from domain.judging.codec import RecordedEvent, decode, encode
from domain.judging.commit import Record
from domain.judging.decision_clock import awaited
from domain.judging.fold import NOTHING
from domain.judging.judge import judge
from domain.judging.judgement import Context
from domain.judging.stored import Entry, entries_from
from domain.kernel.game import AnyGame
from domain.kernel.messages import Command, Event
from domain.table.commands import OpenTable, Sit, Start
from domain.table.state import Running

BEGAN = 1_767_268_800_000  # 2026-01-01T12:00:00.000Z
WHEN = "2026-01-01T12:00:00.000Z"


def player(seat: int) -> str:
    return "abcdefgh"[seat] * 26


class History:
    def __init__(self, game: AnyGame, seats: int, number: int) -> None:
        self.rng = Random(f"{game.key} {seats} {number}")
        self.table = "".join(self.rng.choices("abcdefghijklmnopqrstuvwxyz234567", k=26))
        self.seed = hashlib.sha256(self.table.encode()).digest()
        self.state = NOTHING
        self.events: list[Event] = []
        self.records: dict[int, bytes] = {}  # of the commands, by the first of their events
        self.game = game
        self._open(seats)

    def send(self, seat: int, command: Command) -> None:
        judged = judge(
            Context(self.table, self.state, self.seed, ByPlayer(player(seat)), BEGAN), command
        )
        first, last = len(self.events) + 1, len(self.events) + len(judged.events)
        record = Record(WHEN, player(seat), judged.command, first, last, judged.seat)
        self.records[first] = canon(record)
        self.events += judged.events
        self.state = judged.state

    def move(self) -> None:
        assert isinstance(self.state, Running)
        seat = min(awaited(self.state))
        self.send(seat, self.rng.choice(self.game.legal(self.state.play, seat)))

    def stored(self) -> list[bytes]:
        return [
            encode(RecordedEvent(n, WHEN, None, event)) for n, event in enumerate(self.events, 1)
        ]

    def entries(self) -> list[Entry]:
        return [*entries_from(self.stored(), self.records)]

    def _open(self, seats: int) -> None:
        self.send(0, OpenTable(self.game.key, commitment(self.table, self.seed), {}, seats))
        for seat in range(seats):
            self.send(seat, Sit())
        self.send(0, Start())


def finished(game: AnyGame, seats: int, number: int) -> History:
    """Return a table played to its end."""
    history = History(game, seats, number)
    while isinstance(history.state, Running):
        history.move()
    return history


def decoded(game: AnyGame, seats: int, number: int) -> list[Event]:
    """Return the events of a finished table, as they are read from the store."""
    return [decode(raw).event for raw in finished(game, seats, number).stored()]
