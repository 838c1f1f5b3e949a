"""The tour of the README runs as printed."""

import re
import shutil
import subprocess

import pytest

from tests.support.paths import ROOT
from tests.support.processes import serving
from tests.support.store_servers import running

PRINTED_BASE = "http://127.0.0.1:8000"


def tour() -> str:
    """The shell blocks of the README, as one script."""
    return "\n".join(
        re.findall(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    )


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the tour prints, against a server of our own."""
    directory = tmp_path_factory.mktemp("tour")
    with running("valkey", directory / "store") as store, serving(store.url, directory) as api:
        script = "set -euo pipefail\n" + tour().replace(PRINTED_BASE, api.base)
        done = subprocess.run(
            ["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120
        )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


pytestmark = pytest.mark.skipif(
    not (shutil.which("curl") and shutil.which("bash")), reason="the tour is told in bash and curl"
)


def test_the_tour_names_the_address_the_server_listens_on_by_default() -> None:
    assert PRINTED_BASE in tour()


def test_the_tour_ends_with_a_finished_table(walked: str) -> None:
    assert re.search(r"finished after \d+ events", walked)


def test_the_tour_verifies_the_table_it_has_played(walked: str) -> None:
    assert re.search(r"^PASS: \d+ events, \d+ draws, head [0-9a-f]{64}$", walked, re.M)
    assert '"status":"queued"' in walked


def test_the_tour_shows_the_same_answer_for_the_same_key(walked: str) -> None:
    played = re.findall(
        r'\{"version":\d+,"head":"[0-9a-f]{64}","events":[^\n{]*\{[^\n]*?"sentence"', walked
    )
    assert len(played) == 2
    assert played[0] == played[1]


def test_the_tour_shows_a_seal_and_a_rule(walked: str) -> None:
    assert '"sealed":"' in walked
    assert '"rule":"GB-17"' in walked
    assert "'id': 'GB-17'" in walked


def test_the_tour_plays_a_chosen_list_of_steps(walked: str) -> None:
    assert "item = LF | LM | LR | RF | RM | RR | B" in walked
    stance = '"stance":{"body":2,"left":[1,2,3],"right":[1,2,3]}'
    assert f'{stance},"steps":["B"]' in walked
