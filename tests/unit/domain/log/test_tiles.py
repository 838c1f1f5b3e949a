import pytest

from domain.log.merkle import Range, leaf_hash
from domain.log.note import LogError
from domain.log.tiles import (
    ENTRIES,
    Tile,
    Tree,
    decode_bundle,
    encode_bundle,
    parse_path,
    tile_in_tree,
)
from tests.support.histories import tlog_reader

PATHS = {
    "0/001": Tile(0, 1),
    "0/001.p/5": Tile(0, 1, 5),
    "5/x123/x456/078": Tile(5, 123456078),
    "5/x123/x456/078.p/2": Tile(5, 123456078, 2),
    "entries/x001/x234/067": Tile(ENTRIES, 1234067),
    "63/000.p/255": Tile(63, 0, 255),
}


@pytest.mark.parametrize(("path", "tile"), PATHS.items())
def test_a_path_is_that_of_the_specification(path: str, tile: Tile) -> None:
    assert tile.path == path
    assert parse_path(path) == tile


@pytest.mark.parametrize(
    "path",
    [
        "", "0", "0/1", "0/x001", "5/123/456/078", "-1/000", "00/000", "64/000", "0/x000/001",
        "0/000.p/0", "0/000.p/256", "0/000.p/05", "data/000", "0/000/", "0/٠٠٠",
    ],
)  # fmt: skip
def test_other_spellings_are_rejected(path: str) -> None:
    with pytest.raises(LogError):
        parse_path(path)


def test_an_empty_tile_does_not_exist() -> None:
    with pytest.raises(LogError):
        tile_in_tree(0, 1, 256)


def test_a_bundle_holds_entries_after_their_lengths() -> None:
    entries = [b"", b"a" * 300, b"b"]
    raw = encode_bundle(entries)
    assert raw == b"\x00\x00" + b"\x01\x2c" + b"a" * 300 + b"\x00\x01b"
    assert decode_bundle(raw) == entries


@pytest.mark.parametrize("raw", [b"\x00", b"\x00\x02a"])
def test_a_bundle_that_is_cut_off_is_rejected(raw: bytes) -> None:
    with pytest.raises(LogError):
        decode_bundle(raw)


SIZE = 777
DATA = [b"entry %d" % n for n in range(SIZE)]


def read(tile: Tile) -> bytes:
    """The tile by the formula of the specification."""
    first = tile.number * 256
    if tile.level == ENTRIES:
        return encode_bundle(DATA[first : first + tile.width])
    span = 256**tile.level
    return b"".join(
        tlog_reader.mth(DATA[i * span : (i + 1) * span]) for i in range(first, first + tile.width)
    )


@pytest.mark.parametrize("size", [1, 255, 256, 257, 512, 777])
def test_root_and_proofs_come_from_tiles(size: int) -> None:
    tree = Tree(size, read)
    assert tree.root() == tlog_reader.mth(DATA[:size])
    for index in {0, size // 2, size - 1}:
        assert tree.inclusion(index) == tlog_reader.path(index, DATA[:size])
    for old in {1, size // 2 or 1, size - 1 or 1, size}:
        assert tree.consistency(old) == tlog_reader.proof(old, DATA[:size])


def test_entries_are_read_across_bundles() -> None:
    assert list(Tree(SIZE, read).entries(Range(250, 520))) == DATA[250:520]


def test_a_tile_of_the_wrong_length_is_rejected() -> None:
    with pytest.raises(LogError, match="bytes"):
        Tree(3, lambda _: leaf_hash(b"")).root()
    with pytest.raises(LogError, match="entries"):
        list(Tree(3, lambda _: encode_bundle([b""])).entries(Range(0, 3)))
