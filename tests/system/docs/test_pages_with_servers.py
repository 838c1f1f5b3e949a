"""Every page that starts servers itself works as printed. These pages take longest."""

from pathlib import Path

import pytest

from tests.support.documents.clone import fresh_clone
from tests.support.documents.page_blocks import blocks, pages_with_commands, starts_servers
from tests.support.documents.page_run import needs_shell, run_page

pytestmark = needs_shell
PAGES = [path for path in pages_with_commands() if starts_servers(path)]


@pytest.mark.parametrize("path", PAGES)
def test_the_commands_of_a_page_work(path: str, clone_folder: Path) -> None:
    run_page(blocks(path), fresh_clone(clone_folder))
