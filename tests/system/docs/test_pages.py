"""Every page whose commands use the server of the reader (`make serve`) works as printed."""

import re
from pathlib import Path

import pytest

from domain.games import GAMES
from tests.support.documents.clone import fresh_clone
from tests.support.documents.page_blocks import (
    Block,
    blocks,
    pages_with_commands,
    starts_servers,
)
from tests.support.documents.page_run import needs_shell, run_page
from tests.support.documents.page_server import PageServer

pytestmark = needs_shell
PAGES = [path for path in pages_with_commands() if not starts_servers(path)]
IN_A_PAGE = "galopp_royal"  # openapi/clients/README.md leads through a table of it


def run(printed: list[Block], page_server: PageServer, folder: Path) -> str:
    server = page_server.running()
    try:
        var = {"LUDOTHEQUE_VAR": str(server.var)}
        return run_page(printed, fresh_clone(folder), server.url, var)
    except BaseException:
        page_server.stop()  # the page may have left it in any state
        raise


@pytest.mark.parametrize("path", PAGES)
def test_the_commands_of_a_page_work(
    path: str, page_server: PageServer, clone_folder: Path
) -> None:
    run(blocks(path), page_server, clone_folder)


@pytest.mark.parametrize("key", [key for key in GAMES if key != IN_A_PAGE])
def test_walk_sh_leads_through_a_table_of_every_game(
    key: str, page_server: PageServer, clone_folder: Path
) -> None:
    walk = f"BASE=http://127.0.0.1:8000 MOVES=1 openapi/clients/walk.sh {key}"
    output = run([Block("walk", "sh", "", False, walk)], page_server, clone_folder)
    assert f'"game": "{key}"' in output
    assert "Idempotency-Key: walk-1" in output
    assert re.search(r"5\. (running|finished) after \d+ moves and \d+ events", output)
