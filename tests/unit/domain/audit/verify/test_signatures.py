"""Keys and signatures are optional fields of the format: both verifiers take them, or name them."""

import pytest

from domain.audit.verify import verify
from domain.games import GAMES
from openapi.clients import verify as one_file
from tests.support.histories.bundles import corpus, unpacked
from tests.support.histories.signed_bundle import SPOILT, signed
from tests.support.histories.verifiers import BOTH


@pytest.mark.parametrize("game", GAMES)
def test_a_history_with_keys_and_signatures_passes(game: str) -> None:
    content = signed(unpacked(corpus(game)[0]))
    assert [find(content) for find in BOTH] == [None, None]
    for missing in (verify(content).not_checked, one_file.verify(content.decode()).not_checked):
        assert any("signatures" in each for each in missing)


@pytest.mark.parametrize("name", SPOILT)
def test_fields_that_contradict_each_other_fail(name: str) -> None:
    content = signed(unpacked(corpus("bug_race")[0]), SPOILT[name])
    assert all(find(content) for find in BOTH)
