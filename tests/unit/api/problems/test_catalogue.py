"""A problem code has one meaning, or says what it means in which game."""

from dataclasses import replace

from api.problems.catalogue import CODES, GENERAL, own_refusals
from domain.games import GAMES
from domain.kernel.refusals import COMMON, common


def test_a_common_code_means_the_same_in_every_game() -> None:
    for game in GAMES.values():
        for code, meaning in game.refusals.items():
            assert COMMON.get(code, meaning) == meaning, (game.key, code)  # type: ignore[call-overload]


def test_no_game_refuses_with_a_code_of_the_server() -> None:
    own = {code for game in GAMES.values() for code in game.refusals}
    assert not own & {general.code for general in GENERAL}
    assert all(CODES[general.code] is general for general in GENERAL)


def test_a_code_with_two_meanings_says_what_it_means_in_which_game() -> None:
    one, other = list(GAMES.values())[:2]
    games = [
        replace(one, refusals={"wet": "It rains.", "cold": "It freezes."}),
        replace(other, refusals={"wet": "It is spilled.", "cold": "It freezes."}),
    ]
    assert own_refusals(games) == {
        "wet": f"In {one.title.en}: It rains. In {other.title.en}: It is spilled.",
        "cold": "It freezes.",
    }


def test_every_refusal_of_a_game_is_a_conflict_with_its_rules() -> None:
    own = {code for game in GAMES.values() for code in game.refusals}
    assert {CODES[code].status for code in own} == {409}


def test_a_game_takes_the_meaning_of_a_common_code() -> None:
    assert common("game_over") == {"game_over": COMMON["game_over"]}
