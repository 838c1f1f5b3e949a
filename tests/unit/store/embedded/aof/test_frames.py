"""Where an append-only file is sound, and what is lost after that."""

from pathlib import Path

import pytest

from store.embedded.aof.frames import Scan, scan

ARITY = {b"SET": -3, b"DEL": -2, b"MULTI": 1, b"EXEC": 1, b"SELECT": 2}


def command(*words: str) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(
        b"$%d\r\n%s\r\n" % (len(word), word.encode()) for word in words
    )


SET = command("set", "key", "value")
TRANSACTION = command("MULTI") + SET + SET + command("EXEC")


def scanned(tmp_path: Path, content: bytes) -> Scan:
    path = tmp_path / "appendonly.aof.1.incr.aof"
    path.write_bytes(content)
    return scan(path, ARITY)


@pytest.mark.parametrize("content", [b"", SET, SET * 3, TRANSACTION + SET, b"#TS:17\r\n" + SET])
def test_a_sound_file(tmp_path: Path, content: bytes) -> None:
    found = scanned(tmp_path, content)
    assert (found.wrong, found.sound) == (None, len(content))
    assert found.commands == content.count(b"*")


@pytest.mark.parametrize("kept", range(1, len(SET)))
def test_a_file_that_ends_inside_a_command_is_unfinished(tmp_path: Path, kept: int) -> None:
    found = scanned(tmp_path, SET + SET[:kept])
    assert found.unfinished
    assert (found.sound, found.commands, found.lost) == (len(SET), 1, 0)


@pytest.mark.parametrize("kept", range(1, len(TRANSACTION)))
def test_half_of_a_transaction_is_never_kept(tmp_path: Path, kept: int) -> None:
    found = scanned(tmp_path, SET + TRANSACTION[:kept])
    assert found.unfinished
    assert (found.sound, found.commands) == (len(SET), 1)
    assert found.lost_bytes == kept


@pytest.mark.parametrize(
    ("damage", "wrong"),
    [
        (b"\0" * 20, "where b'*' must be"),
        (b"garbage", "where b'*' must be"),
        (command("sot", "key", "value"), "no command b'SOT'"),
        (command("set", "key"), "has 2 words"),
        (b"*x\r\n", "is no length"),
        (b"*" + b"1" * 40, "line is too long"),
        (SET.replace(b"$5", b"$4"), "length of a word is wrong"),
        (command("EXEC"), "has not begun"),
        (command("MULTI") + command("MULTI"), "inside another"),
    ],
)
def test_damage_is_named_and_what_follows_is_counted(
    tmp_path: Path, damage: bytes, wrong: str
) -> None:
    found = scanned(tmp_path, SET + damage + SET * 2)
    assert found.wrong is not None
    assert wrong in found.wrong
    assert not found.unfinished
    assert (found.sound, found.commands) == (len(SET), 1)
    assert found.lost >= 2
    assert found.lost_bytes == len(damage) + 2 * len(SET)


def test_a_length_that_reaches_beyond_the_end_is_damage_if_commands_follow(tmp_path: Path) -> None:
    """A server that takes it for the end of the file would drop the commands behind it."""
    found = scanned(tmp_path, SET + SET.replace(b"$5", b"$500") + SET * 2)
    assert not found.unfinished
    assert (found.sound, found.lost) == (len(SET), 2)


def test_any_flipped_byte_leaves_a_sound_part_that_is_whole(tmp_path: Path) -> None:
    content = SET + TRANSACTION + SET
    pieces = {0, len(SET), len(SET) + len(TRANSACTION), len(content)}
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 0xFF
        found = scanned(tmp_path, bytes(damaged))
        assert found.sound in pieces
        assert found.sound <= place or found.wrong is None
