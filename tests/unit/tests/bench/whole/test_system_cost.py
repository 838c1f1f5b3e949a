"""The rows of `whole`: what belongs to a process, and what to all of them."""

from tests.bench.sampling import Sample
from tests.bench.whole import system_cost
from tests.bench.whole.running_serve import JOBS, PARTS, SERVER, STORE

NOTHING = dict.fromkeys(PARTS, 0.0)
COMMAND = Sample(900.0, {**NOTHING, SERVER: 440.0, STORE: 240.0, JOBS: 20.0}, at_rest=30.0)
MOVE = Sample(200.0, {**NOTHING, SERVER: 3_000.0})


def test_a_command_is_the_sum_of_all_processes_without_their_rest() -> None:
    taken = {system_cost.CROWD: [COMMAND] * 3, system_cost.BOTS: [MOVE] * 3}
    rows = system_cost.rows(taken, {**NOTHING, STORE: 0.01, SERVER: 0.02})
    found = [(row.name, row.value) for row in rows]
    assert found[0] == (f"whole: {system_cost.CROWD}", 700.0)
    assert sum(value for _, value in found[1 : 1 + len(PARTS)]) == 700.0
    assert ("  jobs", 20.0) in found
    assert ("  not counted: the same time at rest", 30.0) in found
    assert ("whole: moves of bots", 200.0) in found
    assert ("whole: at rest", 3.0) in found
