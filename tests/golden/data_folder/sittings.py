"""Opens, plays and closes the tables of the folder over HTTP."""

from random import Random
from typing import Any

from ludotheque.laws.knowledge import short
from tests.golden.data_folder.people import done
from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable


class Sitting(HttpTable):
    """A table of the folder; the host is the first of its people."""

    def __init__(self, what: str, game: str, people: list[Caller], path: str) -> None:
        super().__init__(path, people)
        self.what, self.game = what, game
        self.code: str | None = None
        self.versions: list[int] = []  # after each command of people
        self._luck = Random(what)

    def post(self, what: str, body: Any = None, by: Caller | None = None) -> Any:
        return done((by or self.host).post(f"{self.path}/{what}", body))

    def play_on(self, decisions: int = 10_000) -> "Sitting":
        """Play at random until people have made so many decisions, or the table is closed."""
        for _ in range(decisions):
            if (turn := self.await_turn()) is None:
                break
            move = self._luck.choice(turn.actions)["command"]
            self.versions.append(self.perform(self.known.send(turn, move))["version"])
        self.await_turn()  # bots have answered
        return self


def opened(
    what: str, game: str, people: list[Caller], bots: int = 0, start: bool = True, **wanted: Any
) -> Sitting:
    """Open a table with short options and seat everybody; start it unless told otherwise."""
    sitting = Sitting(what, game, people, "")
    seats = {} if not start else {"seats": len(people) + bots}
    body = {"game": game, "sit": True, "clock": None, "options": dict(short(game)), **seats}
    made = sitting.perform(sitting.known.open(**body | wanted))
    sitting.path, sitting.code = f"/v1/tables/{made['id']}", made["you"]["code"]
    kinds = [("greedy", "random")[n % 2] for n in range(bots)]
    sitting.perform(sitting.known.fill(kinds, sitting.code))
    if start:
        sitting.start()
    return sitting
