"""C2SP tlog-tiles: tiles of a tree, their paths, entry bundles; how new entries add tiles."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from domain.log.merkle import (
    EMPTY_ROOT,
    HASH_BYTES,
    Range,
    consistency_ranges,
    full_subtrees,
    inclusion_ranges,
    join,
    leaf_hash,
    root_of,
)
from domain.log.note import LogError

# C2SP tlog-tiles: the tiles of a tree, their paths, entry bundles, and what is read from them.

HEIGHT = 8
WIDTH = 1 << HEIGHT
ENTRIES = -1  # the level of entry bundles
_PATH = re.compile(r"(entries|0|[1-9]\d?)/((?:x\d{3}/)*\d{3})(?:\.p/([1-9]\d{0,2}))?", re.ASCII)


class Tile(NamedTuple):
    level: int  # or ENTRIES
    number: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """Return the path below `tile/`."""
        level = "entries" if self.level == ENTRIES else f"{self.level}"
        partial = "" if self.width == WIDTH else f".p/{self.width}"
        return f"{level}/{_encode_index(self.number)}{partial}"


ReadTile: TypeAlias = Callable[[Tile], bytes]


def _encode_index(index: int) -> str:
    groups = [f"{index % 1000:03}"]
    while index := index // 1000:
        groups.insert(0, f"x{index % 1000:03}")
    return "/".join(groups)


def parse_path(path: str) -> Tile:
    """Return the tile with this path below `tile/`; only one spelling is accepted."""
    match = _PATH.fullmatch(path)
    if match is None:
        raise LogError(f"{path!r} is not the path of a tile")
    level, index, width = match.groups()
    tile = Tile(
        ENTRIES if level == "entries" else int(level),
        int(index.replace("x", "").replace("/", "")),
        int(width or WIDTH),
    )
    if tile.level > 63 or (width and tile.width >= WIDTH) or tile.path != path:
        raise LogError(f"{path!r} is not the path of a tile")
    return tile


def tile_in_tree(level: int, index: int, size: int) -> Tile:
    """Return the tile as wide as it is in a tree of this size; raise LogError if it is empty."""
    hashes = size >> (HEIGHT * max(level, 0))
    width = min(hashes - index * WIDTH, WIDTH)
    if width <= 0:
        raise LogError(f"a tree of {size} has no tile {index} at level {level}")
    return Tile(level, index, width)


def encode_bundle(entries: Sequence[bytes]) -> bytes:
    """Return entries as a bundle: each after its length in two bytes."""
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def decode_bundle(raw: bytes) -> list[bytes]:
    """Return the entries of a bundle."""
    entries, place = [], 0
    while place < len(raw):
        end = place + 2 + int.from_bytes(raw[place : place + 2], "big")
        if end > len(raw) or place + 2 > len(raw):
            raise LogError("an entry bundle is cut off")
        entries.append(raw[place + 2 : end])
        place = end
    return entries


class Tree:
    """A tree of a known size that is read tile by tile; a tile is read once."""

    def __init__(self, size: int, read: ReadTile) -> None:
        self.size = size
        self._read = read
        self._tiles: dict[Tile, list[bytes]] = {}

    def root(self) -> bytes:
        """Return the root of the tree."""
        return self.hash_of(Range(0, self.size)) if self.size else EMPTY_ROOT

    def inclusion(self, index: int) -> list[bytes]:
        """Return the inclusion proof of an entry."""
        return [self.hash_of(part) for part in inclusion_ranges(index, self.size)]

    def consistency(self, old: int) -> list[bytes]:
        """Return the proof that this tree begins with the one of size `old`."""
        return [self.hash_of(part) for part in consistency_ranges(old, self.size)]

    def hash_of(self, part: Range) -> bytes:
        """Return the hash of a range that is a subtree of this tree."""
        return join([self._full(subtree) for subtree in full_subtrees(part)])

    def entries(self, part: Range) -> Iterator[bytes]:
        """Yield the entries of a range, bundle by bundle."""
        for index in range(part.first // WIDTH, -(-part.end // WIDTH)):
            tile = tile_in_tree(ENTRIES, index, self.size)
            bundle = decode_bundle(self._read(tile))
            if len(bundle) != tile.width:
                raise LogError(f"entry bundle {tile.path} has {len(bundle)} entries")
            first = index * WIDTH
            yield from bundle[max(part.first - first, 0) : part.end - first]

    def _full(self, subtree: Range) -> bytes:
        """Return the hash of a complete subtree, from the one tile that spans it."""
        height = subtree.size.bit_length() - 1
        level, count = height // HEIGHT, 1 << (height % HEIGHT)
        first = subtree.first >> (level * HEIGHT)
        hashes = self._hashes(level, first // WIDTH)[first % WIDTH :][:count]
        return root_of(hashes)

    def _hashes(self, level: int, index: int) -> list[bytes]:
        tile = tile_in_tree(level, index, self.size)
        if tile not in self._tiles:
            raw = self._read(tile)
            if len(raw) != tile.width * HASH_BYTES:
                raise LogError(f"tile {tile.path} has {len(raw)} bytes")
            self._tiles[tile] = [raw[i : i + HASH_BYTES] for i in range(0, len(raw), HASH_BYTES)]
        return self._tiles[tile]


# How a tree grows: the tiles that new entries add, from the tiles of the tree before.


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
