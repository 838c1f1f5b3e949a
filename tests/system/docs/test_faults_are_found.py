"""What is wrong with a page is found, and a page that fails leaves no process behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.documents.clone import fresh_clone
from tests.support.documents.page_blocks import blocks
from tests.support.documents.page_run import needs_shell, run_page
from tests.support.paths import ROOT
from tests.support.servers import process_tree
from tests.support.servers.process_tree import LEFT_BEHIND, living

pytestmark = needs_shell

# A daemon, as redis-server --daemonize is one: of another session, and with another parent.
DAEMON = "setsid sh -c 'sleep 600 & echo $! > pid; wait' > out.txt 2>&1 &"


def run_text(text: str, folder: Path) -> str:
    (folder / "page.md").write_text(text)
    (clone := folder / "clone").mkdir(exist_ok=True)
    return run_page(blocks("page.md", folder), fresh_clone(clone))


def gone(pid: int) -> bool:
    return not living(pid)


def test_a_broken_command_in_a_copy_of_a_page_is_found(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "backup.md").read_text()
    broken = page.replace("ludotheque backup build/backup", "ludotheque bakup build/backup")
    assert broken != page
    with pytest.raises(AssertionError, match=r"^page.md:\d+: exit code 2\n(.*\n)*.*bakup"):
        run_text(broken, tmp_path)


@pytest.mark.parametrize("command", ["false", "false | cat", "echo $UNSET"])
def test_any_command_that_fails_ends_the_page(tmp_path: Path, command: str) -> None:
    with pytest.raises(AssertionError, match=r"^page.md:3: exit code"):
        run_text(f"# Page\n\n```sh\n{command}\necho done\n```\n", tmp_path)


def test_blocks_of_all_kinds_are_one_script(tmp_path: Path) -> None:
    python = "import os; print('a', os.environ['A'], os.path.basename(os.getcwd()))"
    text = f"```sh\nexport A=3\ncd openapi\n```\n\n```python\n{python}\n```\n"
    assert "\na 3 openapi\n" in run_text(text, tmp_path)


def test_output_that_the_page_shows_and_nothing_prints_is_found(tmp_path: Path) -> None:
    text = "```sh\necho one two; echo three\n```\n\n```output\none …\nthree\n```\n"
    run_text(text, tmp_path)
    with pytest.raises(AssertionError, match=r"^page.md:5: 'four …' was not printed"):
        run_text(text.replace("one …", "four …"), tmp_path)
    with pytest.raises(AssertionError, match="'one …' was not printed"):
        run_text(text.replace("one …\nthree", "three\none …"), tmp_path)


def test_a_page_that_fails_leaves_no_process(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="exit code 7"):
        run_text(f"```sh\n{DAEMON}\nuntil [ -s pid ]; do sleep 0.01; done\nexit 7\n```\n", tmp_path)
    assert gone(int((tmp_path / "clone" / "pid").read_text()))


def test_a_page_that_succeeds_must_have_stopped_what_it_started(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = f"{DAEMON}\nuntil [ -s pid ]; do sleep 0.01; done"
    runner = "import process_tree; process_tree.ENDING_SECONDS = 0.1; "
    run = f"import sys; sys.exit(process_tree.run(['sh', '-c', {script!r}]))"
    env = {**os.environ, "PYTHONPATH": str(Path(process_tree.__file__).parent)}
    code = subprocess.run([sys.executable, "-c", runner + run], cwd=tmp_path, env=env).returncode
    assert (code, gone(int((tmp_path / "pid").read_text()))) == (LEFT_BEHIND, True)
    assert "left behind: ['sh -c sleep 600" in capfd.readouterr().out
