"""pyeventsourcing in memory: for every line on stdin, prints loaded events per CPU second."""

import sys
import time
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

EVENTS = 500


class Table(Aggregate):
    """A table of cards as small as the events of a game."""

    @event("Opened")
    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.turn = 0
        self.played: list[str] = []

    @event("Played")
    def play(self, seat: int, card: str, to: int) -> None:
        self.played.append(card)
        self.turn = (seat + 1) % self.seats


def stored() -> tuple[Application[UUID], UUID]:
    """Return an application with one table of 500 events."""
    app: Application[UUID] = Application()
    table = Table(seats=3)
    for number in range(EVENTS - 1):
        table.play(seat=number % 3, card=f"red-{number % 10}", to=number)
    app.save(table)
    return app, table.id


app, id_ = stored()
for line in sys.stdin:
    began, events = time.process_time(), 0
    while (took := time.process_time() - began) < float(line):
        events += app.repository.get(id_).version
    print(events / took, flush=True)
