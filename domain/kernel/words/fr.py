"""French: seats with their articles, contractions and elision, lists, plurals and ordinals."""

from collections.abc import Sequence
from unicodedata import normalize

from domain.kernel import refusals
from domain.kernel.ids import Seat
from domain.kernel.words.names import GivenNames

_VOWELS = frozenset("aeiouæœ")
_ELIDE = _VOWELS | {"h"}


# A sentence must suit any name: no adjective or participle agrees with it.
# A seat is a *siège*, because *place* means a rank in the rulebooks.
class Names(GivenNames, lang="fr"):
    """Seats in a French sentence: by name, or as `le siège 3`, with the word before it."""

    __slots__ = ()

    def seat(self, seat: Seat) -> str:
        """`Anne`, `le siège 3`"""
        return self.name(seat) or f"le siège {seat}"

    def begin(self, seat: Seat) -> str:
        """At the beginning of a sentence: `Anne`, `Le siège 3`"""
        return self.name(seat) or f"Le siège {seat}"

    def bare(self, seat: Seat) -> str:
        """In a list: `Anne`, `siège 3`"""
        return self.name(seat) or f"siège {seat}"

    def of(self, seat: Seat) -> str:
        """`d’Anne`, `de Bob`, `du siège 3`"""
        name = self.name(seat)
        return of(name) if name else f"du siège {seat}"

    def to(self, seat: Seat) -> str:
        """`à Anne`, `au siège 3`"""
        name = self.name(seat)
        return f"à {name}" if name else f"au siège {seat}"

    def seats(self, seats: Sequence[Seat]) -> str:
        """`Anne et Bob`, `les sièges 3, 4`; of one seat, `le siège 3`"""
        return self._listed(seats, "le siège", "les sièges")

    def begin_seats(self, seats: Sequence[Seat]) -> str:
        """At the beginning of a sentence: `Anne et Bob`, `Les sièges 3, 4`"""
        return self._listed(seats, "Le siège", "Les sièges")

    def bare_seats(self, seats: Sequence[Seat]) -> str:
        """`Anne et Bob`, `sièges 3, 4`"""
        return self._listed(seats, "siège", "sièges")

    def to_seats(self, seats: Sequence[Seat]) -> str:
        """`à Anne et Bob`, `aux sièges 3, 4`"""
        if names := self.all_names(seats):
            return f"à {listed(names)}"
        return self._listed(seats, "au siège", "aux sièges")

    def _listed(self, seats: Sequence[Seat], one: str, many: str) -> str:
        if names := self.all_names(seats):
            return listed(names)
        return f"{one if len(seats) == 1 else many} {', '.join(map(str, seats))}"


def of(words: str) -> str:
    """`d’Anne`, `d’Henri`, `d’Yves`, `de Bob`, `de Yann`

    An h elides always: in French names it is nearly always mute, and in others nobody can see
    whether it is. A y elides before a consonant, where it is a vowel.
    """
    letters = normalize("NFD", words.lower())
    elides = letters[0] in _ELIDE or (letters[0] == "y" and letters[1:2] not in _VOWELS)
    return f"d’{words}" if elides else f"de {words}"


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
        f"La version {refusal.version!r} des règles de {refusal.game!r} n’est pas connue ici"
        f" (seulement {', '.join(refusal.known)}). L’histoire de la table peut être lue et"
        " vérifiée."
    )


def refusal_game_not_installed(refusal: refusals.GameNotInstalled, names: Names) -> str:
    return (
        f"Le jeu {refusal.game!r} n’est pas installé ici. Installez le paquet que l’en-tête de"
        " l’histoire nomme sous `rules`."
    )
