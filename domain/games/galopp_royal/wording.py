"""Words that sentences are made of, in English and in French, in number and gender."""

from collections.abc import Sequence

from domain.games.galopp_royal.components import BEARERS, Bearer
from domain.kernel.ids import Seat
from domain.kernel.language import Both


def bearer(card: Bearer) -> Both:
    """`bearer("P-5-1")`: a bearer 5, un porteur 5"""
    english, french = bearer_name(card)
    return f"a {english}", f"un {french}"


def bearer_name(card: Bearer) -> Both:
    """`bearer_name("P-5-1")`: bearer 5, porteur 5"""
    kind = BEARERS[card]
    return kind.name_en, kind.name_fr


def bearers(cards: Sequence[Bearer]) -> Both:
    english, french = zip(*map(bearer, cards), strict=True)
    return listed(english, "and"), listed(french, "et")


def listed(words: Sequence[str], joint: str) -> str:
    """One, two and three"""
    *most, last = words
    return f"{', '.join(most)} {joint} {last}" if most else last


def gold(amount: int) -> Both:
    return f"{amount} gold", f"{amount} pièce{'s' * (amount > 1)} d'or"


def spaces(by: int) -> Both:
    far = abs(by)
    en, fr = ("back", "en arrière") if by < 0 else ("forward", "en avant")
    s = "s" * (far > 1)
    return f"{far} space{s} {en}", f"{far} case{s} {fr}"


def signed(by: int) -> str:
    return f"+{by}" if by > 0 else f"−{-by}"


def ordinal(rank: int) -> Both:
    """In French of a chair or a seat, both feminine."""
    english = {1: "1st", 2: "2nd", 3: "3rd"}.get(rank, f"{rank}th")
    return english, "1re" if rank == 1 else f"{rank}e"


def seats(named: Sequence[Seat]) -> Both:
    numbers = [str(seat) for seat in named]
    return f"Seats {listed(numbers, 'and')}", f"Les places {listed(numbers, 'et')}"
