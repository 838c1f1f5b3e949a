from pathlib import Path

import pytest

from domain.log.note import COSIGNATURE, ED25519, Signer
from store.public_log.folder import LogFolder
from store.public_log.identity import (
    BOTH_SIGN_SECONDS,
    LogIdentity,
    WrongKeys,
    open_identity,
    open_identity_of,
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
