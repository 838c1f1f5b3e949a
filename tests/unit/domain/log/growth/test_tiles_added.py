import pytest

from domain.log.errors import LogError
from domain.log.growth import grow
from domain.log.tiles import Tile, tiles_between
from tests.support.histories import tlog_reader

DATA = [b"entry %d" % n for n in range(70_000)]


@pytest.mark.parametrize(
    "sizes", [[1, 2, 3], [255, 256, 257], [256, 512], [100, 700, 701], [0, 5], [65_536, 65_537]]
)
def test_a_log_that_grows_has_the_tiles_and_roots_of_the_specification(sizes: list[int]) -> None:
    stored: dict[Tile, bytes] = {}
    old = 0
    for size in sizes:
        tiles, root = grow(old, stored.__getitem__, DATA[old:size])
        assert root == tlog_reader.mth(DATA[:size])
        assert set(tiles) == set(tiles_between(old, size))
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
