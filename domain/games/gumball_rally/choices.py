"""The open question and its answers: whose turn, what is legal, what a time-out plays."""

from domain.games.gumball_rally import rules
from domain.games.gumball_rally.commands import Play, RallyCommand
from domain.games.gumball_rally.components import Card
from domain.games.gumball_rally.state import Finished, Racing, RallyState
from domain.kernel.decision import Decision, OpenParameter
from domain.kernel.ids import Seat
from domain.kernel.outcome import Outcome


def decision(state: RallyState) -> Decision | None:
    """GB-17"""
    if not isinstance(state, Racing):
        return None
    seat = rules.active(state)
    assert seat is not None  # rounds end in the same step as their last play
    key = f"play:{state.round}:{state.line.index(seat) + 1}"
    return Decision(key, "play", frozenset((seat,)))


def legal(state: RallyState, seat: Seat) -> tuple[RallyCommand, ...]:
    """Every card of the hand, with every limit on colour overtakes that leads elsewhere."""
    if not isinstance(state, Racing) or rules.active(state) != seat:
        return ()
    return tuple(
        command for card in state.hands[seat] for command in ways_to_play(state, seat, card)
    )


def ways_to_play(race: Racing, seat: Seat, card: Card) -> list[Play]:
    """GB-26"""
    by_colour = rules.overtaking(race, seat, card, None).by_colour
    return [Play(card), *(Play(card, limit) for limit in range(by_colour))]


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
