"""What is in the box."""

from collections import Counter

import pytest
from msgspec import json

from domain.games.galopp_royal.components import BEARERS, BOX, CHAIRS, DEALS, STRENGTH
from domain.games.galopp_royal.game import GAME
from domain.kernel import data_files

RAW = json.decode(data_files.read(GAME.package, "components.json"))


@pytest.mark.rule("GR-1.1", "GR-1.3", "GR-1.4", "GR-1.6", "GR-1.7", "GR-1.8")
def test_the_pieces_that_no_rule_counts_are_in_the_data_to_be_drawn() -> None:
    assert RAW["other_pieces"] == {
        "board": 1,
        "arch": 1,
        "displays": 6,
        "stands": 9,
        "spare_stands": 2,
        "dice": 1,
        "die_sides": BOX.team_size,
        "coins": [1, 5, 10, 50],
    }
    assert RAW["board"]["victory_spaces"] == ["I", "II", "III"]
    assert BOX.team_size == 4


@pytest.mark.rule("GR-1.2")
def test_there_are_six_chairs_of_different_colours() -> None:
    assert CHAIRS == ("red", "blue", "green", "yellow", "purple", "orange")
    assert GAME.pieces == CHAIRS


@pytest.mark.rule("GR-1.5", "GR-1.9", "GR-1.10")
def test_there_are_forty_bearers_of_six_kinds() -> None:
    moves = {kind.kind: (kind.moves, kind.count) for kind in BOX.bearers}
    assert moves == {
        "1": (1, 8),
        "2": (2, 8),
        "3": (3, 8),
        "5": (5, 5),
        "goof": (-2, 6),
        "crafty": (None, 5),
    }
    assert len(BEARERS) == 40
    assert Counter(kind.kind for kind in BEARERS.values())["goof"] == 6


@pytest.mark.rule("GR-1.11")
def test_the_bassin_lies_behind_the_start_and_the_stones_get_farther() -> None:
    assert (BOX.board.pond, BOX.board.start) == (-5, 0)
    assert BOX.board.stones == (18, 19, 20, 21, 22, 23)


@pytest.mark.rule("GR-1.12")
def test_the_prizes_rise_from_race_to_race() -> None:
    for number, prize in enumerate(BOX.prizes):
        first = 20 + 5 * number
        assert prize.race == number + 1
        assert prize.gold == (first, first // 2, first // 2 // 2)


@pytest.mark.rule("GR-1.8")
def test_all_prizes_together_are_338_gold() -> None:
    assert BOX.start_gold == 50
    assert sum(sum(prize.gold) for prize in BOX.prizes) == 338


@pytest.mark.rule("GR-3.1")
def test_every_deal_leaves_four_bearers_to_sell() -> None:
    for bidders, deal in DEALS.items():
        cards = bidders * deal.cards_each + deal.open - deal.first_passers_discard
        assert cards == BOX.team_size
    assert sorted(DEALS) == [2, 3, 4, 5, 6]


@pytest.mark.rule("GR-11.12")
def test_every_bearer_has_a_strength() -> None:
    ranked = sorted(BOX.bearers, key=lambda each: -STRENGTH[f"B-{each.kind}-1"])
    assert [each.kind for each in ranked] == ["5", "3", "crafty", "2", "1", "goof"]


@pytest.mark.rule("GR-11.13")
def test_the_clocks_are_those_of_the_data() -> None:
    assert GAME.clocks == {"bid": 45, "roll": 30, "crafty": 60, "remove": 90}
