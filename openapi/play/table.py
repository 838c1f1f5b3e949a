"""One table and its players, by the document alone: every method yields requests, one at a time.

A driver sends each request for its player and passes the decoded answer back (`driving`). Bots may
hold seats of the table, but only the seats of its own players are played.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias, TypeVar

from openapi.play.document import Document, Request

ACTIVE = ("", "open", "running")  # the other statuses are final
RUNNING = "running"

Result = TypeVar("Result")


@dataclass(frozen=True)
class Step:
    """One request; `player` is an index, `begins` the journey that begins here after a pause."""

    player: int
    request: Request
    begins: str = ""


Steps: TypeAlias = Generator[Step, Any, Result]


class Player(NamedTuple):
    """A registered player, as the driver knows it."""

    id: str
    token: str


class Turn(NamedTuple):
    """A seat that can act, the index of its player, and what it may choose from."""

    player: int
    seat: int
    version: int
    actions: Sequence[Mapping[str, Any]]


Chooser: TypeAlias = Callable[[Turn], Any]


def first(turn: Turn) -> Any:
    """Return the first listed command."""
    return turn.actions[0]["command"]


@dataclass
class Table:
    """What its players know of a table, and how they open, start and play it."""

    api: Document
    players: Sequence[str]  # their ids, the host first
    place: Mapping[str, Any] = field(default_factory=dict)  # path parameters of the table
    seats: dict[int, int] = field(default_factory=dict)  # seat -> index of its player
    status: str = ""  # as last seen
    version: int = 0
    heads: dict[int, str] = field(default_factory=dict)  # acknowledged, by version

    @property
    def closed(self) -> bool:
        return self.status not in ACTIVE

    def open(self, **body: Any) -> Steps[Any]:
        """Open the table with this body; return it as the host sees it."""
        opened = yield Step(0, self.api.request("openTable", body=body))
        self.place = self.api.follow("openTable", opened, "getTable")
        return self._acknowledged(self.update(opened))

    def fill(self, bots: Iterable[str] = (), code: str | None = None) -> Steps[None]:
        """Let all other players take a seat, then seat these bots; a private table has a code."""
        body = {"code": code} if code else {}
        for player in range(1, len(self.players)):
            taken = self._acknowledged((yield self.step(player, "takeSeat", body=body)))
            self.seats[taken["seat"]] = player
        for bot in bots:
            self._acknowledged((yield self.step(0, "takeSeat", body={"bot": bot})))

    def start(self) -> Steps[Any]:
        """Start the table; return the receipt."""
        return self._acknowledged((yield self.step(0, "startTable")))

    def begin(self, bots: Iterable[str] = (), **body: Any) -> Steps[Any]:
        """Open the table, take all its seats and start it; return the receipt of the start."""
        opened = yield from self.open(**body)
        yield from self.fill(bots, opened["you"]["code"])
        return (yield from self.start())

    def look(self, player: int = 0, begins: str = "") -> Steps[Any]:
        """Return the table as this player sees it."""
        return self.update((yield self.step(player, "getTable", begins=begins)))

    def awaited(self, seen: Mapping[str, Any]) -> list[int]:
        """Return the seats of these players that must decide."""
        decision = seen["decision"] if seen["status"] == RUNNING else None
        return [seat for seat in decision["seats"] if seat in self.seats] if decision else []

    def turn(self, seat: int, begins: str = "") -> Steps[Turn | None]:
        """Return the turn of a seat; None if it cannot act."""
        player = self.seats[seat]
        listed = yield self.step(player, "listActions", begins=begins, seat=seat)
        actions = listed["actions"]
        return Turn(player, seat, listed["version"], actions) if actions else None

    def next_turn(self) -> Steps[Turn | None]:
        """Return the turn of the first of these players who can act; None if none of them can."""
        seen = yield from self.look()
        for seat in self.awaited(seen):
            if (turn := (yield from self.turn(seat))) is not None:
                return turn
        return None

    def send(self, turn: Turn, command: Any) -> Steps[Any]:
        """Send a command of this turn; return the receipt."""
        sent = self.step(turn.player, "sendCommand", body=command, seat=turn.seat)
        return self._acknowledged((yield sent))

    def play(self, choose: Chooser = first) -> Steps[Any]:
        """Play one turn; return the receipt, or None if none of these players can act."""
        turn = yield from self.next_turn()
        return None if turn is None else (yield from self.send(turn, choose(turn)))

    def finish(self, choose: Chooser = first) -> Steps[None]:
        """Play until the table is closed."""
        while not self.closed:
            yield from self.play(choose)

    def ask(self, player: int, operation: str, body: Any = None, **parameters: Any) -> Steps[Any]:
        """Send one request of this player about the table; return the answer."""
        return (yield self.step(player, operation, body=body, **parameters))

    def step(
        self, player: int, operation: str, begins: str = "", body: Any = None, **parameters: Any
    ) -> Step:
        """Return a request of this player about the table."""
        request = self.api.request(operation, {**self.place, **parameters}, body)
        return Step(player, request, begins)

    def update(self, seen: Any) -> Any:
        """Read a view: a player may hold several seats, and the numbers of seats may change."""
        index = {player: n for n, player in enumerate(self.players)}
        self.seats = {
            each["seat"]: index[each["player"]] for each in seen["seats"] if each["player"] in index
        }
        self.status = seen["status"]
        self.version = seen["version"]
        return seen

    def _acknowledged(self, receipt: Any) -> Any:
        self.version = receipt["version"]
        self.heads[self.version] = receipt["head"]
        return receipt
