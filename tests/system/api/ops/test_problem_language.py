"""The detail of a refused command is in the language of the caller."""

import pytest

from tests.support.documents.problems import assert_problem
from tests.support.tables.http_table import HttpTable

NOT_IN_HAND = {"en": "You do not hold", "fr": "Vous n'avez pas"}
PLAY = "gumball_rally.play"


@pytest.mark.parametrize(
    ("query", "accepted", "lang"),
    [
        ({}, None, "en"),
        ({}, "fr-CH, en;q=0.5", "fr"),
        ({"lang": "fr"}, "en", "fr"),
        ({"lang": "en"}, "fr", "en"),
        ({}, "de", "en"),
    ],
)
def test_a_refusal_is_in_the_language_of_the_caller(
    read_only_table: HttpTable, query: dict[str, str], accepted: str | None, lang: str
) -> None:
    player = read_only_table.at_turn()
    hand = read_only_table.seen(player)["view"]["hand"]
    card = next(
        each for each in ("R-noir-4", "R-noir-5", "R-noir-6", "R-bleu-9") if each not in hand
    )
    headers = {} if accepted is None else {"Accept-Language": accepted}
    command = {"type": PLAY, "card": card}
    answer = read_only_table.send(player, command, params=query, headers=headers)
    problem = assert_problem(answer, 409, "card_not_in_hand")
    assert NOT_IN_HAND[lang] in problem["detail"]
    assert answer.headers["content-language"] == lang
    assert "Accept-Language" in answer.headers["vary"]
