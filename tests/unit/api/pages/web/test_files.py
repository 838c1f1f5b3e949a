"""The files of the page: read when needed, compressed, complete."""

import re
from pathlib import Path

from api.app import framework
from api.http.cached_body import CachedBody
from api.pages.web.files import (
    BOARD,
    ENTRY,
    FOLDER,
    Site,
    boards,
    bundled,
    imported,
    index,
    listing,
    modules,
    site,
)
from application.settings import Settings
from domain.games import GAMES

LAZY = re.compile(r'import\("(\./[^"]+)"\)')


def test_nothing_is_read_before_someone_opens_the_page() -> None:
    site.cache_clear()
    framework(Settings())
    assert site.cache_info().currsize == 0


def test_the_page_names_all_modules_of_its_first_load_so_that_they_load_at_once() -> None:
    page = index("").content.decode()
    for path in imported(site().files, ENTRY):
        assert f'"/web/{site().build}/{path}"' in page
    assert "{" not in page


def test_every_module_that_the_page_imports_is_served() -> None:
    files = modules()
    for path in (each for each in files if each.endswith(".js")):
        imported(files, path)  # a static import of a missing file raises KeyError
        if "/" not in path:
            lazy = LAZY.findall(files[path].content.decode())
            assert all(target.removeprefix("./") in files for target in lazy), path


def test_the_library_for_other_clients_is_served_without_a_second_copy() -> None:
    assert "client/ludotheque.js" in site().files
    assert not (FOLDER / "client").exists()


def test_a_game_ships_its_board_below_a_hash_of_its_files() -> None:
    page = index("").content.decode()
    for key, game in GAMES.items():
        (path,) = [
            path for path in site().files if path.startswith(f"games/{key}/") and "board.js" in path
        ]
        found = BOARD.fullmatch(path)
        assert found is not None
        assert f"{found[1]}" in page
        assert path in boards(key, game.package)
    assert boards("json", "json") == {}  # a package without a folder `web`


def test_python_and_settings_are_not_served() -> None:
    assert not [path for path in site().files if not path.endswith((".js", ".css", ".svg"))]


def test_a_bundle_is_served_if_it_was_made_of_the_modules_that_are_here(tmp_path: Path) -> None:
    files = {"main.js": CachedBody(b"import './other.js'"), "other.js": CachedBody(b"1")}
    assert bundled(files, tmp_path / "none") == files
    (tmp_path / "main.js").write_bytes(b"1")
    (tmp_path / "SOURCES").write_text(listing(files))
    assert bundled(files, tmp_path)["main.js"].content == b"1"
    assert bundled(files, tmp_path)["other.js"].content == b"1"  # readers still find the module
    installed = files | {"games/nim/0123/board.js": CachedBody(b"3")}
    assert bundled(installed, tmp_path)["main.js"].content == b"1"  # a later package is beside it
    changed = files | {"other.js": CachedBody(b"2")}
    assert bundled(changed, tmp_path) == changed


def test_another_file_gives_another_build() -> None:
    main = {"main.js": CachedBody(b"1")}
    assert Site(main, "").build != Site({"main.js": CachedBody(b"2")}, "").build
    assert Site(main, "").build == Site(dict(main), "").build
