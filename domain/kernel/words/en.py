"""English: seats, lists, plurals and ordinals."""

from collections.abc import Sequence

from domain.kernel import refusals
from domain.kernel.ids import Seat
from domain.kernel.words.names import GivenNames


class Names(GivenNames, lang="en"):
    """Seats in an English sentence: by name, or as `seat 3`."""

    __slots__ = ()

    def seat(self, seat: Seat) -> str:
        """`Anne`, `seat 3`"""
        return self.name(seat) or f"seat {seat}"

    def begin(self, seat: Seat) -> str:
        """At the beginning of a sentence: `Anne`, `Seat 3`"""
        return self.name(seat) or f"Seat {seat}"

    def seats(self, seats: Sequence[Seat]) -> str:
        """`Anne and Bob`, `seats 3, 4`; of one seat, `seat 3`"""
        return self._listed(seats, "seat")

    def begin_seats(self, seats: Sequence[Seat]) -> str:
        """At the beginning of a sentence: `Anne and Bob`, `Seats 3, 4`"""
        return self._listed(seats, "Seat")

    def _listed(self, seats: Sequence[Seat], word: str) -> str:
        if names := self.all_names(seats):
            return listed(names)
        return f"{word}{'s' * (len(seats) != 1)} {', '.join(map(str, seats))}"


def listed(words: Sequence[str]) -> str:
    """`one, two and three`"""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, one: str) -> str:
    """`1 card`, `2 cards`"""
    return f"{number} {one}{'s' * (number != 1)}"


def ordinal(rank: int) -> str:
    """`1st`, `2nd`, `11th`"""
    last = 0 if rank // 10 % 10 == 1 else rank % 10
    return f"{rank}{('th', 'st', 'nd', 'rd')[last] if last < 4 else 'th'}"


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def refusal_edition_unknown(refusal: refusals.EditionUnknown, names: Names) -> str:
    return (
        f"Version {refusal.version!r} of the rules of {refusal.game!r} is not known here (only"
        f" {', '.join(refusal.known)}). The history of the table can be read and verified."
    )


def refusal_game_not_installed(refusal: refusals.GameNotInstalled, names: Names) -> str:
    return (
        f"The game {refusal.game!r} is not installed here. Install the package that the header of"
        " the history names under `rules`."
    )
