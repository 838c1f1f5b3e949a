"""Gumball tables over the wire, each driven by its answers alone: no question between commands."""

from collections.abc import Sequence

import msgspec

from tests.bench.wire import Wire, head, request, sized

SEATS = 3
DRAWN, ASKED, CLOSED = "gumball_rally.card_drawn", "table.decision_opened", "table.closed"


class Heard(msgspec.Struct):
    """As much of an event as its player needs in order to go on; sealed ones have no type."""

    type: str = ""
    data: msgspec.Raw = msgspec.Raw()


class Answer(msgspec.Struct):
    events: list[Heard]


class Drawn(msgspec.Struct):
    seat: int
    card: str


class Asked(msgspec.Struct):
    seats: tuple[int, ...]


_answers = msgspec.json.Decoder(Answer)
_drawn = msgspec.json.Decoder(Drawn)
_asked = msgspec.json.Decoder(Asked)


class Rally:
    """A started table: everybody's hand, and whose turn it is."""

    def __init__(self, path: str, tokens: Sequence[str], hands: list[list[str]], seat: int) -> None:
        self._heads = [head("POST", f"{path}/commands", token) for token in tokens]
        self._hands = hands
        self._seat = seat
        self.ended = False

    def command(self) -> bytes:
        card = self._hands[self._seat].pop(0)
        body = b'{"type":"gumball_rally.play","card":"%s"}' % card.encode()
        return self._heads[self._seat] + sized(body)

    def hear(self, body: bytes) -> None:
        for event in _answers.decode(body).events:
            if event.type == DRAWN:
                drawn = _drawn.decode(event.data)
                self._hands[drawn.seat].append(drawn.card)
            elif event.type == ASKED:
                self._seat = _asked.decode(event.data).seats[0]
            elif event.type == CLOSED:
                self.ended = True


async def players(wire: Wire) -> list[str]:
    """The tokens of new players, one per seat."""
    asked = request("POST", "/v1/players", b'{"name":"Bench"}')
    return [(await wire.ask(asked))["token"] for _ in range(SEATS)]


async def prepared(wire: Wire, tokens: Sequence[str]) -> Rally:
    """A table of these players, dealt and ready."""
    body = msgspec.json.encode({"game": "gumball_rally", "seats": SEATS, "sit": True})
    opened = await wire.ask(request("POST", "/v1/tables", body, tokens[0]))
    path = f"/v1/tables/{opened['id']}"
    for token in tokens[1:]:
        await wire.ask(request("POST", f"{path}/seats", b"{}", token))
    await wire.ask(request("POST", f"{path}/start", None, tokens[0]))
    seen = [await wire.ask(request("GET", path, None, token)) for token in tokens]
    hands = [list(each["view"]["hand"]) for each in seen]
    return Rally(path, tokens, hands, seen[0]["decision"]["seats"][0])
