"""The search answers what people type: the code of the browser, in Node.js, over the real index."""

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw, json

from api.pages.documentation.search import search_index
from tests.support.javascript import ASK, needs_node, node

pytestmark = needs_node
DATA = tomllib.loads((Path(__file__).parent / "search_questions.toml").read_text())
TOPICS = DATA["topics"]
SHARE = 0.9  # of the questions in other words
FIRST = 3
NOTHING = ("zzzzzz", "", "?!")
EXTRA = ("websocket", "LUDOTHEQUE_FSYNC", "not_your_turn", "retry", "reconnecti", "<b>", *NOTHING)


def asked(kind: str) -> list[tuple[str, list[str]]]:
    """Return questions of one kind with their answers."""
    return [(words, each["answers"]) for each in TOPICS for words in each[kind]]


QUESTIONS = [(each["asked"], each["answers"]) for each in TOPICS]
TYPOS = [*DATA["typos"].items()]
OTHERS, HELD_OUT = asked("others"), asked("held_out")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """Return what the search finds for every question, from one run of Node.js."""
    told = [words for words, _ in (*QUESTIONS, *TYPOS, *OTHERS, *HELD_OUT)]
    questions = [*told, *EXTRA]
    file = tmp_path_factory.mktemp("search") / "questions.json"
    file.write_bytes(json.encode({"index": Raw(search_index()), "questions": questions}))
    ran = node(ASK, file)
    assert ran.stderr == ""
    return dict(zip(questions, json.decode(ran.stdout), strict=True))


@cache
def sections() -> frozenset[str]:
    return frozenset(name(row[0]) for row in json.decode(search_index()))


def name(url: str) -> str:
    """Return an address without what all have: `faq#chat`."""
    path = url.removeprefix("/docs").removeprefix("/")
    return path if path and path[0] != "#" else f"index{path}"


def missed(
    questions: Iterable[tuple[str, list[str]]], results: dict[str, list[dict[str, Any]]]
) -> dict[str, list[str]]:
    """Return the questions without an answer in the first results, with these."""
    found = {
        words: [name(each["url"]) for each in results[words][:FIRST]] for words, _ in questions
    }
    return {
        words: found[words]
        for words, answers in questions
        if not any(place in answers or place.partition("#")[0] in answers for place in found[words])
    }


def test_every_answer_is_a_page_or_a_section() -> None:
    pages = {place.partition("#")[0] for place in sections()}
    answers = {answer for _, each in (*QUESTIONS, *TYPOS) for answer in each}
    assert answers <= sections() | pages


def test_every_question_is_answered(results: dict[str, Any]) -> None:
    assert missed(QUESTIONS, results) == {}


def test_typing_errors_are_forgiven(results: dict[str, Any]) -> None:
    assert missed(TYPOS, results) == {}


@pytest.mark.parametrize(("questions", "fewest"), [(OTHERS, 80), (HELD_OUT, 50)])
def test_nine_of_ten_questions_in_other_words_are_answered(
    results: dict[str, Any], questions: list[tuple[str, list[str]]], fewest: int
) -> None:
    assert len(questions) >= fewest
    without = missed(questions, results)
    assert len(without) <= (1 - SHARE) * len(questions), without


def test_a_search_without_a_page_would_be_found(results: dict[str, Any]) -> None:
    assert missed([("websocket", ["faq#chat"])], results)
    assert missed([("websocket", ["faq"])], results) == {}


def test_results_are_the_best_sections_of_different_pages_then_others(
    results: dict[str, Any],
) -> None:
    places = [each["url"] for each in results["retry"]]
    pages = [place.partition("#")[0] for place in places]
    assert len(set(places)) == len(places) == 12
    assert len(set(pages[:6])) == 6
    assert len(set(pages)) < 12


def test_a_result_has_its_page_its_section_and_an_excerpt_with_the_words(
    results: dict[str, Any],
) -> None:
    first = results["websocket"][0]
    assert (first["page"], first["heading"]) == ("Questions and answers", "WebSocket")
    assert ["WebSocket", True] in first["excerpt"]
    assert sum(len(text) for text, _ in first["excerpt"]) <= 152


def test_names_of_settings_and_problems_and_beginnings_of_words_are_found(
    results: dict[str, Any],
) -> None:
    expected = {
        "LUDOTHEQUE_FSYNC": ["settings"],
        "not_your_turn": ["problems/not_your_turn"],
        "reconnecti": ["writing-a-client#reconnecting"],
    }
    assert missed(expected.items(), results) == {}


def test_a_question_without_known_words_finds_nothing(results: dict[str, Any]) -> None:
    assert [results[words] for words in NOTHING] == [[], [], []]
