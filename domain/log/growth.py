"""How a tree grows: the tiles that new entries add, from the tiles of the tree before."""

from collections.abc import Sequence

from domain.log.merkle import HASH_BYTES, leaf_hash, root_of
from domain.log.tiles import (
    ENTRIES,
    HEIGHT,
    WIDTH,
    ReadTile,
    Tile,
    Tree,
    decode_bundle,
    encode_bundle,
    tile_in_tree,
)


def grow(old: int, read: ReadTile, entries: Sequence[bytes]) -> tuple[dict[Tile, bytes], bytes]:
    """Return the tiles to write, and the root of the tree that they complete."""
    bundles = _chunks(ENTRIES, old, _last_entries(old, read), entries)
    tiles = {tile: encode_bundle(part) for tile, part in bundles}
    row, level = [leaf_hash(entry) for entry in entries], 0
    while row:
        before = old >> (HEIGHT * level)
        parts = _chunks(level, before, _last_hashes(level, before, old, read), row)
        tiles.update((tile, b"".join(part)) for tile, part in parts)
        row = [root_of(part) for tile, part in parts if tile.width == WIDTH]
        level += 1
    new = Tree(old + len(entries), lambda tile: tiles[tile] if tile in tiles else read(tile))
    return tiles, new.root()


def _chunks(
    level: int, before: int, begun: Sequence[bytes], added: Sequence[bytes]
) -> list[tuple[Tile, Sequence[bytes]]]:
    """Return the tiles that hold what is added, after what the first of them holds already."""
    row, first = [*begun, *added], before // WIDTH
    starts = range(0, len(row), WIDTH)
    parts = [row[start : start + WIDTH] for start in starts]
    return [(Tile(level, first + i, len(part)), part) for i, part in enumerate(parts)]


def _last_entries(old: int, read: ReadTile) -> list[bytes]:
    if old % WIDTH == 0:
        return []
    return decode_bundle(read(tile_in_tree(ENTRIES, old // WIDTH, old)))


def _last_hashes(level: int, before: int, old: int, read: ReadTile) -> list[bytes]:
    if before % WIDTH == 0:
        return []
    raw = read(tile_in_tree(level, before // WIDTH, old))
    return [raw[i : i + HASH_BYTES] for i in range(0, len(raw), HASH_BYTES)]
