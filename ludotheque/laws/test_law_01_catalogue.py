"""Law 1: every game is complete and bears its name."""

import pytest

from domain.games import GAMES
from domain.kernel.ids import MOST_SEATS
from ludotheque.laws.knowledge import knowledge
from ludotheque.laws.random_play import EVERY_GAME, SECRETIVE, tables
from ludotheque.laws.sources import folder_of

DATA_FILES = {"components.json", "guide", "rules.json", "texts.json"}


@EVERY_GAME
def test_every_game_has_the_data_that_the_server_serves(key: str) -> None:
    assert {path.name for path in folder_of(GAMES[key]).iterdir()} >= DATA_FILES


@EVERY_GAME
def test_every_message_of_a_game_bears_its_name(key: str) -> None:
    tags = [command.__struct_config__.tag for command in GAMES[key].commands]
    names = [event.type for event in GAMES[key].events]
    assert all(str(name).startswith(f"{key}.") for name in [*tags, *names])
    assert len(set(names)) == len(names)
    assert len(set(tags)) == len(tags)


def test_no_two_events_share_a_name() -> None:
    names = [event.type for game in GAMES.values() for event in game.events]
    assert len(set(names)) == len(names)


@EVERY_GAME
def test_no_two_types_of_a_game_share_a_class_name(key: str) -> None:
    """Two games may: in the API document a type is called by its game and its class."""
    game = GAMES[key]
    kinds = [*game.commands, *game.events, game.options, game.view_type]
    assert len({kind.__name__ for kind in kinds}) == len(kinds)


@EVERY_GAME
def test_every_kind_of_decision_has_its_clock(key: str) -> None:
    asked = {
        decision.kind
        for play in tables(key, 1)
        for step in play.turns
        if (decision := GAMES[key].decision(step.before.play)) is not None  # type: ignore[union-attr]
    }
    assert asked
    assert asked <= set(GAMES[key].clocks)
    assert all(1 <= seconds <= 3600 for seconds in GAMES[key].clocks.values())


@EVERY_GAME
def test_a_game_can_be_seated_and_every_option_has_a_default(key: str) -> None:
    game = GAMES[key]
    assert 2 <= game.seats[0] <= game.seats[-1] <= MOST_SEATS
    assert game.options() is not None
    assert len(set(game.pieces)) == len(game.pieces)


@pytest.mark.parametrize("key", SECRETIVE)
def test_the_tests_know_the_pieces_of_the_game(key: str) -> None:
    """Without pieces, law 6 would not ask whether one is lost."""
    assert not knowledge(key).ALIKE or knowledge(key).pieces(GAMES[key].initial) == []
