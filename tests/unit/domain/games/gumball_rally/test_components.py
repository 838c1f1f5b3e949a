"""What is in the box."""

from collections import Counter

import pytest
from msgspec import json

from domain.games.gumball_rally.components import BOX, BUGGIES, CARDS, DANGERS, PointSet, prizes
from domain.games.gumball_rally.game import GAME
from domain.kernel import data_files

COLOURS = ("black", "blue", "red", "yellow")


@pytest.mark.rule("GB-1", "GB-2")
def test_there_are_eight_buggies_each_with_a_name_of_its_own() -> None:
    assert set(BUGGIES) == {"green", "red", "blue", "yellow", "orange", "purple", "white", "pink"}
    assert len(BUGGIES) == 8
    assert BUGGIES[0] == "green"
    assert len({(buggy.name_en, buggy.name_fr) for buggy in BOX.buggies}) == 8


@pytest.mark.rule("GB-2")
def test_no_buggy_can_be_mistaken_for_a_card_of_its_colour() -> None:
    assert not set(BUGGIES) & {*CARDS, *DANGERS}


@pytest.mark.rule("GB-3")
def test_there_is_one_race_card_of_each_colour_and_number() -> None:
    faces = [(card.colour, card.number) for card in BOX.race_cards]
    assert sorted(faces) == sorted((c, n) for c in COLOURS for n in range(1, 11))
    assert len(CARDS) == 40


@pytest.mark.rule("GB-3")
def test_a_race_card_is_named_for_its_face() -> None:
    assert all(card.id == f"R-{card.colour}-{card.number}" for card in BOX.race_cards)


@pytest.mark.rule("GB-4")
def test_there_are_nineteen_dangers() -> None:
    kinds = Counter(card.kind for card in BOX.danger_cards)
    assert kinds == {"colour": 16, "checkpoint": 2, "winner": 1}
    assert len(DANGERS) == 19


@pytest.mark.rule("GB-5")
@pytest.mark.parametrize("colour", COLOURS)
def test_each_colour_has_three_normal_dangers_and_a_major_one(colour: str) -> None:
    assert [c.major for c in BOX.danger_cards if c.colour == colour] == [False] * 3 + [True]


@pytest.mark.rule("GB-6", "GB-7")
def test_each_suit_pairs_a_remedy_with_a_danger() -> None:
    pairs = {s.colour: (s.race_symbol_fr, s.danger_symbol_fr) for s in BOX.suits}
    assert pairs == {
        "yellow": ("Déjeuner", "Soleil"),
        "blue": ("Oreiller", "Lune"),
        "black": ("Outils", "Pneu crevé"),
        "red": ("Essence", "Jauge"),
    }


@pytest.mark.rule("GB-8", "GB-9")
def test_there_are_ten_point_cards_worth_thirty_five() -> None:
    events = Counter(card.event for card in BOX.point_cards)
    assert events == {"checkpoint_1": 3, "checkpoint_2": 3, "winner": 4}
    assert sum(card.points for card in BOX.point_cards) == 35


@pytest.mark.rule("GB-9")
def test_both_checkpoints_are_worth_the_same() -> None:
    by_place = {(card.event, card.place): card.points for card in BOX.point_cards}
    for place in (1, 2, 3):
        assert by_place["checkpoint_1", place] == by_place["checkpoint_2", place]


@pytest.mark.rule("GB-9", "GB-36", "GB-37")
@pytest.mark.parametrize(
    ("point_set", "checkpoint", "winner"),
    [
        ("standard", (5, 3, 1), (8, 5, 3, 1)),
        ("minimal", (3, 2, 1), (4, 3, 2, 1)),
        ("finish_heavy", (5, 3, 1), (10, 6, 3, 1)),
    ],
)
def test_the_prizes_of_each_point_set(
    point_set: PointSet, checkpoint: tuple[int, ...], winner: tuple[int, ...]
) -> None:
    assert (prizes(point_set).checkpoint, prizes(point_set).winner) == (checkpoint, winner)


@pytest.mark.rule("GB-1", "GB-3", "GB-4", "GB-8")
def test_there_are_eighty_five_cards_in_the_box() -> None:
    buggy_cards = json.decode(data_files.read(GAME.package, "components.json"))["buggy_cards"]
    assert buggy_cards == {"large": len(BUGGIES), "small": len(BUGGIES)}
    cards = len(BOX.race_cards) + len(BOX.danger_cards) + len(BOX.point_cards)
    assert sum(buggy_cards.values()) + cards == 85
