"""Law 6: no piece is lost or doubled, at any single event."""

from domain.judging.fold import evolve
from domain.table.state import Closed, Running, Table
from tests.support.every_game import EVERY_SIZE
from tests.support.knowledge import knowledge
from tests.support.random_play import played


def pieces(key: str, state: Table) -> list[str]:
    assert isinstance(state, Running | Closed)
    return sorted(knowledge(key).pieces(state.play))


@EVERY_SIZE
def test_pieces_are_conserved_at_every_event(key: str, seats: int) -> None:
    for number in range(2):
        turns = played(key, seats, number).turns
        box = pieces(key, turns[0].before)
        assert len(set(box)) == len(box) > 0
        for step in turns:
            state = step.before
            for event in step.events:
                state = evolve(state, event)
                assert pieces(key, state) == box, event
