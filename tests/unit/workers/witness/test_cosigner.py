"""The witness keeps the rules of C2SP tlog-witness, status by status."""

import hashlib
from pathlib import Path

import pytest

from domain.log.checkpoint import Checkpoint, cosigned_at, empty
from domain.log.entries import Started
from domain.log.merkle import EMPTY_ROOT
from domain.log.note import COSIGNATURE, Note, Signer, encode_base64, parse_note, sign
from domain.log.witnessing import Conflict, Refusal
from tests.support.histories import tlog_reader
from tests.support.histories.log_server import KEY, WITNESS, LogServer
from workers.witness.cosigner import Cosigner, open_key
from workers.witness_client import add_checkpoint

NOW = 1_700_000_000


@pytest.fixture
def cosigner(tmp_path: Path) -> Cosigner:
    return Cosigner(tmp_path / "witness", WITNESS, [KEY.verifier], lambda: NOW)


@pytest.fixture
def log(tmp_path: Path) -> LogServer:
    return grow(LogServer(tmp_path / "log"), 3)


def grow(log: LogServer, count: int) -> LogServer:
    size = log.folder.size()
    log.add(*(Started(bytes([size + n]) * 32, 1, b"h" * 32) for n in range(count)))
    return log


def request(log: LogServer, old: int) -> bytes:
    raw = log.folder.checkpoint()
    assert raw is not None
    return add_checkpoint(log.folder, old, raw)


def refused(cosigner: Cosigner, body: bytes) -> int:
    with pytest.raises(Refusal) as refusal:
        cosigner.add_checkpoint(body)
    return refusal.value.status


def test_a_log_that_grows_is_cosigned_and_remembered(cosigner: Cosigner, log: LogServer) -> None:
    for old in (0, 3, 7, 7):
        grow(log, {0: 0, 3: 4, 7: 0}[old])
        signature = cosigner.add_checkpoint(request(log, old))
        raw = log.folder.checkpoint()
        assert raw is not None
        note = Note(parse_note(raw).text, (signature,))
        assert cosigned_at(note, WITNESS.verifier) == NOW
    kept = cosigner.note(hashlib.sha256(KEY.name.encode()).hexdigest())
    assert kept is not None
    for key in (WITNESS, KEY):
        assert tlog_reader.verified_by(str(key.verifier), kept)
    assert cosigner.latest(KEY.name) == log.folder.current(KEY.verifier)


def test_another_old_size_is_a_conflict_that_names_the_right_one(
    cosigner: Cosigner, log: LogServer
) -> None:
    cosigner.add_checkpoint(request(log, 0))
    grow(log, 2)
    with pytest.raises(Conflict, match=r"^3$") as conflict:
        cosigner.add_checkpoint(request(log, 0))
    assert conflict.value.status == 409


def test_a_forked_log_is_never_cosigned(cosigner: Cosigner, log: LogServer, tmp_path: Path) -> None:
    cosigner.add_checkpoint(request(log, 0))
    fork = LogServer(tmp_path / "fork")
    fork.add(*(Started(b"f" * 32, n, b"h" * 32) for n in range(5)))
    assert refused(cosigner, request(fork, 3)) == 422
    same_size = LogServer(tmp_path / "same")
    same_size.add(*(Started(b"g" * 32, n, b"h" * 32) for n in range(3)))
    assert refused(cosigner, request(same_size, 3)) == 422
    assert cosigner.latest(KEY.name) == log.folder.current(KEY.verifier)


def test_what_was_cosigned_survives_a_restart(
    cosigner: Cosigner, log: LogServer, tmp_path: Path
) -> None:
    cosigner.add_checkpoint(request(log, 0))
    again = Cosigner(tmp_path / "witness", WITNESS, [KEY.verifier], lambda: NOW)
    assert again.latest(KEY.name) == log.folder.current(KEY.verifier)


def signed(checkpoint: Checkpoint, signer: Signer = KEY, old: int = 0, proof: str = "") -> bytes:
    return f"old {old}\n{proof}\n{sign(checkpoint.text, signer)}".encode()


def test_statuses_are_those_of_the_specification(cosigner: Cosigner, log: LogServer) -> None:
    stranger = Signer("example.org/other", KEY.type, KEY.private)
    assert refused(cosigner, signed(empty(stranger.name), stranger)) == 404
    assert refused(cosigner, signed(empty(KEY.name), stranger)) == 403
    broken = signed(empty(KEY.name)).replace(
        b"old 0\n\nexample.org/log\n0", b"old 0\n\nexample.org/log\n1"
    )
    assert refused(cosigner, broken) == 403
    assert refused(cosigner, signed(Checkpoint(KEY.name, 3, EMPTY_ROOT), old=4)) == 400
    assert refused(cosigner, signed(Checkpoint(KEY.name, 0, b"x" * 32))) == 422
    hashed = f"{encode_base64(bytes(32))}\n"
    assert refused(cosigner, signed(Checkpoint(KEY.name, 3, EMPTY_ROOT), proof=hashed)) == 422


@pytest.mark.parametrize(
    "body", [b"", b"old 0\n", b"old x\n\nnote", b"\xff\n\n", b"new 0\n\n", b"old 0\n" * 70 + b"\n"]
)
def test_malformed_requests_are_rejected(cosigner: Cosigner, body: bytes) -> None:
    assert refused(cosigner, body) == 400


def test_the_key_is_made_once(tmp_path: Path) -> None:
    key = open_key(tmp_path / "w", "witness.example")
    assert key.type == COSIGNATURE
    assert open_key(tmp_path / "w", "witness.example") == key
