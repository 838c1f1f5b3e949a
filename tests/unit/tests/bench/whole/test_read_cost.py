"""The rows of `reads`: each read is compared with an echo."""

from tests.bench.sampling import Sample
from tests.bench.whole import read_cost
from tests.bench.whole.running_serve import SERVER, STORE


def test_a_read_is_compared_with_an_echo_of_the_same_round() -> None:
    echoes = [Sample(1.0, {"echo": cost}) for cost in (100.0, 110.0, 120.0)]
    reads = [Sample(1.0, {SERVER: cost, STORE: 10.0}) for cost in (40.0, 45.0, 50.0)]
    kinds = ("table", f"{read_cost.NOT_MODIFIED}table", "game")
    rows = read_cost.rows({read_cost.ECHO: echoes, **dict.fromkeys(kinds, reads)})
    quotients = [row for row in rows if row.name.startswith("reads:")]
    assert [(row.value, row.target) for row in quotients] == [(2.0, 3.0), (2.0, 5.0), (2.0, None)]
