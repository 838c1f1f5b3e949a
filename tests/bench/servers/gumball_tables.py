"""Tables of Gumball Rally over HTTP, played from the answers to the commands alone."""

from collections.abc import Sequence
from typing import Any

import msgspec

from openapi.play.driving import perform_async
from openapi.play.table import Player, Result, Step, Steps, Table
from tests.bench.servers.http_connection import HttpConnection, body_part, head, request
from tests.support.players.api_document import API

GAME, SEATS = "gumball_rally", 3
DECISION_SECONDS = 3_600  # a table waits from one round to the next; a usual one would be too late
CARD_DRAWN, DECISION_OPENED, CLOSED = (
    "gumball_rally.card_drawn",
    "table.decision_opened",
    "table.closed",
)


class Event(msgspec.Struct):
    """The parts of an event that are needed to play on; sealed events have no type."""

    type: str = ""
    data: msgspec.Raw = msgspec.Raw()


class Answer(msgspec.Struct):
    version: int
    events: list[Event]


class CardDrawn(msgspec.Struct):
    seat: int
    card: str


class DecisionOpened(msgspec.Struct):
    seats: tuple[int, ...]


_answer_decoder = msgspec.json.Decoder(Answer)
_card_drawn_decoder = msgspec.json.Decoder(CardDrawn)
_decision_decoder = msgspec.json.Decoder(DecisionOpened)


class Style(msgspec.Struct, frozen=True):
    """Which optional parameters the commands of a table have."""

    query: str = ""  # with {seat} in it, if it names the seat
    if_match: bool = False


PLAIN = Style()


class GumballTable:
    """A started table: the hands of all players, and the seat that must decide."""

    def __init__(
        self, path: str, tokens: Sequence[str], hands: list[list[str]], seat: int, version: int
    ) -> None:
        self.path = path
        self.tokens = tokens
        self.ended = False
        self.moves = 0
        self._hands = hands
        self._seat = seat
        self._version = version
        self.use(PLAIN)

    def use(self, style: Style) -> None:
        """Send commands in this style from now on."""
        self._if_match = style.if_match
        self._heads = [
            head("POST", f"{self.path}/commands{style.query.format(seat=seat)}", token)
            for seat, token in enumerate(self.tokens)
        ]

    @property
    def awaited(self) -> str:
        """Return the token of the player who must decide."""
        return self.tokens[self._seat]

    def next_command(self) -> bytes:
        """Return the request that plays the first card of the seat that must decide."""
        card = self._hands[self._seat].pop(0)
        body = b'{"type":"gumball_rally.play","card":"%s"}' % card.encode()
        condition = b'\r\nIf-Match: "%d"' % self._version if self._if_match else b""
        return self._heads[self._seat] + condition + body_part(body)

    def read(self, body: bytes) -> None:
        """Update hands and seat from the answer to a command."""
        answer = _answer_decoder.decode(body)
        self._version = answer.version
        self.moves += 1
        for event in answer.events:
            if event.type == CARD_DRAWN:
                drawn = _card_drawn_decoder.decode(event.data)
                self._hands[drawn.seat].append(drawn.card)
            elif event.type == DECISION_OPENED:
                self._seat = _decision_decoder.decode(event.data).seats[0]
            elif event.type == CLOSED:
                self.ended = True


async def register_players(http: HttpConnection, count: int = SEATS) -> list[Player]:
    registration = request("POST", "/v1/players", b'{"name":"Bench"}')
    created = [await http.ask(registration) for _ in range(count)]
    return [Player(each["id"], each["token"]) for each in created]


async def drive(http: HttpConnection, players: Sequence[Player], steps: Steps[Result]) -> Result:
    """Send the requests of these players on one connection."""

    async def send(step: Step) -> Any:
        sent, token = step.request, players[step.player].token
        body = None if sent.body is None else msgspec.json.encode(sent.body)
        return await http.ask(request(sent.method, sent.path, body, token))

    return await perform_async(steps, send)


async def start_table(http: HttpConnection, players: Sequence[Player]) -> GumballTable:
    """Open and start a table of these players."""
    table = Table(API, [player.id for player in players])
    clock = {"kind": "per_decision", "seconds": DECISION_SECONDS}
    begun = table.begin(game=GAME, seats=SEATS, sit=True, clock=clock)
    await drive(http, players, begun)
    seen = [await drive(http, players, table.look(n)) for n in range(SEATS)]
    hands = [list(each["view"]["hand"]) for each in seen]
    [seat] = table.awaited(seen[0])
    path, tokens = f"/v1/tables/{seen[0]['id']}", [player.token for player in players]
    return GumballTable(path, tokens, hands, seat, table.version)
