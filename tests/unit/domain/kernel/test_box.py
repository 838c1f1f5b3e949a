"""Data files of a game."""

from pathlib import Path

import pytest

from domain.kernel import box
from domain.kernel.messages import Value

PACKAGE = "domain.games.gumball_rally"


class Small(Value, frozen=True):
    hand_size: int


def test_components_are_decoded_into_a_typed_box() -> None:
    assert box.components(PACKAGE, Small) == Small(3)


def test_the_layout_of_the_data_does_not_matter_to_its_fingerprint() -> None:
    one = box.hashed(b'{"b": 1, "a": [1, 2]}')
    assert box.hashed(b'{"a":[1,2],\n"b":1}') == one
    assert box.hashed(b'{"a":[2,1],"b":1}') != one
    assert box.fingerprint(PACKAGE) == box.hashed(box.read(PACKAGE, "components.json"))


def test_rules_have_an_id_and_statements_with_their_sources() -> None:
    first = box.rules(PACKAGE)[0]
    assert first.id == "GB-1"
    assert first.statements[0].provenance == "seed"
    assert first.text.startswith(first.statements[0].en)


def test_what_is_not_in_the_folder_is_not_found() -> None:
    with pytest.raises(FileNotFoundError):
        box.read(PACKAGE, str(Path("nothing.json")))
