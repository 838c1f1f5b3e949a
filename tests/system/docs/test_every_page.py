"""Every page that prints commands has a test in this folder, or in browser/, that runs them."""

from pathlib import Path

from api.pages.documentation.pages import PAGES, page
from tests.support.documents.doc_commands import commands

FOLDERS = (Path(__file__).parent, Path(__file__).parents[1] / "browser")


def test_every_page_with_commands_is_run() -> None:
    tests = "\n".join(path.read_text() for each in FOLDERS for path in each.glob("test_*.py"))
    pages = [name for name in PAGES if commands(page(name))]
    assert pages
    assert [name for name in pages if f'run_page("{name}"' not in tests] == []
