"""A problem code has one meaning, or says what it means in which game."""

from itertools import combinations

from api.problems.catalogue import CODES, codes_in, meanings_in, own_refusals
from api.problems.statuses import STATUSES
from domain.games import GAMES
from domain.kernel.data_files import meanings
from domain.kernel.ids import LANGUAGES


def test_a_common_code_means_the_same_in_every_game() -> None:
    common = meanings("domain.kernel")
    for game in GAMES.values():
        for code, meaning in game.refusals.items():
            assert common.get(code, meaning) == meaning, (game.key, code)


def test_no_game_refuses_with_a_code_of_the_server() -> None:
    own = {code for game in GAMES.values() for code in game.refusals}
    assert not own & STATUSES.keys()


def test_a_code_with_two_meanings_says_what_it_means_in_which_game() -> None:
    rain = {"wet": "It rains.", "cold": "It freezes."}
    spilled = {"wet": "It is spilled.", "cold": "It freezes."}
    assert own_refusals([("Rain", rain), ("Coffee", spilled)]) == {
        "wet": "In Rain: It rains. In Coffee: It is spilled.",
        "cold": "It freezes.",
    }


def test_every_code_of_the_server_has_a_title_and_a_meaning_of_its_own_in_french() -> None:
    french = codes_in("fr")
    assert french.keys() == CODES.keys()
    for code, status in STATUSES.items():
        assert french[code].status == CODES[code].status == status
        assert french[code].meaning.endswith("."), code
        assert len(french[code].title.split()) <= 5, code


def test_no_code_has_the_same_title_or_meaning_in_two_languages() -> None:
    for one, other in combinations(map(meanings_in, LANGUAGES), 2):
        for code, text in one.items():
            assert text.title != other[code].title, code
            assert text.meaning != other[code].meaning, code


def test_codes_of_games_are_explained_in_english_and_are_refusals_elsewhere() -> None:
    assert CODES["would_drown"].title == "Would drown"
    assert codes_in("fr")["would_drown"].title == "Refusé par les règles"


def test_every_refusal_of_a_game_is_a_conflict_with_its_rules() -> None:
    own = {code for game in GAMES.values() for code in game.refusals}
    assert {CODES[code].status for code in own} == {409}
