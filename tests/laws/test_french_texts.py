"""French texts have one apostrophe and one word for a seat, wherever they are written."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORDS = [
    *(
        file
        for folder in ("domain", "application", "api", "tests/packages", "tests/support")
        for file in (
            *ROOT.glob(f"{folder}/**/words/fr.py"),
            *ROOT.glob(f"{folder}/**/words/fr/*.py"),
        )
    ),
    ROOT / "ludotheque/template/fr.py.txt",
]
OF_GAMES = [file for file in WORDS if "games" in file.parts]
OF_TABLES = [
    file for file in WORDS if {"table", "application", "problems", "kernel"} & {*file.parts}
]
DATA = [*ROOT.glob("domain/games/*/rules.json"), *ROOT.glob("domain/games/*/texts.json")]
SCRIPTS = (*ROOT.glob("api/pages/web/**/*.js"), *ROOT.glob("domain/games/*/web/*.js"))
PAGE = [file for file in SCRIPTS if "vendor" not in file.parts]
TYPEWRITTEN = re.compile(r"(?<![^\W\d_])(?:[cdjlmnst]|qu|jusqu|quelqu)'[^\W_]", re.IGNORECASE)
PLACE = re.compile(r"\bplaces?\b", re.IGNORECASE)
SEAT = re.compile(r"\bpren\w+ (?:une )?place\b|ordre des places|cette place\b|\bplace \{n\}", re.I)
FATE = re.compile(r"\bsort (?:déjà )?(?:scellé|révélé)|révèle son sort", re.IGNORECASE)


def found(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    """Return what the pattern finds in lines that are not comments or docstrings."""
    assert files
    return [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in files
        for line in file.read_text().splitlines()
        if pattern.search(line) and not line.strip().startswith(("//", "#", "*", '"""', '"en":'))
    ]


def test_every_apostrophe_is_the_typographic_one() -> None:
    assert found(TYPEWRITTEN, [*WORDS, *DATA, *PAGE]) == []


def test_a_seat_is_a_siege_because_place_means_rank() -> None:
    assert found(PLACE, OF_TABLES) == []
    assert found(SEAT, [*OF_GAMES, *DATA, *PAGE]) == []


def test_luck_is_hasard_not_fate() -> None:
    assert found(FATE, [*WORDS, *DATA, *PAGE]) == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (TYPEWRITTEN, "L'hôte a annulé la table."),
        (TYPEWRITTEN, "lorsqu'une carte, jusqu'à la fin"),
        (PLACE, "Les 4 places sont prises."),
        (SEAT, "en prenant place"),
        (FATE, "du sort scellé"),
    ],
)
def test_the_patterns_find_what_they_guard(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)
