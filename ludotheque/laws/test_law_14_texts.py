"""Law 14: every piece that a board draws has a name in both languages."""

import re

from msgspec import json

from domain.games import GAMES
from domain.kernel import data_files
from ludotheque.laws.knowledge import drawn_pieces, kinds_with
from ludotheque.laws.random_play import EVERY_GAME


@EVERY_GAME
def test_every_text_is_in_both_languages(key: str) -> None:
    for kind, pieces in data_files.texts(GAMES[key].package).items():
        for piece, told in pieces.items():
            assert told.name.en.strip(), (kind, piece)
            assert told.name.fr.strip(), (kind, piece)
            if told.text is not None:
                assert re.fullmatch(r"(?s)[A-ZÀÉ+\"].+\.", told.text.en), (kind, piece)
                assert re.fullmatch(r"(?s)[A-ZÀÉ+«].+\.", told.text.fr), (kind, piece)
                assert told.text.en != told.text.fr
            assert told.colour is None or re.fullmatch(r"#[0-9a-f]{6}", told.colour)


@EVERY_GAME
def test_whatever_a_board_draws_has_a_name(key: str) -> None:
    package = GAMES[key].package
    data = json.decode(data_files.read(package, "components.json"))
    for kind, ids in drawn_pieces(key).items():
        assert ids(data), kind
        assert ids(data) <= set(data_files.texts(package)[kind]), kind


@EVERY_GAME
def test_effects_are_explained_and_pieces_have_colours(key: str) -> None:
    texts = data_files.texts(GAMES[key].package)
    for kind in kinds_with(key, "EXPLAINED"):
        assert all(each.text for each in texts[kind].values()), kind
    for kind in kinds_with(key, "COLOURED"):
        assert all(each.colour for each in texts[kind].values()), kind
