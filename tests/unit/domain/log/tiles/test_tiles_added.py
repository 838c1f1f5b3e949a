import pytest

from domain.log.note import LogError
from domain.log.tiles import ENTRIES, Tile, grow
from tests.support.histories import tlog_reader

DATA = [b"entry %d" % n for n in range(70_000)]


def whole_tree(size: int) -> dict[Tile, bytes]:
    return grow(0, dict[Tile, bytes]().__getitem__, DATA[:size])[0]


def test_a_tree_of_70000_has_the_tiles_of_the_specification() -> None:
    tiles = whole_tree(70_000)
    full = {level: sum(t.level == level and t.width == 256 for t in tiles) for level in range(3)}
    assert full == {0: 273, 1: 1, 2: 0}
    partial = {(t.level, t.width) for t in tiles if t.width < 256}
    assert partial == {(ENTRIES, 112), (0, 112), (1, 17), (2, 1)}


def test_a_tree_of_256_has_a_full_tile_and_one_above_it() -> None:
    assert list(whole_tree(256)) == [Tile(ENTRIES, 0), Tile(0, 0), Tile(1, 0, 1)]


@pytest.mark.parametrize(
    "sizes", [[1, 2, 3], [255, 256, 257], [256, 512], [100, 700, 701], [0, 5], [65_536, 65_537]]
)
def test_a_log_that_grows_has_the_tiles_and_roots_of_the_specification(sizes: list[int]) -> None:
    stored: dict[Tile, bytes] = {}
    old = 0
    for size in sizes:
        tiles, root = grow(old, stored.__getitem__, DATA[old:size])
        assert root == tlog_reader.mth(DATA[:size])
        added = {tile: raw for tile, raw in whole_tree(size).items() if tile not in stored}
        assert tiles == added
        stored |= tiles
        old = size
    fetched = {f"tile/{tile.path}": raw for tile, raw in stored.items()}
    checked = tlog_reader.Checked.__new__(tlog_reader.Checked)
    checked.size = old
    checked.entries = checked.bundles(fetched.__getitem__)
    assert checked.entries == DATA[:old]
    checked.check_tiles(fetched.__getitem__)


def test_growing_by_nothing_writes_nothing() -> None:
    def read(tile: Tile) -> bytes:
        raise LogError(tile.path)

    assert grow(0, read, []) == ({}, tlog_reader.mth([]))
