"""Title and detail of a problem are in the language of the caller."""

import pytest

from tests.support.documents.document_check import assert_problem
from tests.support.players.callers import Caller
from tests.support.tables.http_table import HttpTable

NOT_IN_HAND = {"en": "You do not hold", "fr": "Vous n’avez pas"}
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
        each for each in ("R-black-4", "R-black-5", "R-black-6", "R-blue-9") if each not in hand
    )
    headers = {} if accepted is None else {"Accept-Language": accepted}
    command = {"type": PLAY, "card": card}
    answer = read_only_table.send(player, command, params=query, headers=headers)
    problem = assert_problem(answer, 409, "card_not_in_hand")
    assert NOT_IN_HAND[lang] in problem["detail"]
    assert answer.headers["content-language"] == lang
    assert "Accept-Language" in answer.headers["vary"]


@pytest.mark.parametrize(
    ("path", "status", "code", "title", "detail"),
    [
        (f"/v1/tables/{'a' * 26}", 404, "no_such_table", "Table introuvable", "Aucune table"),
        ("/v1/players/me", 401, "token_missing", "Jeton manquant", "Cette opération demande"),
        ("/v1/nothing", 404, "not_found", "Introuvable", "Il n’y a rien à /v1/nothing."),
        ("/v1/games?page=1", 400, "malformed", "Requête mal formée", "Cette opération n’a pas"),
        (
            "/v1/tables?limit=x",
            400,
            "malformed",
            "Requête mal formée",
            "Le paramètre `limit` doit être un entier",
        ),
    ],
)
def test_problems_of_the_table_and_of_the_api_are_in_french(
    anyone: Caller, path: str, status: int, code: str, title: str, detail: str
) -> None:
    answer = anyone.get(path, headers={"Accept-Language": "fr"})
    problem = assert_problem(answer, status, code)
    assert problem["title"] == title
    assert problem["detail"].startswith(detail)
    assert answer.headers["content-language"] == "fr"


def test_the_meaning_of_a_code_is_in_the_language_of_the_caller(anyone: Caller) -> None:
    answer = anyone.get("/problems/table_full", headers={"Accept-Language": "fr"})
    assert answer.json()["title"] == "Table complète"
    assert "Accept-Language" in answer.headers["vary"]
