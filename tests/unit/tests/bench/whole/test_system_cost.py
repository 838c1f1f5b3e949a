"""The rows of `whole`: what belongs to a process, and what to all of them."""

from tests.bench.sampling import Sample
from tests.bench.whole import system_cost
from tests.bench.whole.running_serve import API, PARTS, STORE

NOTHING = dict.fromkeys(PARTS, 0.0)
COMMAND = Sample(900.0, {**NOTHING, API: 440.0, STORE: 240.0, "jobs": 20.0}, at_rest=30.0)
MOVE = Sample(200.0, {**NOTHING, "bots": 3_000.0})


def test_a_command_is_the_sum_of_all_processes_without_their_rest() -> None:
    taken = {system_cost.CROWD: [COMMAND] * 3, system_cost.BOTS: [MOVE] * 3}
    rows = system_cost.rows(taken, {**NOTHING, STORE: 0.01, API: 0.02})
    found = [(row.name, row.value) for row in rows]
    assert found[0] == (f"whole: {system_cost.CROWD}", 700.0)
    assert sum(value for _, value in found[1 : 1 + len(system_cost.ROWS)]) == 700.0
    assert ("  the others", 20.0) in found
    assert ("  not counted: the same time at rest", 30.0) in found
    assert ("whole: moves of bots", 200.0) in found
    assert ("whole: at rest", 3.0) in found


def test_every_process_is_in_one_row() -> None:
    assert sorted(part for parts in system_cost.ROWS.values() for part in parts) == sorted(PARTS)
