"""Law 4: states, events, commands and views are frozen and hashable."""

from msgspec.structs import asdict

from domain.games import GAMES
from ludotheque.laws.random_play import EVERY_GAME, EVERY_SIZE, played


@EVERY_SIZE
def test_states_and_events_are_hashable(key: str, seats: int) -> None:
    for step in played(key, seats, 0).turns:
        hash(step.before)
        hash(step.after)
        hash(step.command)
        for event in step.events:
            hash(event)


@EVERY_SIZE
def test_views_are_hashable(key: str, seats: int) -> None:
    step = played(key, seats, 0).turns[-1]
    assert hash(GAMES[key].view(step.before.play, 0)) is not None  # type: ignore[union-attr]


@EVERY_GAME
def test_every_kind_of_message_is_frozen(key: str) -> None:
    game = GAMES[key]
    kinds = [*game.events, *game.commands, game.options, type(game.initial)]
    assert all(kind.__struct_config__.frozen for kind in kinds)


@EVERY_GAME
def test_every_option_can_be_written_down(key: str) -> None:
    for value in asdict(GAMES[key].options()).values():
        for each in value if isinstance(value, tuple) else (value,):
            assert each is None or isinstance(each, bool | int | str)
