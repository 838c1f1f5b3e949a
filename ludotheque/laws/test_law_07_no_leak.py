"""Law 7: seats that have received the same events get the same answers, byte for byte."""

from dataclasses import replace
from random import Random
from typing import Any, Literal

import pytest
from msgspec import json

from domain.games import GAMES
from domain.kernel.messages import Command, Event
from ludotheque.laws.knowledge import knowledge, pieces_of
from ludotheque.laws.random_play import SECRETIVE, Played, Step, dealt, of_every_size, played
from ludotheque.laws.twins import all_it_gets, fold, heard, twin_history

SORTED: Literal["deterministic"] = "deterministic"
NOTHING_HIDDEN = (
    "no twin differs: `twin` in knowledge.py must change what is hidden from the seat; if nothing"
    " is, let all events of the game extend PublicEvent"
)


def of_the_game(key: str, play: Played) -> list[list[Event]]:
    """What the deal and then each turn added to the history of the game."""
    steps = [list(step.events) for step in play.steps]
    kinds = GAMES[key].events
    return [said for step in steps if (said := [e for e in step if isinstance(e, kinds)])]


def asking(play: Played, rng: Random) -> list[Command]:
    """Some commands to be refused with: listed somewhere, some time."""
    commands = [step.command for step in play.turns]
    return rng.sample(commands, min(6, len(commands)))


def state(step: Step) -> Any:
    return getattr(step.before, "play", None)


@of_every_size(SECRETIVE)
def test_a_twin_history_sounds_and_looks_the_same(key: str, seats: int) -> None:
    """Everything the seat has never received is dealt again, from the first event on."""
    game, rng = GAMES[key], Random(seats)
    play = played(key, seats, 0)
    turns = of_the_game(key, play)
    commands = asking(play, rng)
    changed = 0
    for turn in range(1, len(turns), 2):
        history = [event for said in turns[:turn] for event in said]
        for seat in (None, *range(seats)):
            twin = twin_history(key, game, history, seat, rng)
            changed += twin != history
            assert heard(game, twin, seat) == heard(game, history, seat)
            one, other = fold(game, history), fold(game, twin)
            assert all_it_gets(game, one, seat, commands) == all_it_gets(
                game, other, seat, commands
            )
    assert changed or not knowledge(key).ALIKE, NOTHING_HIDDEN


@of_every_size(SECRETIVE)
def test_a_twin_state_looks_the_same(key: str, seats: int) -> None:
    """Everything that is hidden from the seat at this moment is dealt again."""
    game, rng = GAMES[key], Random(seats)
    changed = 0
    for number in range(2):
        play = played(key, seats, number)
        commands = asking(play, rng)
        for step in play.turns:
            for seat in (None, rng.randrange(seats)):
                twin = knowledge(key).twin(state(step), seat, rng)
                changed += twin != state(step)
                assert all_it_gets(game, twin, seat, commands) == all_it_gets(
                    game, state(step), seat, commands
                )
    assert changed, NOTHING_HIDDEN


@of_every_size(SECRETIVE)
def test_at_different_tables_too_a_player_who_has_seen_the_same_gets_the_same(
    key: str, seats: int
) -> None:
    """Views are remembered by what was heard (and where seals lie); they never contradict."""
    game = GAMES[key]
    got: dict[tuple[bytes | None, ...], bytes] = {}
    for number in range(60):
        deal = of_the_game(key, dealt(key, seats, number))[0]
        for length in range(1, len(deal) + 1):
            history = deal[:length]
            sounds = tuple(heard(game, history, None))
            looks = all_it_gets(game, fold(game, history), None, ())
            assert got.setdefault(sounds, looks) == looks


@of_every_size(SECRETIVE)
def test_what_a_seat_may_not_see_is_named_nowhere_in_what_it_gets(key: str, seats: int) -> None:
    """Pieces that no event has ever named to a seat are not in its bytes."""
    game = GAMES[key]
    turns = of_the_game(key, played(key, seats, 1))
    for turn in range(1, len(turns), 3):
        history = [event for said in turns[:turn] for event in said]
        now = fold(game, history)
        for seat in (None, *range(seats)):
            known = b"".join(filter(None, heard(game, history, seat)))
            looks = all_it_gets(game, now, seat, ())
            secret = {each for alike in knowledge(key).ALIKE for each in alike}
            told = {each for each in secret if f'"{each}"'.encode() in known}
            if seat is not None:  # the schemas of parameters name every piece of the box
                looks = looks.replace(
                    json.encode(game.open_parameters(now, seat), order=SORTED), b""
                )
            assert not [each for each in secret - told if f'"{each}"'.encode() in looks]


@pytest.mark.parametrize("key", SECRETIVE)
def test_a_game_that_shows_its_state_would_be_found_out(key: str) -> None:
    leaky = replace(GAMES[key], view=lambda state, _: state)
    silent = ()  # labels are made from a view, not from a state
    rng = Random(key)
    differing = 0
    for step in played(key, leaky.seats[0], 0).turns[:20]:
        twin = knowledge(key).twin(state(step), 0, rng)
        if (pieces := pieces_of(key)) is not None:
            assert sorted(pieces(twin)) == sorted(pieces(state(step)))
        seen = [all_it_gets(leaky, each, 0, (), silent) for each in (twin, state(step))]
        differing += seen[0] != seen[1]
    assert differing
