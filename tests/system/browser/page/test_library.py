"""The library of the page in Node.js: the example of its documentation plays a whole game."""

import re
import subprocess
from pathlib import Path

from api.pages.web.files import SHARED
from tests.support.documents.npm import needs_node
from tests.support.servers.processes import PROGRAM_SECONDS, Api

pytestmark = needs_node

EXAMPLE = re.compile(r"<<'END'\n(.*?)END\n", re.DOTALL)


def test_the_example_plays_to_the_end_and_receives_every_event_once(
    whole_server: Api, tmp_path: Path
) -> None:
    folder = SHARED["client"]
    found = EXAMPLE.search((folder / "README.md").read_text())
    assert found is not None
    script = found[1].replace(
        "../openapi/clients/browser/ludotheque.js", (folder / "ludotheque.js").as_uri()
    )
    (tmp_path / "play.mjs").write_text(script.replace("http://127.0.0.1:8000", whole_server.base))
    ran = subprocess.run(
        ["node", "play.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=PROGRAM_SECONDS
    )
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    versions = [int(line.split()[0]) for line in lines if line[0].isdigit()]
    assert versions == [*range(1, len(versions) + 1)]
    assert len(versions) > 50
    assert lines[-1] == "ended"
