"""What is worked out once per circuit is what single steps find (GS-41, GS-42, GS-83, GS-93)."""

from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from domain.games.gasterospeed.commands import TakePath
from domain.games.gasterospeed.components import CIRCUITS, Cell, Direction
from domain.games.gasterospeed.rules.reach import paths, walk
from domain.games.gasterospeed.rules.track import DIRECTIONS, track
from domain.games.gasterospeed.state import Racing
from tests.support.games.gasterospeed.situations import racing
from tests.support.seats import A

AROUND = 30  # cells near enough to stand in the way


def crowded(circuit: str, rng: Random) -> Racing:
    """Four snails on random cells, close to each other."""
    cells = sorted(track(circuit).cells, key=lambda cell: (cell[1], cell[0]))
    first = rng.randrange(max(1, len(cells) - AROUND))
    race = racing(circuit=circuit).race
    places = rng.sample(cells[first : first + AROUND], len(race.snails))
    snails = [replace(snail, cell=cell) for snail, cell in zip(race.snails, places, strict=True)]
    return replace(race, snails=tuple(snails))


def walked(race: Racing, count: int) -> set[Cell]:
    """Where the first snail can get to, tried out step by step."""
    start = race.snails[A].cell
    assert start is not None
    occupied = [snail.cell for snail in race.snails[1:]]
    tried: list[tuple[Direction, ...]] = [
        steps for length in range(1, count + 1) for steps in product(DIRECTIONS, repeat=length)
    ]
    walks = [walk(track(race.circuit), occupied, start, steps, count) for steps in tried]
    return {each.cells[-1] for each in walks if each.bad is None}


@pytest.mark.rule("GS-41", "GS-42", "GS-93")
@pytest.mark.parametrize("circuit", CIRCUITS)
def test_one_path_is_listed_to_every_cell_that_single_steps_reach(circuit: str) -> None:
    rng = Random(circuit)
    for _ in range(25):
        race = crowded(circuit, rng)
        start, occupied = race.snails[A].cell, [snail.cell for snail in race.snails[1:]]
        assert start is not None
        for count in (1, 2):
            listed = paths(race, A, count)
            assert all(isinstance(path, TakePath) and path.snail == A for path in listed)
            ends = [walk(track(circuit), occupied, start, each.steps, count) for each in listed]
            assert all(end.bad is None for end in ends)
            assert len({end.cells[-1] for end in ends}) == len(listed)
            assert {end.cells[-1] for end in ends} == walked(race, count)


@pytest.mark.rule("GS-83")
@pytest.mark.parametrize("circuit", CIRCUITS)
def test_the_way_home_is_a_shortest_path_to_the_line(circuit: str) -> None:
    ground = track(circuit)
    for cell, way in ground.way_home.items():
        assert sorted(ground.distance[each] for each in way) == [*range(ground.distance[cell] + 1)]
        assert cell in way
        assert way & ground.finish
