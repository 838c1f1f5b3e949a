"""Opening a table."""

import pytest

from domain.fairness.chain import commitment
from domain.games.gumball_rally.commands import RallyOptions
from domain.games.gumball_rally.game import GAME
from domain.kernel.data_files import components_hash
from domain.table.clocks import Bank, Correspondence, Fischer, Pace
from domain.table.commands import OpenTable, Sit
from domain.table.opening_events import SeatTaken, TableOpened
from tests.support.players.people import ANNE
from tests.support.tables.table_spec import SEED, TABLE, by, given, opened


def rally(
    options: object = None, seats: int | None = None, clock: Pace = "rules", private: bool = False
) -> OpenTable:
    return OpenTable("gumball_rally", commitment(TABLE, SEED), options, seats, clock, private)


COMPONENTS = components_hash(GAME.package)


def test_opening_fixes_the_rules_the_box_and_the_commitment() -> None:
    expected = opened(GAME.key, RallyOptions(), seats=8, components=COMPONENTS)
    given().when(by(ANNE), rally()).then(expected)


def test_options_not_named_take_their_defaults() -> None:
    options = RallyOptions(photo_finish=True, point_set="standard", first_player=None)
    expected = opened(GAME.key, options, seats=4, components=COMPONENTS)
    given().when(by(ANNE), rally({"photo_finish": True}, seats=4)).then(expected)


@pytest.mark.parametrize(
    "clock", [None, 1, 30, "rules", Fischer(300, 5), Bank(600), Correspondence(3)]
)
def test_the_host_chooses_the_clock(clock: Pace) -> None:
    expected = opened(GAME.key, RallyOptions(), 8, clock, components=COMPONENTS)
    given().when(by(ANNE), rally(clock=clock)).then(expected)


def test_a_table_can_be_private() -> None:
    expected = opened(GAME.key, RallyOptions(), 8, private=True, components=COMPONENTS)
    given().when(by(ANNE), rally(private=True)).then(expected)


@pytest.mark.rule("GB-15")
def test_options_that_do_not_fit_the_table_are_refused() -> None:
    four = OpenTable(GAME.key, options={"first_player": 4}, seats=4)
    given().when(by(ANNE), four).refused("bad_option", "GB-15", "first_player")


@pytest.mark.parametrize(
    "options",
    [
        {"photofinish": True},
        {"photo_finish": 1},
        {"photo_finish": "true"},
        {"point_set": "enormous"},
        {"first_player": -1},
        {"first_player": 8},
        [],
        "photo_finish",
    ],
)
def test_options_the_game_does_not_know_are_refused(options: object) -> None:
    given().when(by(ANNE), rally(options)).refused("unknown_option", field="options")


def test_an_unknown_game_is_rejected() -> None:
    given().when(by(ANNE), OpenTable("chess")).refused("no_such_game")


def test_the_host_may_sit_down_at_once() -> None:
    told = given().when(by(ANNE), OpenTable(GAME.key, sit=Sit("pink")))
    told.then_types(TableOpened, SeatTaken)
    told.then_ends_with(SeatTaken(0, ANNE, "pink", None))


def test_a_host_who_cannot_sit_opens_nothing() -> None:
    asked = OpenTable(GAME.key, sit=Sit("tank"))
    given().when(by(ANNE), asked).refused("unknown_preference", "GB-11", "preference")


def test_a_table_is_opened_once() -> None:
    with pytest.raises(AssertionError):
        given(opened(GAME.key, RallyOptions())).when(by(ANNE), rally())
