"""The files of the page: read when needed, compressed, complete."""

import gzip
import re

import pytest

from api.app import framework
from api.pages.web.files import ENTRY, FOLDER, File, Site, accepts, imported, site
from application.settings import Settings

MOST_BYTES = 150_000  # of the first load, compressed
LAZY = re.compile(r'import\("(\./[^"]+)"\)')


def test_nothing_is_read_before_someone_opens_the_page() -> None:
    site.cache_clear()
    framework(Settings())
    assert site.cache_info().currsize == 0


def test_the_first_load_is_small() -> None:
    files = site().files
    loaded = [*imported(files, ENTRY), "theme.css", "page.css", "icon.svg"]
    size = sum(len(files[path].packed("gzip").content) for path in loaded)
    size += len(site().index.packed("gzip").content)
    assert 10_000 < size < MOST_BYTES


def test_the_page_names_all_modules_of_its_first_load_so_that_they_load_at_once() -> None:
    index = site().index.content.decode()
    for path in imported(site().files, ENTRY):
        assert f'"/web/{site().build}/{path}"' in index
    assert "{" not in index


def test_every_module_that_the_page_imports_is_served() -> None:
    files = site().files
    modules = [path for path in files if path.endswith(".js")]
    for path in modules:
        imported(files, path)  # a static import of a missing file raises KeyError
        if "/" not in path:
            lazy = LAZY.findall(files[path].content.decode())
            assert all(target.removeprefix("./") in files for target in lazy), path


def test_the_library_for_other_clients_is_served_without_a_second_copy() -> None:
    assert "client/ludotheque.js" in site().files
    assert not (FOLDER / "client").exists()


def test_python_and_settings_are_not_served() -> None:
    assert not [path for path in site().files if not path.endswith((".js", ".css", ".svg"))]


def test_a_file_is_sent_as_the_client_accepts_it() -> None:
    file = File(b"let x = 1;\n" * 50, "text/javascript")
    plain, packed = file.packed(""), file.packed("gzip, deflate, br")
    assert plain.encoding is None
    assert packed.encoding == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert plain.tag != packed.tag


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("gzip", True),
        ("deflate, GZIP;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000", False),
        ("x-gzip", False),
        ("", False),
    ],
)
def test_an_encoding_may_be_refused(header: str, accepted: bool) -> None:
    assert accepts(header, "gzip") is accepted


def test_another_file_gives_another_build() -> None:
    main = {"main.js": File(b"1", "text/javascript")}
    assert Site(main, "").build != Site({"main.js": File(b"2", "text/javascript")}, "").build
    assert Site(main, "").build == Site(dict(main), "").build
