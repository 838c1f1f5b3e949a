"""The open question and its answers: whose turn, what is legal, what a time-out plays."""

from collections.abc import Sequence

from domain.games.gumball_rally import rules
from domain.games.gumball_rally.commands import Play, RallyCommand
from domain.games.gumball_rally.components import BOX, CARDS, Card
from domain.games.gumball_rally.state import Finished, Racing, RallyState
from domain.kernel.game import Decision, OpenParameter, Outcome
from domain.kernel.ids import Seat

WAYS: dict[Card, tuple[Play, ...]] = {
    card: (Play(card), *(Play(card, limit) for limit in range(BOX.players[1]))) for card in CARDS
}
ALONE = tuple(frozenset((seat,)) for seat in range(BOX.players[1]))
PLAYS = {card: ways[0] for card, ways in WAYS.items()}


def decision(state: RallyState) -> Decision | None:
    """GB-17"""
    if not isinstance(state, Racing):
        return None
    seat = rules.active(state)
    assert seat is not None  # rounds end in the same step as their last play
    key = f"play:{state.round}:{state.line.index(seat) + 1}"
    return Decision(key, "play", ALONE[seat])


def legal(state: RallyState, seat: Seat) -> tuple[RallyCommand, ...]:
    """Every card of the hand, with every limit on colour overtakes that leads elsewhere."""
    if not isinstance(state, Racing) or rules.active(state) != seat:
        return ()
    ahead = rules.cards_ahead(state, seat)
    if not ahead:
        return tuple([PLAYS[card] for card in state.hands[seat]])
    ways: list[Play] = []
    for card in state.hands[seat]:
        ways += ways_to_play(card, ahead)
    return tuple(ways)


def ways_to_play(card: Card, ahead: Sequence[Card]) -> tuple[Play, ...]:
    """GB-26"""
    _, by_colour = rules.overtakes(card, ahead, None)
    return WAYS[card][: 1 + by_colour]


def open_parameters(state: RallyState, seat: Seat) -> tuple[OpenParameter, ...]:
    if not legal(state, seat):
        return ()
    schema = {"type": "integer", "minimum": 0}
    return (OpenParameter("gumball_rally.play", "colour_passes", schema),)


def default(state: RallyState, seat: Seat) -> RallyCommand:
    """GB-42"""
    assert isinstance(state, Racing)
    return Play(rules.lowest_card(state.hands[seat]))


def outcome(state: RallyState) -> Outcome | None:
    """GB-38, GB-40"""
    if not isinstance(state, Finished):
        return None
    return Outcome(state.places, state.race.points)
