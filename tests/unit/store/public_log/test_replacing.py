"""A log whose key is lost is continued by another one."""

import os
from pathlib import Path

import pytest

from domain.log.checkpoint import Checkpoint
from domain.log.entries import Continues, decode_entry
from domain.log.merkle import Range
from store.public_log.folder import LogFolder
from store.public_log.identity import LogIdentity, WrongKeys, open_identity_of
from store.public_log.replacing import replace_log


def old_log(log: Path, keys: Path) -> tuple[LogIdentity, Checkpoint]:
    """Make a log of three entries whose key is lost."""
    identity = open_identity_of(log, keys, "example.org/log")
    folder = LogFolder(log)
    last = folder.append(
        folder.current(identity.log.verifier), [b"1", b"2", b"3"], identity.signers
    )
    (keys / "log.key").unlink()
    return identity, last


def first_entry(log: Path) -> object:
    return decode_entry(next(LogFolder(log).tree().entries(Range(0, 1))))


def test_the_new_log_names_the_old_one_which_is_kept(tmp_path: Path) -> None:
    log = tmp_path / "log"
    old, last = old_log(log, log / "keys")
    new = replace_log(log, log / "keys", "example.org/second")
    assert new == open_identity_of(log, log / "keys", "example.org/second")
    assert new.receipts != old.receipts
    assert first_entry(log) == Continues(last)
    [kept] = tmp_path.glob("log-*")
    assert LogFolder(kept).current(old.log.verifier) == last


def test_without_an_origin_the_new_one_differs(tmp_path: Path) -> None:
    log = tmp_path / "log"
    old, _ = old_log(log, log / "keys")
    assert replace_log(log, log / "keys", None).origin != old.origin


def test_the_same_origin_is_rejected(tmp_path: Path) -> None:
    log = tmp_path / "log"
    old_log(log, log / "keys")
    with pytest.raises(WrongKeys, match="another origin"):
        replace_log(log, log / "keys", "example.org/log")
    assert LogFolder(log).size() == 3


def test_keys_elsewhere_must_be_moved_away(tmp_path: Path) -> None:
    log, keys = tmp_path / "log", tmp_path / "keys"
    old_log(log, keys)
    with pytest.raises(WrongKeys, match=r"receipts\.key away first"):
        replace_log(log, keys, None)
    (keys / "receipts.key").unlink()
    assert replace_log(log, keys, None) == open_identity_of(log, keys, None)


def test_a_checkpoint_from_a_witness_stands_for_a_lost_folder(tmp_path: Path) -> None:
    log = tmp_path / "log"
    _, last = old_log(log, log / "keys")
    raw = LogFolder(log).checkpoint()
    with pytest.raises(WrongKeys, match="last checkpoint"):
        replace_log(tmp_path / "lost", tmp_path / "lost" / "keys", None)
    replace_log(tmp_path / "lost", tmp_path / "lost" / "keys", None, raw)
    assert first_entry(tmp_path / "lost") == Continues(last)


class Killed(BaseException):
    """Stands for SIGKILL."""


@pytest.mark.parametrize("renames", [0, 1])
def test_a_killed_command_can_be_run_again(
    tmp_path: Path, renames: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, done = tmp_path / "log", 0
    _, last = old_log(log, log / "keys")
    real = os.rename

    def rename(old: Path, new: Path) -> None:
        nonlocal done
        if done == renames:
            raise Killed
        done += 1
        real(old, new)

    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", rename)
        with pytest.raises(Killed):
            replace_log(log, log / "keys", "example.org/second")
    replace_log(log, log / "keys", "example.org/second")
    assert first_entry(log) == Continues(last)
    assert LogFolder(log).size() == 1
