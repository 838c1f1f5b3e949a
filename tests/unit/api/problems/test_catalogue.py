"""A problem code has one meaning in all games."""

from api.problems.catalogue import CODES, GENERAL
from domain.games import GAMES


def test_a_code_means_the_same_in_every_game() -> None:
    for code in {code for game in GAMES.values() for code in game.refusals}:
        meanings = {game.refusals[code] for game in GAMES.values() if code in game.refusals}
        assert len(meanings) == 1 or code in {general.code for general in GENERAL}


def test_what_is_said_in_general_is_not_overruled_by_a_game() -> None:
    assert all(CODES[general.code] is general for general in GENERAL)


def test_every_refusal_of_a_game_is_a_conflict_with_its_rules() -> None:
    own = {code for game in GAMES.values() for code in game.refusals}
    assert {CODES[code].status for code in own} == {409}
