from pathlib import Path

import pytest

from application.ports.public_log import Locked
from domain.log.checkpoint import cosign, empty
from domain.log.note import COSIGNATURE, ED25519, LogError, NotConsistent, Signer
from domain.log.tiles import ENTRIES, Tile
from store.public_log.folder import LogFolder
from tests.support.histories import tlog_reader
from tests.support.histories.public_log import fetch_from

KEY = Signer("example.org/log", ED25519, b"k" * 32)
WITNESS = Signer("witness.example", COSIGNATURE, b"w" * 32)
DATA = [b"entry %d" % n for n in range(1000)]


def grown(folder: LogFolder, *sizes: int) -> LogFolder:
    for size in sizes:
        before = folder.current(KEY.verifier)
        folder.append(before, DATA[before.size : size], [KEY])
    return folder


def checked(folder: LogFolder) -> tlog_reader.Checked:
    return tlog_reader.Checked(fetch_from(folder), str(KEY.verifier))


def test_a_new_log_has_no_checkpoint(tmp_path: Path) -> None:
    folder = LogFolder(tmp_path / "log")
    assert folder.checkpoint() is None
    assert folder.size() == 0
    assert folder.current(KEY.verifier) == empty(KEY.name)


def test_what_is_appended_is_read_by_an_independent_reader(tmp_path: Path) -> None:
    folder = LogFolder(tmp_path / "log")
    for size in (3, 5, 256, 300, 700):
        grown(folder, size)
        assert checked(folder).entries == DATA[:size]


def test_narrow_tiles_of_earlier_checkpoints_are_still_read(tmp_path: Path) -> None:
    folder = grown(LogFolder(tmp_path), 3, 5, 300)
    assert folder.read_tile(Tile(0, 0, 3)) == folder.read_tile(Tile(0, 0))[:96]
    assert folder.tree(3).root() == tlog_reader.mth(DATA[:3])
    assert len(folder.read_tile(Tile(ENTRIES, 0, 5))) == 5 * (2 + 7)


def test_only_the_widest_file_of_a_tile_is_kept(tmp_path: Path) -> None:
    grown(LogFolder(tmp_path), 3, 5, 7)
    assert [path.name for path in (tmp_path / "tile" / "0" / "000.p").iterdir()] == ["7"]
    grown(LogFolder(tmp_path), 256)
    assert not (tmp_path / "tile" / "0" / "000.p").exists()


@pytest.mark.parametrize("tile", [Tile(0, 0, 6), Tile(0, 0), Tile(0, 1, 1), Tile(1, 0, 1)])
def test_tiles_beyond_the_checkpoint_do_not_exist(tmp_path: Path, tile: Tile) -> None:
    with pytest.raises(LogError):
        grown(LogFolder(tmp_path), 5).read_tile(tile)


def test_a_writer_that_has_not_seen_the_current_checkpoint_changes_nothing(tmp_path: Path) -> None:
    folder = grown(LogFolder(tmp_path), 3)
    before = folder.current(KEY.verifier)

    def overtaken() -> None:
        grown(LogFolder(tmp_path), 5)

    with pytest.raises(NotConsistent):
        folder.append(before, [b"of the slower writer"], [KEY], overtaken)
    assert checked(folder).entries == DATA[:5]


def test_tiles_of_a_writer_killed_before_the_checkpoint_are_never_served(tmp_path: Path) -> None:
    folder = grown(LogFolder(tmp_path), 3)

    def killed() -> None:
        raise KeyboardInterrupt

    for lost in (300, 4, 9, 7):
        with pytest.raises(KeyboardInterrupt):
            folder.append(folder.current(KEY.verifier), [b"lost"] * lost, [KEY], killed)
        assert checked(folder).entries == DATA[:3]
    grown(folder, 6, 12)
    assert checked(folder).entries == DATA[:12]
    assert folder.tree(7).root() == tlog_reader.mth(DATA[:7])


def test_two_writers_cannot_hold_the_lock(tmp_path: Path) -> None:
    with LogFolder(tmp_path).locked(), pytest.raises(Locked), LogFolder(tmp_path).locked():
        pass
    with LogFolder(tmp_path).locked():
        pass


def test_a_log_of_another_key_is_not_extended(tmp_path: Path) -> None:
    folder = grown(LogFolder(tmp_path), 3)
    other = Signer(KEY.name, ED25519, b"o" * 32)
    with pytest.raises(LogError):
        folder.current(other.verifier)
    with pytest.raises(LogError):
        folder.append(empty(KEY.name), [b"x"], [other])
    assert checked(folder).entries == DATA[:3]


def test_cosignatures_are_served_with_the_checkpoint_they_belong_to(tmp_path: Path) -> None:
    folder = grown(LogFolder(tmp_path), 3)
    folder.cosigned([cosign(folder.current(KEY.verifier).text, 7, WITNESS)])
    served = folder.checkpoint()
    assert served is not None
    assert tlog_reader.verified_by(str(WITNESS.verifier), served)
    assert checked(folder).size == 3
    served = grown(folder, 4).checkpoint()
    assert served is not None
    assert tlog_reader.verified_by(str(WITNESS.verifier), served) is None
    assert checked(folder).size == 4
