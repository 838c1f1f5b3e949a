"""Every text that the server and the command line serve is in plain English."""

import json
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

import click
import pytest

from api.openapi.document import expanded
from api.problems.catalogue import CODES
from application.setting_docs import described
from openapi.load.command import load
from tests.support.documents.plain_english import Response, Text, faults, response_faults
from workers.cli import main

DOCUMENT = expanded()
SERVED = ("summary", "description")
DATA = ("example", "examples", "value", "default", "enum", "const")  # recorded, not written


def texts_of(part: Any, place: str) -> Iterator[Text]:
    """Yield every summary and description below a part of the document."""
    if isinstance(part, list):
        for number, each in enumerate(part):
            yield from texts_of(each, f"{place}[{number}]")
    if not isinstance(part, dict):
        return
    for key, inner in part.items():
        if key in SERVED and isinstance(inner, str):
            yield Text(f"{place}.{key}", inner)
        elif key == "examples" and isinstance(inner, dict):
            yield from (
                Text(f"{place}.{name}", each["summary"])
                for name, each in inner.items()
                if "$ref" not in each  # its target is read where it stands
            )
        elif key not in DATA:
            yield from texts_of(inner, f"{place}.{key}")


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, item in DOCUMENT["paths"].items():
        for method, operation in item.items():
            yield f"{method.upper()} {path}", operation


def responses() -> list[Response]:
    """Return the responses. Problems are alike if they have the same status and schema.

    No two operations return the same thing, so every success has a description of its own.
    """
    found = []
    for place, operation in operations():
        for status, response in operation["responses"].items():
            media = response.get("content", {}).items()
            content = json.dumps([status, [(kind, each["schema"]) for kind, each in media]])
            problem = status >= "400"
            alike = content if problem else f"{operation['operationId']} {content}"
            found.append(Response(f"{place} → {status}", response["description"], alike))
    return found


def commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        for inner, each in command.commands.items():
            yield from commands(each, f"{name} {inner}")


def prose(help_text: str) -> str:
    """Return a help text; in preformatted paragraphs, which begin with \\b, every line is one."""
    paragraphs = cleandoc(help_text).split("\n\n")
    return "\n\n".join(
        each.replace("\n", "\n\n") if each.startswith("\b") else each for each in paragraphs
    )


def command_line() -> Iterator[Text]:
    """Yield the help of every command and of every option."""
    for name, command in (*commands(main, "ludotheque"), ("ludotheque load", load)):
        yield Text(name, prose(command.help or ""))
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                yield Text(f"{name} {parameter.opts[-1]}", parameter.help or "")


def test_the_document_is_in_plain_english() -> None:
    texts = list(texts_of(DOCUMENT, "document"))
    assert len(texts) > 1000
    assert [fault for text in texts for fault in faults(text)] == []


def test_every_response_says_what_is_in_it() -> None:
    found = responses()
    assert len(found) > 200
    assert list(response_faults(found)) == []


def test_an_operation_has_a_short_imperative_summary() -> None:
    for place, operation in operations():
        summary = operation["summary"]
        assert len(summary.split()) <= 7, place
        assert summary.split()[0] in IMPERATIVES, f"{place}: {summary}"
        assert not summary.endswith("."), place


IMPERATIVES = {
    *("Audit", "Check", "Create", "Delete", "Enable", "Erase", "Explain", "Fork", "Get", "Give"),
    *("Cancel", "Change", "Count", "Play", "Propose", "Recover", "Resign", "Revoke", "Withdraw"),
    *("Begin", "Close", "End", "Lift", "Limit", "Rename", "Suspend"),
    *("Leave", "List", "Move", "Open", "Reveal", "Rotate", "Send", "Start", "Stream", "Take"),
}


@pytest.mark.parametrize("code", CODES)
def test_a_problem_has_a_title_and_says_what_it_means(code: str) -> None:
    known = CODES[code]
    assert not list(faults(Text(code, known.title)))
    assert not list(faults(Text(code, known.meaning)))
    assert len(known.title.split()) <= 5
    assert known.meaning.endswith(".")


def test_the_help_of_every_command_is_in_plain_english() -> None:
    texts = list(command_line())
    assert len(texts) > 30
    assert [fault for text in texts for fault in faults(text)] == []


def test_every_setting_is_in_plain_english() -> None:
    texts = [Text(each.variable, each.about) for each in described()]
    assert texts
    assert [fault for text in texts for fault in faults(text)] == []


@pytest.mark.parametrize(
    "bad",
    [
        "",
        " \n",
        "As asked.",
        "Whoever waits is woken.",
        "The list is written anew.",
        "The client is told what happens.",
        "Of an event that is not for your ears you get its seal.",
        "There is no such game on the shelf.",
        "Its owner, if he is seated, sees it.",
        "GS-22",
        "GS-86, GS-89 (c)",
        "The server stores " + "and sends " * 17 + "it.",
        "Short. " + "A sentence that goes on and on " * 6 + ". Short.",
    ],
)
def test_a_bad_text_would_be_found(bad: str) -> None:
    assert list(faults(Text("here", bad)))


@pytest.mark.parametrize(
    "good",
    [
        "The table as this caller may see it.",
        "The header `shelf` names the column.",  # a name in code is not prose
        "Those who shell peas, and the heads of this history.",  # only whole words count
        "First. " + "One word after another. " * 20,
        "* one item of the list\n" * 20,
    ],
)
def test_a_good_text_passes(good: str) -> None:
    assert list(faults(Text("here", good))) == []


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (Response("a", "Done.", "x"), Response("b", "The table.", "y")),
        (Response("a", "", "x"), Response("b", "The table.", "y")),
        (Response("a", "The table.", "x"), Response("b", "The table.", "y")),
        (Response("a", "The table.", "x"), Response("b", "the table. ", "y")),
    ],
)
def test_a_response_that_says_too_little_would_be_found(one: Response, two: Response) -> None:
    assert list(response_faults([one, two]))


def test_like_responses_may_say_the_same() -> None:
    alike = [Response(place, "The token is missing.", "401") for place in ("a", "b")]
    assert list(response_faults(alike)) == []


def test_every_kind_of_text_in_the_document_is_read() -> None:
    part = {
        "summary": "one",
        "parameters": [{"description": "two"}],
        "responses": {"200": {"description": "three", "content": {"x": {"examples": EXAMPLES}}}},
        "properties": {"description": {"type": "string", "description": "five"}},
    }
    assert {text.text for text in texts_of(part, "")} == {"one", "two", "three", "four", "five"}


EXAMPLES = {"first": {"summary": "four", "value": {"description": "recorded"}}}
