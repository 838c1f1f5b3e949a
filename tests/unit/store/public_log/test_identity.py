from pathlib import Path

import pytest

from domain.log.note import COSIGNATURE, ED25519, Signer
from store.public_log.identity import (
    BOTH_SIGN_SECONDS,
    LogIdentity,
    WrongKeys,
    open_identity,
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
    old = open_identity(tmp_path, "example.org/log")
    assert old.signers == (old.log,)
    new = rotate(tmp_path)
    assert new.name == old.log.name
    assert open_identity(tmp_path, None).signers == (old.log, new)
    made = (tmp_path / "next.key").stat().st_mtime
    assert not retire(tmp_path, made + BOTH_SIGN_SECONDS - 1)
    assert retire(tmp_path, made + BOTH_SIGN_SECONDS + 1)
    assert open_identity(tmp_path, "example.org/log") == LogIdentity(new, old.receipts)
    assert not retire(tmp_path, made + 2 * BOTH_SIGN_SECONDS)


def test_a_second_rotation_waits_for_the_first(tmp_path: Path) -> None:
    rotate(tmp_path)
    with pytest.raises(WrongKeys, match="30 days"):
        rotate(tmp_path)


def test_a_next_key_of_another_log_is_rejected(tmp_path: Path) -> None:
    open_identity(tmp_path, "example.org/log")
    (tmp_path / "next.key").write_text(f"{Signer('example.org/x', ED25519, b'x' * 32)}\n")
    with pytest.raises(WrongKeys):
        open_identity(tmp_path, None)
