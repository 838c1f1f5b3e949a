"""The tour of the API runs as printed."""

import re

import pytest

from api.pages.documentation.pages import page
from tests.support.documents.doc_commands import PRINTED_BASE, needs_shell, run_page
from tests.support.servers.serve_process import ServeProcess

pytestmark = needs_shell


@pytest.fixture(scope="module")
def walked(server: ServeProcess, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the tour prints."""
    return run_page("tour", server, tmp_path_factory.mktemp("tour"))


def test_the_tour_names_the_address_the_server_listens_on_by_default() -> None:
    assert PRINTED_BASE in page("tour")


def test_the_tour_ends_with_a_finished_table(walked: str) -> None:
    assert re.search(r"finished after \d+ events", walked)


def test_the_tour_verifies_the_table_it_has_played(walked: str) -> None:
    assert re.search(r"^PASS: \d+ events, \d+ draws, head [0-9a-f]{64}$", walked, re.M)
    assert re.search(r'"status":"(queued|running|done)"', walked)


def test_the_tour_shows_the_same_answer_for_the_same_key(walked: str) -> None:
    played = re.findall(
        r'\{"version":\d+,"head":"[0-9a-f]{64}","command_salt":"[0-9a-f]{64}","events":'
        r'[^\n{]*\{[^\n]*?"sentence"',
        walked,
    )
    first, again = played[:2]  # later ones are other moves
    assert first == again


def test_the_tour_shows_a_seal_and_a_rule(walked: str) -> None:
    assert '"sealed":"' in walked
    assert '"rule":"GB-17"' in walked
    assert "'id': 'GB-17'" in walked


def test_the_tour_plays_a_chosen_list_of_steps(walked: str) -> None:
    assert "item = LF | LM | LR | RF | RM | RR | B" in walked
    stance = '"stance":{"body":2,"left":[1,2,3],"right":[1,2,3]}'
    assert f'{stance},"steps":["B"]' in walked
