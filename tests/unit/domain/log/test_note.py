"""Keys and notes of the C2SP text and of golang.org/x/mod/sumdb/note, whose vectors these are."""

import pytest

from domain.log.note import (
    ED25519,
    LogError,
    Note,
    Signature,
    Signer,
    open_note,
    parse_note,
    parse_signer,
    parse_verifier,
    sign,
    split_notes,
)
from tests.support.histories import tlog_reader

PETER_PRIVATE = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
ENOCH = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
TEXT = """\
If you think cryptography is the answer to your problem,
then you don't know what your problem is.
"""
BY_PETER = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotp"
    "RZb6KE6RyyBwJnAM=\n"
)
BY_ENOCH = (
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLo"
    "x33WWd1RvMc+QQ=\n"
)
FOO = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
FOO_NOTE = (
    "This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2"
    "ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
)


def test_a_note_is_signed_as_go_signs_it() -> None:
    note = sign(TEXT, parse_signer(PETER_PRIVATE))
    assert str(note) == f"{TEXT}\n{BY_PETER}"
    assert str(parse_signer(PETER_PRIVATE).verifier) == PETER
    assert str(parse_signer(PETER_PRIVATE)) == PETER_PRIVATE


def test_the_example_of_the_specification_verifies() -> None:
    assert open_note(FOO_NOTE.encode(), parse_verifier(FOO)).text == "This is an example message.\n"


def test_the_independent_reader_verifies_what_we_sign() -> None:
    signer = Signer("example.org/log", ED25519, bytes(32))
    note = str(sign("a\n\nb\n", signer)).encode()
    assert tlog_reader.verified_by(str(signer.verifier), note) == b"a\n\nb\n"


@pytest.mark.parametrize("keys", [[PETER], [ENOCH], [PETER, ENOCH]])
def test_one_known_key_is_enough(keys: list[str]) -> None:
    note = f"{TEXT}\n{BY_PETER}{BY_ENOCH}".encode()
    assert open_note(note, *map(parse_verifier, keys)).text == TEXT


def test_unknown_keys_are_not_enough() -> None:
    with pytest.raises(LogError, match="known key"):
        open_note(f"{TEXT}\n{BY_PETER}".encode(), parse_verifier(ENOCH))


def test_a_wrong_signature_of_a_known_key_is_rejected_beside_a_right_one() -> None:
    wrong = BY_PETER[:60] + "ABCD" + BY_PETER[60:]
    with pytest.raises(LogError, match="PeterNeumann is wrong"):
        open_note(
            f"{TEXT}\n{BY_ENOCH}{wrong}".encode(), parse_verifier(PETER), parse_verifier(ENOCH)
        )


@pytest.mark.parametrize("key", [PETER, PETER_PRIVATE])
def test_no_mangled_key_is_accepted(key: str) -> None:
    parse = parse_signer if key.startswith("PRIVATE") else parse_verifier
    parts = {key[i:j] for i in range(len(key)) for j in range(i + 1, len(key) + 1)} - {key}
    mangled = {key[:i] + chr(ord(key[i]) + 1) + key[i + 1 :] for i in range(len(key))}
    for wrong in parts | mangled:
        with pytest.raises(LogError):
            parse(wrong)


@pytest.mark.parametrize(
    "key",
    [
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
    ],
)
def test_keys_of_other_lengths_and_types_are_rejected(key: str) -> None:
    with pytest.raises(LogError):
        parse_verifier(key)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        TEXT.encode(),
        f"{TEXT}\n".encode(),
        f"{TEXT}{BY_PETER}".encode(),
        f"{TEXT}\n{BY_PETER[:-1]}".encode(),
        f"{TEXT}\n{BY_PETER}x".encode(),
        f"{TEXT}\n{BY_PETER}\n".encode(),
        f"{TEXT}\n{BY_PETER * 101}".encode(),
        f"{TEXT}\x01\n\n{BY_PETER}".encode(),
        f"{TEXT}\n{BY_PETER.replace('—', '-')}".encode(),
        f"{TEXT}\n{BY_PETER.replace(' P', '  P')}".encode(),
        f"{TEXT}\n{BY_PETER.replace('rN', 'r+N')}".encode(),
        f"{TEXT}\n— PeterNeumann AAAA\n".encode(),
        f"{TEXT}\n— PeterNeumann AAAAAAB=\n".encode(),
        b"\xff\n\n" + BY_PETER.encode(),
    ],
)
def test_malformed_notes_are_rejected(raw: bytes) -> None:
    with pytest.raises(LogError):
        parse_note(raw)


def test_a_hundred_signatures_are_accepted() -> None:
    assert len(parse_note(f"{TEXT}\n{BY_PETER * 100}".encode()).signatures) == 100


@pytest.mark.parametrize("text", ["abc", "a\tb\n", ""])
def test_what_cannot_be_a_note_is_not_signed(text: str) -> None:
    with pytest.raises(LogError):
        sign(text, parse_signer(PETER_PRIVATE))


def test_a_note_is_written_as_it_was_read() -> None:
    raw = f"{TEXT}\n{BY_PETER}{BY_ENOCH}"
    note = parse_note(raw.encode())
    assert str(note) == raw
    assert note == Note(TEXT, note.signatures)
    assert isinstance(note.signatures[0], Signature)


def test_notes_that_stand_one_after_the_other_are_split() -> None:
    signer = Signer("example.org/log", ED25519, b"k" * 32)
    notes = [str(sign(f"a\n{n}\nroot\n", signer)).encode() for n in range(3)]
    joined = b"".join(note + b"\n" for note in notes)
    assert split_notes(joined) == notes
    assert split_notes(joined[:-20]) == notes[:2]
    assert split_notes(b"") == []
