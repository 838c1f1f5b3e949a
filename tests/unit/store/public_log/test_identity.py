"""The keys of a log: made at the first start, or given as files; never made for a log that exists.

Two keys, so that a receipt can never be taken for a checkpoint: one signs the log, the other one
receipts. Their names are the origin of the log, and the origin followed by `/receipts`."""

import os
from pathlib import Path

import pytest

from domain.log.checkpoint import Checkpoint
from domain.log.entries import Continues, decode_entry
from domain.log.merkle import Range
from domain.log.note import COSIGNATURE, ED25519, Signer
from store.public_log.folder import LogFolder
from store.public_log.identity import (
    BOTH_SIGN_SECONDS,
    LogIdentity,
    WrongKeys,
    open_identity,
    open_identity_of,
    replace_log,
    retire,
    rotate,
)

GIVEN = Signer("example.org/log", ED25519, b"g" * 32)


def test_keys_are_made_once_and_kept_private(tmp_path: Path) -> None:
    made = open_identity(tmp_path / "keys", "example.org/log")
    assert made == open_identity(tmp_path / "keys", None)
    assert made.log.private != made.receipts.private
    assert (made.origin, made.receipts.name) == ("example.org/log", "example.org/log/receipts")
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "keys").iterdir()} == {0o600}


def test_without_an_origin_two_servers_never_share_one(tmp_path: Path) -> None:
    names = {open_identity(tmp_path / name, None).origin for name in ("a", "b")}
    assert len(names) == 2


def test_a_key_can_be_given(tmp_path: Path) -> None:
    (tmp_path / "log.key").write_text(f"{GIVEN}\n")
    assert open_identity(tmp_path, "example.org/log").verifiers[0] == GIVEN.verifier


@pytest.mark.parametrize(
    ("content", "origin"),
    [
        (f"{GIVEN}", "example.org/other"),
        ("nonsense", None),
        (f"{Signer('example.org/log', COSIGNATURE, bytes(32))}", None),
    ],
)
def test_wrong_keys_are_rejected(tmp_path: Path, content: str, origin: str | None) -> None:
    (tmp_path / "log.key").write_text(content)
    with pytest.raises(WrongKeys):
        open_identity(tmp_path, origin)


def test_a_receipts_key_of_another_log_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "receipts.key").write_text(f"{GIVEN}\n")
    with pytest.raises(WrongKeys):
        open_identity(tmp_path, None)


def test_an_origin_that_no_key_can_have_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(WrongKeys):
        open_identity(tmp_path, "a b")


def test_a_rotated_key_signs_beside_the_old_one_for_thirty_days_and_then_alone(
    tmp_path: Path,
) -> None:
    keys, log = tmp_path / "keys", tmp_path
    old = open_identity_of(log, keys, "example.org/log")
    assert old.signers == (old.log,)
    begin(log, old)
    new = rotate(keys)
    assert new.name == old.log.name
    both = open_identity_of(log, keys, None)
    assert both.signers == (old.log, new)
    made = (keys / "next.key").stat().st_mtime
    assert not retire(log, keys, made + BOTH_SIGN_SECONDS + 1)  # it has signed nothing yet
    begin(log, both)
    assert not retire(log, keys, made + BOTH_SIGN_SECONDS - 1)
    assert retire(log, keys, made + BOTH_SIGN_SECONDS + 1)
    assert open_identity_of(log, keys, "example.org/log") == LogIdentity(new, old.receipts)
    assert not retire(log, keys, made + 2 * BOTH_SIGN_SECONDS)


def begin(log: Path, identity: LogIdentity) -> None:
    """Append an entry to a log."""
    folder = LogFolder(log)
    folder.append(folder.current(identity.log.verifier), [b"entry"], identity.signers)


@pytest.mark.parametrize("name", ["log.key", "receipts.key"])
def test_a_lost_key_is_not_replaced_by_another(tmp_path: Path, name: str) -> None:
    identity = open_identity_of(tmp_path, tmp_path / "keys", None)
    begin(tmp_path, identity)
    (tmp_path / "keys" / name).unlink()
    with pytest.raises(WrongKeys, match=f"{name} is lost"):
        open_identity_of(tmp_path, tmp_path / "keys", None)
    assert not (tmp_path / "keys" / name).exists()


def test_a_key_that_was_replaced_is_rejected(tmp_path: Path) -> None:
    identity = open_identity_of(tmp_path, tmp_path / "keys", "example.org/log")
    begin(tmp_path, identity)
    (tmp_path / "keys" / "log.key").write_text(f"{GIVEN}\n")
    with pytest.raises(WrongKeys, match="has not signed"):
        open_identity_of(tmp_path, tmp_path / "keys", "example.org/log")


def test_a_second_rotation_waits_for_the_first(tmp_path: Path) -> None:
    rotate(tmp_path)
    with pytest.raises(WrongKeys, match="30 days"):
        rotate(tmp_path)


def test_a_next_key_of_another_log_is_rejected(tmp_path: Path) -> None:
    open_identity(tmp_path, "example.org/log")
    (tmp_path / "next.key").write_text(f"{Signer('example.org/x', ED25519, b'x' * 32)}\n")
    with pytest.raises(WrongKeys):
        open_identity(tmp_path, None)


# A log whose key is lost is continued by another one.


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
