"""The language of texts."""

import pytest

from api.problems.language import chosen_language


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, None),
        ("fr", "fr"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("de, en;q=0.7, fr;q=0.3", "en"),
        ("en;q=0.1, fr;q=0.2", "fr"),
        ("fr;q=0, en;q=0.5", "en"),
        ("de, *;q=0.5", None),
        ("fr;q=nonsense", None),
        ("", None),
    ],
)
def test_accept_language_decides_without_lang(accepted: str | None, language: str | None) -> None:
    assert chosen_language(None, accepted) == language
    assert chosen_language("en", accepted) == "en"


def test_only_languages_of_the_server_are_chosen() -> None:
    assert chosen_language("tlh", "fr") == "fr"
    assert chosen_language("tlh", "fr", known=("en", "fr", "tlh")) == "tlh"
    assert chosen_language(None, "tlh, fr;q=0.9", known=("en", "fr", "tlh")) == "tlh"
