"""The mix of games that a tester asks for."""

from collections import Counter
from itertools import islice

import pytest

from openapi.load.mix import BadMix, MixEntry, TableKind, parse_mix, rotation, table_kinds

CATALOGUE = [
    {"key": "snails", "fewest_seats": 2, "most_seats": 5},
    {"key": "coins", "fewest_seats": 3, "most_seats": 4},
]


def test_a_mix_is_read() -> None:
    assert parse_mix("snails:3=2, coins,snails=0.5") == [
        MixEntry("snails", 3, 2.0),
        MixEntry("coins", None, 1.0),
        MixEntry("snails", None, 0.5),
    ]


def test_without_a_mix_it_is_every_game_at_its_fewest_seats() -> None:
    assert table_kinds([], CATALOGUE, {"coins": {"fast": True}}) == [
        TableKind("snails", 2),
        TableKind("coins", 3, 1.0, {"fast": True}),
    ]


@pytest.mark.parametrize(
    ("mix", "why"),
    [
        ("snails:two", "must be game:seats=weight"),
        ("snails=0", "must be game:seats=weight"),
        ("chess", "this server has no chess; it has snails, coins"),
        ("snails:6", "needs 2 to 5 seats, not 6"),
        ("snails,snails:2=3", "twice"),
    ],
)
def test_a_mix_that_cannot_be_played_is_refused(mix: str, why: str) -> None:
    with pytest.raises(BadMix, match=why):
        table_kinds(parse_mix(mix), CATALOGUE, {})


def test_the_rotation_keeps_the_weights_in_every_stretch() -> None:
    mix = [TableKind("a", 2, 3.0), TableKind("b", 2, 1.0)]
    turns = [kind.game for kind in islice(rotation(mix), 40)]
    assert Counter(turns) == {"a": 30, "b": 10}
    assert all(turns[n : n + 4].count("b") == 1 for n in range(0, 40, 4))
