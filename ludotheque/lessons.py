"""`python -m ludotheque.lessons GAME LESSON` records a lesson and prints what happens in it."""

import hashlib
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from msgspec import ValidationError, json, to_builtins

from domain.games import GAMES
from domain.kernel.game import AnyGame
from domain.kernel.ids import Seat
from domain.kernel.lessons import Deal, Drawn, Lesson, Move, happened, hash_of, lesson_of
from domain.kernel.messages import state_after
from domain.kernel.refusals import Rejected
from domain.kernel.words.names import names_in

T = TypeVar("T")


class Dealt:
    """Luck for a record: the deals of the lesson, then what its seed gives."""

    def __init__(self, deals: Sequence[Deal], seed: int) -> None:
        self._deals, self._seed = list(deals), seed
        self._count = 0
        self.draws: list[Drawn] = []

    def below(self, n: int, purpose: str, seat: Seat | None = None) -> int:
        dealt = self._dealt(purpose)
        got = dealt if isinstance(dealt, int) else self._number(n)
        self.draws.append(Drawn(purpose, got))
        return got

    def roll(self, sides: int, purpose: str = "die", seat: Seat | None = None) -> int:
        return 1 + self.below(sides, purpose)

    def shuffle(self, items: Sequence[T], purpose: str, seat: Seat | None = None) -> tuple[T, ...]:
        dealt = self._dealt(purpose)
        left = list(range(len(items)))
        order: list[int] = []
        for wanted in dealt if isinstance(dealt, tuple) else ():
            order.append(next(place for place in left if str(items[place]) == wanted))
            left.remove(order[-1])
        while left:
            order.append(left.pop(self._number(len(left))))
        self.draws.append(Drawn(purpose, tuple(order)))
        return tuple(items[place] for place in order)

    def _dealt(self, purpose: str) -> int | tuple[str, ...] | None:
        found = next((each for each in self._deals if each.draw == purpose), None)
        if found is not None:
            self._deals.remove(found)
        return None if found is None else found.got

    def _number(self, n: int) -> int:
        self._count += 1
        digest = hashlib.sha256(f"{self._seed} {self._count}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % n


class Recording:
    """A lesson while it is recorded."""

    def __init__(self, game: AnyGame, lesson: Lesson) -> None:
        self.game, self.lesson = game, lesson
        self.chance = Dealt(lesson.deals, lesson.seed)
        self.state: Any = game.initial
        self.moves: list[Move] = []
        self._do(None, None)

    def play(self) -> None:
        """Play all steps: the learner and the others as written, the others greedily after that."""
        for step in self.lesson.steps:
            if step.play is not None:
                self._do(self.lesson.seat, step.play)
            for move in step.moves:
                self._do(move["seat"], {name: move[name] for name in move if name != "seat"})
            if step.play is not None or step.moves:
                self._others()

    def _others(self) -> None:
        """Let the others decide until the learner has to."""
        game = self.game
        while (asked := game.decision(self.state)) and self.lesson.seat not in asked.awaited:
            seat = min(asked.awaited)
            best = game.greedy(game.view(self.state, seat), seat, game.legal(self.state, seat))
            self._do(seat, to_builtins(best[0]))

    def _do(self, seat: Seat | None, command: dict[str, Any] | None) -> None:
        self.chance.draws = []
        move = Move("", seat, command)
        events = happened(self.game, self.lesson, self.state, move, self.chance)
        self.state = state_after(self.state, events)
        self.moves.append(Move(hash_of(events), seat, command, tuple(self.chance.draws)))
        names = names_in("en")(self.lesson.names, pieces=self.game.piece_names(self.state))
        said = [names.sentence(event) for event in events]
        print(len(self.moves) - 1, command or "deal", *said, sep="\n    ")

    def legal(self) -> list[str]:
        """Return what the learner may do now."""
        return [str(to_builtins(each)) for each in self.game.legal(self.state, self.lesson.seat)]


def record(key: str, name: str) -> int:
    """Record a lesson; if a command is rejected, print what the seat may do."""
    game = GAMES[key]
    recording = Recording(game, lesson_of(game.package, name))
    try:
        recording.play()
    except (Rejected, ValidationError) as wrong:
        print(f"{wrong}. The learner may:", *recording.legal(), sep="\n    ")
        return 1
    path = Path(str(files(game.package))) / "guide" / f"{name}.ndjson"
    path.write_bytes(b"".join(json.encode(move) + b"\n" for move in recording.moves))
    print("The learner may now:", *recording.legal(), sep="\n    ")
    return 0


if __name__ == "__main__":
    sys.exit(record(*sys.argv[1:3]))
