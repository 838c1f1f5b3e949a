"""Law 6: no piece is lost or doubled, at any single event."""

from collections.abc import Callable
from typing import Any

from domain.judging.fold import evolve
from domain.table.state import Closed, Running, Table
from ludotheque.laws.knowledge import pieces_of
from ludotheque.laws.random_play import KEYS, of_every_size, played


def pieces(listed: Callable[[Any], list[str]], state: Table) -> list[str]:
    assert isinstance(state, Running | Closed)
    return sorted(listed(state.play))


@of_every_size(key for key in KEYS if pieces_of(key))
def test_pieces_are_conserved_at_every_event(key: str, seats: int) -> None:
    listed = pieces_of(key)
    assert listed is not None
    for number in range(2):
        turns = played(key, seats, number).turns
        box = pieces(listed, turns[0].before)
        assert len(set(box)) == len(box) > 0
        for step in turns:
            state = step.before
            for event in step.events:
                state = evolve(state, event)
                assert pieces(listed, state) == box, event
