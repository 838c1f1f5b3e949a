"""No byte of a bundle can be changed unseen."""

from collections.abc import Iterable

import pytest

from projections.history.bundle import JSON, LINES, Frame
from tests.support.histories.bundles import history_bundle
from tests.support.histories.verifiers import BOTH, Finder, by_one_file, by_rules
from tests.support.tables.memory_table import bundle, tiny

EVERY: dict[Finder, int] = {
    by_rules: 11,
    by_one_file: 7,
}  # in the larger bundle, one byte in so many


def unseen(finder: Finder, content: bytes, places: Iterable[int]) -> list[int]:
    """Where a flipped byte is not noticed."""
    found = []
    for place in places:
        changed = bytearray(content)
        changed[place] ^= 1 << place % 7
        if finder(bytes(changed)) is None:
            found.append(place)
    return found


@pytest.mark.parametrize("finder", BOTH)
@pytest.mark.parametrize("frame", [LINES, JSON], ids=["lines", "document"])
def test_every_byte_of_a_tiny_bundle_counts(finder: Finder, frame: Frame) -> None:
    content = history_bundle(*tiny(), frame)
    assert finder(content) is None
    assert unseen(finder, content, range(len(content))) == []


@pytest.mark.parametrize("finder", BOTH)
def test_bytes_all_over_a_bundle_with_luck_count(finder: Finder) -> None:
    content = bundle()
    assert finder(content) is None
    places = range(0, len(content), EVERY[finder])
    assert unseen(finder, content, places) == []


@pytest.mark.parametrize("finder", BOTH)
@pytest.mark.parametrize("frame", [LINES, JSON], ids=["lines", "document"])
def test_a_bundle_that_is_cut_off_anywhere_is_refused(finder: Finder, frame: Frame) -> None:
    content = history_bundle(*tiny(), frame)
    assert finder(content) is None
    for end in range(0, len(content), 7):
        assert finder(content[:end]) is not None
    assert finder(content[:-1]) is not None


@pytest.mark.parametrize("finder", BOTH)
def test_no_line_can_be_dropped_doubled_or_swapped(finder: Finder) -> None:
    lines = bundle().splitlines(keepends=True)
    for n in range(len(lines)):
        assert finder(b"".join(lines[:n] + lines[n + 1 :])) is not None
        assert finder(b"".join(lines[: n + 1] + lines[n:])) is not None
        if n:
            swapped = [*lines[: n - 1], lines[n], lines[n - 1], *lines[n + 1 :]]
            assert finder(b"".join(swapped)) is not None


@pytest.mark.parametrize("finder", BOTH)
def test_two_bundles_are_not_one(finder: Finder) -> None:
    for frame in (LINES, JSON):
        content = history_bundle(*tiny(), frame)
        assert finder(content + content) is not None
        assert finder(content + b"\n") is not None
        assert finder(b" " + content) is not None
