"""The options of a game have names and explanations in both languages."""

import pytest

from domain.games import GAMES
from domain.kernel import box


@pytest.mark.parametrize("key", GAMES)
def test_every_option_has_a_text(key: str) -> None:
    told = box.texts(GAMES[key].package)["options"]
    assert told.keys() == {*GAMES[key].options.__struct_fields__}
    for text in (each.text for each in told.values()):
        assert text is not None
        assert text.en != text.fr
