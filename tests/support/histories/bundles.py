"""Audit bundles of played tables, as the server would send them."""

import gzip
from functools import cache
from pathlib import Path

from domain.judging.live_table import restored
from domain.judging.stored import Stored
from domain.kernel.ids import PlayerId
from projections.history.bundle import LINES, Frame, bundle
from projections.seat_view.view import at_latest
from tests.support.histories.golden import GOLDEN
from tests.support.histories.history_files import read


def history_bundle(
    table: str, stored: Stored, frame: Frame = LINES, player: PlayerId | None = None
) -> bytes:
    """Return the bundle that this player may read; the one for everybody if there is none."""
    seen = at_latest(restored(table, stored))
    return bundle(seen, stored.entries, player, frame, stored.ancestors)


@cache
def golden(game: str, name: str, frame: Frame = LINES) -> bytes:
    recorded = read(GOLDEN / game / f"{name}.ndjson")
    return history_bundle(recorded.table, recorded.stored, frame)


def corpus(key: str, folder: str = ".") -> list[Path]:
    """Return the files of bundles whose verdict must never change; `format_2` has older ones."""
    return sorted((GOLDEN / key / "corpus" / folder).glob("*.ndjson.gz"))


@cache
def unpacked(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())
