"""A test knows what to do with every block of every page."""

import re
import subprocess
from collections import Counter
from pathlib import Path

from tests.support.documents.page_blocks import (
    ELSEWHERE,
    PROGRAMS,
    RUN,
    Block,
    blocks,
    faults,
    markdown_files,
    pages_with_commands,
)
from tests.support.paths import ROOT
from tests.system.docs import test_pages, test_pages_with_servers

BLOCKS = [block for path in markdown_files() for block in blocks(path)]
NOT_RUN = [block for block in BLOCKS if block.needs in ELSEWHERE]
MOST_NOT_RUN = 17


def test_every_block_says_what_it_is() -> None:
    assert [fault for block in BLOCKS for fault in faults(block)] == []


def test_few_blocks_are_not_run_and_each_has_a_reason_that_is_used() -> None:
    assert len(NOT_RUN) <= MOST_NOT_RUN, [block.place for block in NOT_RUN]
    assert {block.needs for block in BLOCKS} - {""} == {*PROGRAMS, *ELSEWHERE}


def test_most_commands_are_run() -> None:
    commands = [block for block in BLOCKS if block.kind in RUN and not block.server]
    assert len(NOT_RUN) * 6 < len(commands), Counter(block.needs for block in NOT_RUN)


def test_a_new_page_is_found_without_a_list(tmp_path: Path) -> None:
    (tmp_path / "docs" / "new").mkdir(parents=True)
    (tmp_path / "docs" / "new" / "page.md").write_text("# New\n\n```sh\ntrue\n```\n")
    (tmp_path / "docs" / "words.md").write_text("# Words\n\n```text\nonly words\n```\n")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "copy.md").write_text("```sh\nfalse\n```\n")
    assert markdown_files(tmp_path) == ["docs/words.md", "docs/new/page.md"]
    assert pages_with_commands(tmp_path) == ["docs/new/page.md"]


def test_every_page_with_commands_is_run_by_one_test() -> None:
    listed = subprocess.check_output(["git", "ls-files", "*.md"], cwd=ROOT, text=True).split()
    commands = re.compile(r"^```(?:sh|python|js)$", re.MULTILINE)
    expected = [path for path in listed if commands.search((ROOT / path).read_text())]
    assert len(expected) > 15
    run = [*test_pages.PAGES, *test_pages_with_servers.PAGES]
    assert set(expected) - set(run) == set()
    assert len(run) == len(set(run))


def test_commands_that_would_not_be_run_are_found(tmp_path: Path) -> None:
    def found(text: str) -> list[str]:
        (tmp_path / "page.md").write_text(text)
        return [fault for block in blocks("page.md", tmp_path) for fault in faults(block)]

    assert found("```sh needs=redis\nredis-cli ping\n```\n") == []
    assert len(found("```\nmake serve\n```\n")) == 1
    assert len(found("```sh redis\nredis-cli ping\n```\n")) == 1
    assert len(found("    python -m tests.golden.make\n")) == 1
    assert len(found("```sh needs=time\nsleep 1\n```\n")) == 1
    assert len(found("```text\n$ curl http://127.0.0.1:8000\n```\n")) == 1
    assert len(found("```text\nBASE=http://127.0.0.1 make load\n```\n")) == 1
    assert len(found("```sh server\nludotheque serve\n```\n")) == 1


def test_a_block_runs_where_its_program_is_installed() -> None:
    here = Block("page.md:1", "sh", "", server=False, text="true")
    assert here.runs
    assert not here._replace(server=True).runs
    assert not here._replace(kind="text").runs
    assert [here._replace(needs=each).runs for each in PROGRAMS] == list(PROGRAMS.values())
    assert not any(here._replace(needs=each).runs for each in ELSEWHERE)
