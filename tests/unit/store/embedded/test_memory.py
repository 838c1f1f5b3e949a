"""The default limit of memory is below that of the machine and of every cgroup."""

import os
from pathlib import Path

import pytest

from store.embedded.memory import available_memory, default_maxmemory

MACHINE = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def test_the_default_is_half_of_what_there_is() -> None:
    assert default_maxmemory() == available_memory() // 2 < MACHINE


def test_without_cgroups_it_is_the_machines(tmp_path: Path) -> None:
    assert available_memory(tmp_path) == MACHINE


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("0::/a/b", "sys/fs/cgroup/a/b/memory.max"),
        ("0::/a/b", "sys/fs/cgroup/a/memory.max"),
        ("4:cpu,memory:/a/b", "sys/fs/cgroup/memory/a/b/memory.limit_in_bytes"),
        ("4:memory:/a/b", "sys/fs/cgroup/memory/memory.limit_in_bytes"),
    ],
)
def test_the_limit_of_the_group_or_of_one_above_counts(
    tmp_path: Path, line: str, file: str
) -> None:
    write(tmp_path / "proc/self/cgroup", f"9:pids:/a\n{line}\n")
    write(tmp_path / file, "536870912\n")
    assert available_memory(tmp_path) == 512 << 20


@pytest.mark.parametrize("text", ["max\n", "9223372036854771712\n"])
def test_a_group_without_a_limit_does_not_count(tmp_path: Path, text: str) -> None:
    write(tmp_path / "proc/self/cgroup", "0::/\n")
    write(tmp_path / "sys/fs/cgroup/memory.max", text)
    assert available_memory(tmp_path) == MACHINE


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(text)
