"""The modules of the page in Node.js, as `*.test.mjs` beside this file describe them."""

from pathlib import Path

import pytest

from tests.support.documents.npm import needs_node
from tests.support.javascript import node

pytestmark = needs_node


@pytest.mark.parametrize(
    "file", sorted(Path(__file__).parent.glob("*.test.mjs")), ids=lambda file: file.stem
)
def test_the_module_does_what_its_tests_say(file: Path) -> None:
    ran = node(file)
    assert ran.returncode == 0, ran.stdout
    assert "\n# pass 0\n" not in ran.stdout
