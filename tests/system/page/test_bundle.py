"""The bundle of the page: made of the modules, complete, small, and in few files."""

import pytest

from api.http.cached_body import CachedBody
from api.http.compression import compress
from api.pages.web.files import (
    BOARD,
    ENTRY,
    FOLDER,
    INDEX,
    Site,
    bundled,
    imported,
    modules,
    write,
)
from tests.support.documents.npm import TOOLS, needs_node
from tests.support.javascript import node

pytestmark = needs_node

MOST_BYTES = 52_000  # of the files of the first load, compressed; the answers of the API are small
MOST_FILES = 24  # the API answers five requests more


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, CachedBody]:
    folder = tmp_path_factory.mktemp("page")
    write(folder / "modules")
    target = folder / "bundle"
    ran = node(TOOLS / "bundle.mjs", folder / "modules", target)
    assert ran.returncode == 0, ran.stderr
    made = bundled(modules(), target)
    assert made != modules()  # the server takes it for a bundle of these modules
    return made


def is_board(path: str) -> bool:
    return BOARD.fullmatch(path) is not None


def first_load(files: dict[str, CachedBody]) -> set[str]:
    """Return the files that a browser loads before a game is chosen."""
    pictures = [path for path in files if path.endswith("/picture.js")]
    assert len(pictures) == sum(map(is_board, files)) > 0
    sheets = [path for path in files if path.endswith(".css") and "kit" not in path]
    return {*sheets, "icon.svg", *(p for each in (ENTRY, *pictures) for p in imported(files, each))}


def test_the_first_load_is_small_and_needs_few_requests(files: dict[str, CachedBody]) -> None:
    loaded = first_load(files)
    page = Site(files, INDEX.read_text()).page.encode()
    assert page.count(b"modulepreload") == len(imported(files, ENTRY)) == 2
    size = sum(len(compress(each, "gzip")) for each in (page, *(files[p].content for p in loaded)))
    assert size < MOST_BYTES
    assert len(loaded) < MOST_FILES


def test_everything_that_a_file_of_the_bundle_imports_is_served(
    files: dict[str, CachedBody],
) -> None:
    made = [path for path in files.keys() - modules().keys() if path.endswith(".js")]
    assert made
    readable = "screens/home.js"  # modules stay as they were written
    assert files[readable].content == (FOLDER / readable).read_bytes()
    for path in (*made, ENTRY, *filter(is_board, files)):
        imported(files, path)  # a missing file raises KeyError
