"""French: seats with their articles, contractions and elision, lists, plurals and ordinals."""

from collections.abc import Sequence

from domain.kernel import refusals
from domain.kernel.ids import Seat
from domain.kernel.words.names import GivenNames

_VOWELS = frozenset("AEIOUÀÂÉÈÊËÎÏÔÛaeiouàâéèêëîïôû")


class Names(GivenNames, lang="fr"):
    """Seats in a French sentence: by name, or as `la place 3`, with the word before it."""

    __slots__ = ()

    def seat(self, seat: Seat) -> str:
        """`Anne`, `la place 3`"""
        return self.name(seat) or f"la place {seat}"

    def begin(self, seat: Seat) -> str:
        """At the beginning of a sentence: `Anne`, `La place 3`"""
        return self.name(seat) or f"La place {seat}"

    def bare(self, seat: Seat) -> str:
        """In a list: `Anne`, `place 3`"""
        return self.name(seat) or f"place {seat}"

    def of(self, seat: Seat) -> str:
        """`d'Anne`, `de Bob`, `de la place 3`"""
        return of(self.seat(seat))

    def to(self, seat: Seat) -> str:
        """`à Anne`, `à la place 3`"""
        return f"à {self.seat(seat)}"

    def seats(self, seats: Sequence[Seat]) -> str:
        """`Anne et Bob`, `les places 3, 4`; of one seat, `la place 3`"""
        return self._listed(seats, "la place", "les places")

    def begin_seats(self, seats: Sequence[Seat]) -> str:
        """At the beginning of a sentence: `Anne et Bob`, `Les places 3, 4`"""
        return self._listed(seats, "La place", "Les places")

    def bare_seats(self, seats: Sequence[Seat]) -> str:
        """`Anne et Bob`, `places 3, 4`"""
        return self._listed(seats, "place", "places")

    def to_seats(self, seats: Sequence[Seat]) -> str:
        """`à Anne et Bob`, `aux places 3, 4`"""
        if names := self.all_names(seats):
            return f"à {listed(names)}"
        return self._listed(seats, "à la place", "aux places")

    def _listed(self, seats: Sequence[Seat], one: str, many: str) -> str:
        if names := self.all_names(seats):
            return listed(names)
        return f"{one if len(seats) == 1 else many} {', '.join(map(str, seats))}"


def of(words: str) -> str:
    """`d'Anne`, `de Bob`"""
    return f"d'{words}" if words[0] in _VOWELS else f"de {words}"


def listed(words: Sequence[str]) -> str:
    """`un, deux et trois`"""
    *most, last = words
    return f"{', '.join(most)} et {last}" if most else last


def counted(number: int, one: str) -> str:
    """`0 carte`, `1 carte`, `2 cartes`"""
    return f"{number} {one}{'s' * (number > 1)}"


def ordinal(rank: int, feminine: bool = False) -> str:
    """`1er`, `1re`, `2e`"""
    return f"{rank}{('er', 're')[feminine] if rank == 1 else 'e'}"


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def grouped(number: int) -> str:
    """`8 000 000`"""
    return f"{number:,}".replace(",", " ")


def refusal_edition_unknown(refusal: refusals.EditionUnknown, names: Names) -> str:
    return (
        f"La version {refusal.version!r} des règles de {refusal.game!r} n'est pas connue ici"
        f" (seulement {', '.join(refusal.known)}). Installez un paquet qui l'a."
    )


def refusal_game_not_installed(refusal: refusals.GameNotInstalled, names: Names) -> str:
    return (
        f"Le jeu {refusal.game!r} n'est pas installé ici. Installez le paquet que l'en-tête de"
        " l'histoire nomme sous `rules`."
    )
