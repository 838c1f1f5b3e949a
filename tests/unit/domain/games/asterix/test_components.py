"""What is in the box."""

from collections import Counter
from itertools import combinations

import pytest
from msgspec import json

from domain.games.asterix.components import (
    BOX,
    CHARACTERS,
    DECK,
    GAULS,
    PIRATES,
    RANKS,
    ROMANS,
    hand_of,
)
from domain.games.asterix.game import GAME
from domain.games.asterix.rules import strength
from domain.kernel import data_files

VALUES = range(1, 11)


@pytest.mark.rule("AX-1.1", "AX-1.2", "AX-1.3", "AX-1.4", "AX-1.5")
def test_there_are_a_hundred_and_ten_cards() -> None:
    counted = {each.id: each.count for each in BOX.contents}
    assert counted == {"gaul": 50, "idefix": 5, "roman": 44, "pirate": 6, "aid": 5}
    assert sum(counted.values()) == 110
    listed = len(BOX.gauls), len(BOX.idefix), len(BOX.romans), len(BOX.pirates)
    assert listed == (50, 5, 44, 6)
    assert len({*GAULS, *ROMANS, *PIRATES}) == 100


@pytest.mark.rule("AX-1.1", "AX-1.2", "AX-2.1")
def test_every_character_has_ten_gauls_and_idefix() -> None:
    assert CHARACTERS == ("AST", "OBE", "ABR", "ASS", "PAN")
    for who in CHARACTERS:
        assert hand_of(who) == (*(f"{who}-{value:02}" for value in VALUES), f"{who}-IDF")
        assert [GAULS[card].value for card in hand_of(who)[:10]] == list(VALUES)


TABLE = {
    "AST": (1, 2, 2, 4, 3, 2, 4, 2, 3, 1),
    "OBE": (2, 4, 3, 2, 1, 2, 2, 1, 4, 3),
    "ABR": (4, 3, 1, 2, 3, 1, 1, 3, 2, 4),
    "ASS": (3, 1, 3, 1, 4, 4, 3, 3, 1, 1),
    "PAN": (2, 2, 4, 3, 2, 3, 1, 4, 1, 2),
}


@pytest.mark.rule("AX-1.6")
def test_the_potions_are_those_of_the_table() -> None:
    for who in CHARACTERS:
        potions = tuple(GAULS[card].potions for card in hand_of(who)[:10])
        assert potions == TABLE[who]
        assert sum(potions) == 24


@pytest.mark.rule("AX-1.6")
def test_the_table_of_potions_is_balanced() -> None:
    for who in CHARACTERS:
        others = [each for each in CHARACTERS if each != who]
        alone = [v for v in VALUES if all(TABLE[who][v - 1] > TABLE[o][v - 1] for o in others)]
        assert (len(alone), sum(alone)) == (2, 11)
    for one, other in combinations(CHARACTERS, 2):
        pairs = [(strength(f"{one}-{v:02}"), strength(f"{other}-{v:02}")) for v in VALUES]
        assert sum(mine == theirs for mine, theirs in pairs) == 1
        assert sum(mine > theirs for mine, theirs in pairs) in (4, 5)


@pytest.mark.rule("AX-1.7")
def test_low_romans_come_four_times_and_high_ones_once() -> None:
    copies = Counter(roman.value for roman in BOX.romans)
    assert copies == {**dict.fromkeys(VALUES, 4), 12: 1, 13: 1, 14: 1, 15: 1}
    assert sum(roman.value for roman in BOX.romans) == 274
    assert all(roman.id.startswith(f"R{roman.value:02}-") for roman in BOX.romans)


@pytest.mark.rule("AX-1.8")
def test_every_value_has_its_rank() -> None:
    assert {rank.value: rank.copies for rank in BOX.ranks} == Counter(r.value for r in BOX.romans)
    named = {value: RANKS[value].name_fr for value in (1, 2, 8, 10, 13, 15)}
    assert named == {
        1: "cuisinier",
        2: "sonneur de cor",
        8: "décurion",
        10: "centurion",
        13: "général",
        15: "Jules César",
    }


@pytest.mark.rule("AX-1.9")
def test_there_is_one_pirate_of_each_kind() -> None:
    assert {each.id: (each.frees, each.values) for each in BOX.pirates} == {
        "P-HIGH": ("highest", ()),
        "P-LOW": ("lowest", ()),
        "P-CHOICE": ("choice", ()),
        "P-DEC": ("values", (8,)),
        "P-CEN": ("values", (10,)),
        "P-GEN": ("values", (13,)),
    }


@pytest.mark.rule("AX-2.3")
def test_the_deck_is_all_romans_and_pirates() -> None:
    assert (len(DECK), len(set(DECK))) == (50, 50)


@pytest.mark.rule("AX-7.4", "AX-9.1", "AX-9.2", "AX-9.3")
def test_bonuses_and_clocks_are_data() -> None:
    raw = json.decode(data_files.read(GAME.package, "components.json"))
    bonuses = [(each["alike"], each["points"]) for each in raw["bonuses"]]
    assert bonuses == [(2, 20), (3, 50), (4, 100)]
    assert GAME.clocks == raw["timeouts_seconds"] == {"play": 45, "idefix": 45, "pirates": 60}
