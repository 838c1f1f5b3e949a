"""Names instead of seats."""

import pytest

from domain.kernel.language import Lang
from domain.kernel.seat_names import with_names

NAMES = ("Anne", "Bob", None, "Seat 0")


@pytest.mark.parametrize(
    ("lang", "sentence", "expected"),
    [
        ("en", "Seat 0 plays and overtakes seat 1.", "Anne plays and overtakes Bob."),
        ("en", "Seats 0, 1 share the victory.", "Anne and Bob share the victory."),
        ("en", "Seats 0, 1 and 3 pass.", "Anne, Bob and Seat 0 pass."),
        ("en", "Finish: seat 0 +3, seat 1 +1.", "Finish: Anne +3, Bob +1."),
        ("en", "The body of seat 1 follows.", "The body of Bob follows."),
        ("en", "Seat 2 draws 3 cards.", "Seat 2 draws 3 cards."),
        ("en", "Seats 0, 2 fall back.", "Seats 0, 2 fall back."),
        ("en", "Seat 9 plays.", "Seat 9 plays."),
        (
            "fr",
            "La place 0 joue et dépasse les places 1, 3.",
            "Anne joue et dépasse Bob et Seat 0.",
        ),
        ("fr", "La chaise de la place 0 avance.", "La chaise d'Anne avance."),
        ("fr", "Le Pirate de la place 1 : rien.", "Le Pirate de Bob : rien."),
        ("fr", "C'est aux places 0, 1 de décider.", "C'est à Anne et Bob de décider."),
        ("fr", "C'est à la place 1 de décider.", "C'est à Bob de décider."),
        ("fr", "La place 1 ordonne : place 0 +2.", "Bob ordonne : Anne +2."),
        ("fr", "La place 2 passe.", "La place 2 passe."),
    ],
)
def test_names_replace_seats(lang: Lang, sentence: str, expected: str) -> None:
    assert with_names(sentence, lang, NAMES) == expected
