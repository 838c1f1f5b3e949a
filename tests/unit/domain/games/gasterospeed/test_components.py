"""The box: cards, circuits, directions (GS-1 … GS-21, GS-50 … GS-58)."""

import pytest

from domain.games.gasterospeed import deal
from domain.games.gasterospeed.commands import GasteroOptions
from domain.games.gasterospeed.components import (
    ACTIONS,
    BOX,
    CIRCUITS,
    KINDS,
    PETITS_GRIS,
    REACTIONS,
    SPEEDS,
    deck,
)
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.track import (
    DIRECTIONS,
    HEADINGS,
    IMPASSABLE,
    absolute,
    beside,
    relative,
    track,
)
from domain.kernel.game import Seated
from domain.kernel.messages import state_after
from ludotheque.testing.spec import Seeded

EVERY_CIRCUIT = pytest.mark.parametrize("circuit", CIRCUITS)


@pytest.mark.rule("GS-3", "GS-4", "GS-5", "GS-6")
def test_the_deck_has_46_speed_and_42_action_cards() -> None:
    """C1, C5"""
    assert len(SPEEDS) == 46
    assert len(ACTIONS) == 42
    assert len({*deck(88)}) == 88
    values = [card.value for card in SPEEDS.values()]
    assert values == [*range(101, 135), *range(201, 213)]
    assert {card.box for card in BOX.circuits} == {"petits_gris", "gros_bourgogne"}


@pytest.mark.rule("GS-4")
def test_the_hundreds_decide_how_far_a_card_moves() -> None:
    """C2"""
    assert all(card.steps == card.value // 100 for card in SPEEDS.values())


@pytest.mark.rule("GS-110")
def test_the_small_deck_has_eighty_cards() -> None:
    """C1: Speed 101-131 and 201-211, one copy fewer of four actions."""
    small = deck(80)
    assert len({*small}) == 80
    assert {*SPEEDS} - {*small} == {"132", "133", "134", "212"}
    fewer = {ACTIONS[card].id for card in {*ACTIONS} - {*small}}
    assert fewer == {"turbo_firecracker", "shot", "feeler_blow", "shell_reinforcement"}


@pytest.mark.rule("GS-5", "GS-55", "GS-59")
def test_order_numbers_and_reactions() -> None:
    """C4: two kinds of reaction, several copies."""
    orders = {card.id: card.order for card in KINDS.values()}
    assert orders["turbo_firecracker"] == orders["shot"] == 1
    assert orders["feeler_blow"] == orders["shock"] == 2
    leaps = ("spring", "sharp_kangaroute", "rolling_ball", "fit_of_madness")
    assert {orders[kind] for kind in leaps} == {3}
    assert orders["sticky_slipstream"] == orders["blue_lettuce"] == 4
    assert len(REACTIONS) == 7
    assert {ACTIONS[card].id for card in REACTIONS} == {"shell_reinforcement", "backlash"}


@pytest.mark.rule("GS-57", "GS-54")
def test_the_direction_tables_of_the_dashboard() -> None:
    """C6"""
    tables = BOX.direction_tables
    assert tables["kangaroute"] == tables["bumper"] == (1, 2, 3, 4, 5, 6, 7, 8)
    assert tables["rolling_ball"] == (1, 2, 2, 2, 2, 3, 8, 4)
    assert tables["fit_of_madness"] == (1, 2, 3, 4, 2, 6, 2, 8)


@pytest.mark.rule("GS-19", "GS-20")
def test_six_circuits_in_each_box_and_petits_gris_by_default() -> None:
    assert GasteroOptions().circuits == PETITS_GRIS
    names = [circuit.name_fr for circuit in BOX.circuits]
    assert names[:3] == ["Pâquerette Derby", "Chicanes Carottes", "Raid Châtaigne"]
    assert names[6:9] == ["Dédale au Pode", "Taupe Racing", "Surfin Nymphéa"]
    assert names[-1] == "Star Got"  # C3
    assert KINDS["rolling_ball"].name_fr == "Rouler Bouler"  # C3
    assert KINDS["sharp_kangaroute"].name_fr == "Kangouroute Aiguë"  # C3


@EVERY_CIRCUIT
@pytest.mark.rule("GS-10", "GS-11", "GS-25")
def test_every_circuit_is_a_grid_with_headings_and_six_start_cells(circuit: str) -> None:
    data, ground = CIRCUITS[circuit], track(circuit)
    assert {len(row) for row in (*data.map, *data.heading)} == {data.width}
    assert len(data.map) == len(data.heading) == data.height
    assert len(ground.starts) == 6
    for cell in ground.starts:
        assert ground.heading[cell] == "N"
        behind = [beside(cell, way) for way in ("SE", "S", "SW")]
        assert {ground.glyph[each] for each in behind} == {"#"}
    for (x, y), glyph in ground.glyph.items():
        assert (glyph in IMPASSABLE) == (data.heading[y][x] not in HEADINGS)


@EVERY_CIRCUIT
@pytest.mark.rule("GS-15")
def test_steps_are_open_both_ways_and_lead_to_the_line(circuit: str) -> None:
    ground = track(circuit)
    for cell, ways in ground.ways.items():
        for way, n in ways:
            assert ground.step[n][DIRECTIONS[(DIRECTIONS.index(way) + 4) % 8]] == cell
    assert {ground.distance[cell] for cell in ground.starts} == {
        {"paquerette_derby": 20, "chicanes_carottes": 16, "raid_chataigne": 21}.get(
            circuit, ground.distance[ground.starts[0]]
        )
    }


@pytest.mark.rule("GS-12", "GS-13")
def test_the_ring_of_relative_directions() -> None:
    ring = ("NW", "N", "NE", "E", "SE", "S", "SW", "W")
    assert tuple(absolute("N", number) for number in range(1, 9)) == ring
    assert absolute("E", 2) == "E"
    assert absolute("S", 1) == "SE"
    for heading in ("N", "E", "S", "W"):
        for way in DIRECTIONS:
            assert absolute(heading, relative(heading, way)) == way


@pytest.mark.rule("GS-16")
def test_the_arrow_cells_cannot_be_avoided() -> None:
    """C45: without them no start cell has a way to the line."""
    for circuit in ("cross_ronces", "star_got"):
        ground = track(circuit)
        reached, queue = set(ground.starts), [*ground.starts]
        while queue:
            for _, n in ground.ways[queue.pop()]:
                if n not in reached and ground.glyph[n] not in "^>v<":
                    reached.add(n)
                    queue.append(n)
        assert not reached & ground.finish


@pytest.mark.rule("GS-21", "GS-71")
def test_fire_tables_and_special_rules_are_public() -> None:
    hits = {circuit: len(data.fire_hits) for circuit, data in CIRCUITS.items()}
    assert hits["paquerette_derby"] == 6
    assert hits["cross_ronces"] == 2
    dealt = GAME.deal([Seated(s) for s in range(4)], GasteroOptions(), Seeded(1))
    state = state_after(GAME.initial, dealt)
    seen = GAME.view(state, None)
    assert seen is not None
    assert seen.circuit.fire_hits == CIRCUITS["paquerette_derby"].fire_hits
    assert seen.circuit.special_rule


@pytest.mark.rule("GS-1", "GS-2")
@pytest.mark.parametrize(("seats", "snails"), [(2, 2), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_two_or_three_players_have_two_snails_each(seats: int, snails: int) -> None:
    settings = deal.settings_of(GasteroOptions(), seats)
    assert settings.snails_each == snails
    assert seats * snails <= 6
    assert settings.points == (9, 6, 4, 3, 2, 1)


def test_surfin_nymphea_is_labelled_upside_down() -> None:
    """C43"""
    labels = CIRCUITS["surfin_nymphea"].printed_labels
    assert labels == {"S": "arrivée", "F": "départ"}
