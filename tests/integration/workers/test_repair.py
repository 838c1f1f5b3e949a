"""A damaged store is repaired: everything up to the damage is kept, and the store starts."""

from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from store.embedded.aof.check import AOF_DIRECTORY, MANIFEST, Plan
from tests.support.stores.damaged_store import (
    WRITES,
    increment,
    last_write,
    split_increment,
    written_store,
)
from tests.support.stores.servers import running
from workers.cli.repair import repair
from workers.upkeep.aof_repair import AofRepair, NotRepaired, as_text

SNAPSHOT = WRITES // 2 - 1  # the last write that is in the snapshot


@pytest.fixture
def store(tmp_path: Path) -> Path:
    directory = tmp_path / "store"
    written_store(directory)
    return directory


def repaired(directory: Path) -> tuple[Plan, Path]:
    with closing(AofRepair(directory)) as work:
        plan = work.plan()
        assert plan.damaged
        return plan, work.carry_out(plan)


def test_sound_files_are_left_alone(store: Path) -> None:
    with closing(AofRepair(store)) as work:
        plan = work.plan()
    assert not plan.damaged
    assert "sound" in as_text(plan)
    assert last_write(store) == WRITES - 1


def test_a_damaged_tail_is_cut_off_and_a_copy_is_kept(store: Path) -> None:
    file = increment(store)
    sound = file.read_bytes()
    file.write_bytes(sound + b"\0" * 64)
    plan, copies = repaired(store)
    assert (plan.lost_bytes, plan.lost_commands) == (64, 0)
    assert file.read_bytes() == sound
    assert (copies / file.name).read_bytes() == sound + b"\0" * 64
    assert (copies / MANIFEST).exists()
    assert last_write(store) == WRITES - 1


def test_a_flip_in_the_middle_loses_what_follows_and_says_how_much(store: Path) -> None:
    file = increment(store)
    content = bytearray(file.read_bytes())
    place = content.index(b"MULTI", len(content) // 2)
    content[place] ^= 0xFF
    file.write_bytes(content)
    plan, _ = repaired(store)
    assert plan.lost_commands > 10
    assert f"{plan.lost_bytes} bytes; {plan.lost_commands} commands" in as_text(plan)
    last = last_write(store)
    assert last is not None
    assert SNAPSHOT < last < WRITES - 1


def test_half_a_transaction_is_cut_off(store: Path) -> None:
    file = increment(store)
    file.write_bytes(file.read_bytes()[:-6])
    plan, _ = repaired(store)
    assert plan.unfinished
    assert last_write(store) == WRITES - 2


def test_files_after_the_damage_are_dropped_and_kept_as_copies(store: Path) -> None:
    first, second = split_increment(store)
    assert last_write(store) == WRITES - 1
    first.write_bytes(first.read_bytes()[:-6])
    plan, copies = repaired(store)
    assert not plan.unfinished
    assert [each.name for each in plan.drop] == [second.name]
    assert not second.exists()
    assert (copies / second.name).exists()
    assert second.name in as_text(plan)
    last = last_write(store)
    assert last is not None
    assert SNAPSHOT < last < WRITES - 1


def test_a_missing_file_ends_what_can_be_kept(store: Path) -> None:
    first, second = split_increment(store)
    second.unlink()
    repaired(store)
    last = last_write(store)
    assert last is not None
    assert SNAPSHOT < last < WRITES - 1
    first.unlink()
    repaired(store)
    assert last_write(store) == SNAPSHOT


@pytest.mark.parametrize("manifest", [None, "nonsense"])
def test_a_lost_manifest_is_written_again(store: Path, manifest: str | None) -> None:
    path = store / AOF_DIRECTORY / MANIFEST
    path.unlink()
    if manifest is not None:
        path.write_text(manifest)
    repaired(store)
    assert last_write(store) == WRITES - 1


def test_a_base_of_commands_is_read_like_any_other_file(tmp_path: Path) -> None:
    written_store(tmp_path, **{"aof-use-rdb-preamble": "no"})
    file = increment(tmp_path)
    file.write_bytes(file.read_bytes() + b"?")
    repaired(tmp_path)
    assert last_write(tmp_path) == WRITES - 1


def test_a_damaged_snapshot_cannot_be_repaired(store: Path) -> None:
    [base] = (store / AOF_DIRECTORY).glob("*.base.rdb")
    content = bytearray(base.read_bytes())
    content[-12] ^= 0xFF
    base.write_bytes(content)
    with closing(AofRepair(store)) as work, pytest.raises(NotRepaired, match="backup"):
        work.plan()
    assert base.read_bytes() == content


def test_a_running_server_is_left_alone(tmp_path: Path) -> None:
    with running("valkey", tmp_path), pytest.raises(NotRepaired, match="Stop it first"):
        AofRepair(tmp_path)


def test_no_server_starts_while_files_are_repaired(store: Path) -> None:
    with (
        closing(AofRepair(store)),
        pytest.raises(RuntimeError, match="or a repair already runs"),
        running("valkey", store),
    ):
        pass


def test_the_command_shows_what_would_be_lost_and_changes_nothing_unasked(store: Path) -> None:
    file = increment(store)
    damaged = file.read_bytes() + b"?"
    file.write_bytes(damaged)
    command = CliRunner()
    for options in (["--check"], []):
        shown = command.invoke(repair, ["--var", str(store.parent), *options])
        assert shown.exit_code == 1
        assert "Lost:    1 bytes; 0 commands in them." in shown.output
        assert "Nothing was changed." in shown.output
        assert file.read_bytes() == damaged
    done = command.invoke(repair, ["--var", str(store.parent), "--yes"])
    assert done.exit_code == 0
    assert "Repaired; the store starts." in done.output
    again = command.invoke(repair, ["--var", str(store.parent)])
    assert again.exit_code == 0
    assert "The files are sound" in again.output
