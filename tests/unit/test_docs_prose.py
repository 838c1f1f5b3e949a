"""Every page is plain English, begins with its aim, and leads on to the next step."""

import re
from collections.abc import Iterator

import pytest
from markdown_it import MarkdownIt

from api.http.operation import camel
from api.pages.documentation.contents import DECISIONS
from api.pages.documentation.pages import PAGES, page
from domain.games import GAMES
from domain.kernel import data_files
from tests.support.documents.document_check import DOCUMENT
from tests.support.documents.plain_english import Text, faults
from tests.support.paths import ROOT

_markdown = MarkdownIt("commonmark").enable("table")

READMES = tuple(path.relative_to(ROOT).as_posix() for path in ROOT.glob("domain/games/*/README.md"))
WRITTEN = [name for name in PAGES if name not in DECISIONS and name != "changelog"]
SCHEMAS = DOCUMENT["components"]["schemas"]
AIM = re.compile(r"\b(page|tutorial)\b|^Ludothèque is|^With a webhook")
PROJECT_FILES = ("README.md", "CHANGELOG.md", "tests/golden/README.md", *READMES)


def paragraphs(markdown: str) -> Iterator[str]:
    """Yield the text of every paragraph, item, heading and cell; code stands as `x`."""
    for token in _markdown.parse(markdown):
        if token.type == "inline":
            parts = (
                {"code_inline": "x", "softbreak": " ", "hardbreak": " "}.get(each.type)
                or each.content
                for each in token.children or []
            )
            yield "".join(parts)


def page_faults(place: str, markdown: str) -> list[str]:
    """Return the denied words and the long sentences of a page."""
    return [fault for text in paragraphs(markdown) for fault in faults(Text(place, text))]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_long_sentence_and_no_denied_word(name: str) -> None:
    assert page_faults(name, page(name)) == []


@pytest.mark.parametrize("path", PROJECT_FILES)
def test_a_readme_has_no_long_sentence_and_no_denied_word(path: str) -> None:
    assert page_faults(path, (ROOT / path).read_text()) == []


@pytest.mark.parametrize("key", GAMES)
def test_a_guide_begins_with_the_aim_and_describes_a_turn(key: str) -> None:
    text = data_files.guide_text(GAMES[key].package, "en")
    assert text.startswith("## Aim\n")
    assert re.search(r"^## (A turn|A round|A trick|A race)$", text, re.M)
    assert page_faults(key, text) == []


@pytest.mark.parametrize("name", WRITTEN)
def test_the_first_sentence_says_what_the_page_is_for(name: str) -> None:
    _, first, *_ = paragraphs(page(name))
    sentence = first.partition(". ")[0]
    assert AIM.search(sentence), sentence


@pytest.mark.parametrize("name", WRITTEN)
def test_a_page_ends_with_a_link_to_the_next_step(name: str) -> None:
    last = page(name).rstrip().rpartition("\n\n")[2]
    assert last.startswith("Next: ")
    assert re.search(r"\]\([^)]+\)", last)


@pytest.mark.parametrize("name", DECISIONS)
def test_a_decision_has_a_number_a_date_and_three_short_parts(name: str) -> None:
    text = page(name)
    number = int(name.removeprefix("decisions/")[:4])
    assert re.match(rf"# {number}\. .+\n\n20\d\d-\d\d-\d\d\n\n", text)
    assert re.findall(r"^## (\w+)$", text, re.M) == ["Context", "Decision", "Consequence"]
    assert len(text.splitlines()) <= 40


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(name.removeprefix("decisions/")[:4]) for name in DECISIONS]
    assert numbers == [*range(1, len(numbers) + 1)]


def test_long_sentences_and_denied_words_of_a_page_would_be_found() -> None:
    assert len(page_faults("page", f"# T\n\nShort. {'word ' * 36}.\n")) == 1
    assert len(page_faults("page", "- an item\n- Whoever reads this.\n")) == 1
    assert len(page_faults("page", "| a |\n|---|\n| The caller is told nothing. |\n")) == 1
    assert page_faults("page", "```\nwhoever\n```\n\nFine.") == []


@pytest.mark.parametrize("key", GAMES)
def test_a_guide_says_what_to_draw_of_every_part_of_the_view(key: str) -> None:
    text = data_files.guide_text(GAMES[key].package, "draw")
    game = {name: each for name, each in SCHEMAS.items() if name.startswith(camel(key))}
    view = {*game[f"{camel(key)}View"]["properties"]} - {"game"}
    fields = {field for each in game.values() for field in each.get("properties", ())}
    named = {part for name in re.findall(r"`([a-z_.]+)`", text) for part in name.split(".")}
    assert view - named == set()
    assert named - fields <= {"actions", "texts", *data_files.texts(GAMES[key].package)}
