"""What follows when everybody has chosen: the award, and the nose of Idéfix."""

from collections.abc import Mapping

from domain.games.asterix import trick_events as trick
from domain.games.asterix.components import GAULS, ROMANS, Card
from domain.games.asterix.events import AsterixEvent
from domain.games.asterix.rounds import Village, go_on, playing
from domain.games.asterix.rules.contest import contest
from domain.games.asterix.state import Looking, Playing, Selecting
from domain.kernel.chance import Chance
from domain.kernel.ids import Seat


def reveal(recorded: Village, phase: Selecting, chance: Chance) -> None:
    """AX-3.1, AX-5.6: the trick, unless everybody has played Idéfix."""
    village = playing(recorded)
    visible = village.visible
    assert visible is not None
    revealed = trick.CardsRevealed(phase.chosen)
    gauls: dict[Seat, Card] = {}
    idefix: list[Seat] = []
    for seat, card in enumerate(phase.chosen):
        if card in GAULS:
            gauls[seat] = card
        elif card is not None:
            idefix.append(seat)
    if not gauls:
        recorded.add(revealed, trick.OnlyIdefixPlayed(visible, phase.only_idefix + 1))
        return
    recorded.add(revealed, *award(village, gauls), *sniff(village, tuple(idefix)))
    if not isinstance(playing(recorded).phase, Looking):
        go_on(recorded, chance)


def award(village: Playing, gauls: Mapping[Seat, Card]) -> list[AsterixEvent]:
    """AX-3.2 … AX-3.4, AX-4.2, AX-4.3"""
    visible = village.visible
    assert visible is not None
    result = contest(gauls, village.full_tie)
    tied: list[AsterixEvent] = [trick.CardsTied(result.tied)] if result.tied else []
    if visible in ROMANS:
        if result.winner is None:
            return [*tied, trick.RomanEscaped(visible)]
        return [*tied, trick.RomanCaptured(result.winner, visible, gauls[result.winner])]
    others = tuple(card for seat, card in gauls.items() if seat != result.winner)
    if result.winner is None:
        return [*tied, trick.PirateEscaped(visible, others)]
    return [*tied, trick.PirateTaken(result.winner, visible, others)]


def sniff(village: Playing, idefix: tuple[Seat, ...]) -> list[AsterixEvent]:
    """AX-5.2, AX-5.5, AX-5.7: a single Idéfix looks, if there is a card to look at."""
    if not idefix:
        return []
    if len(idefix) > 1 or not village.deck:
        return [trick.IdefixReturned(idefix)]
    (seat,) = idefix
    return [
        trick.CardLookedAt(seat, village.deck[0]),
        trick.IdefixSniffed(seat, len(village.deck) - 1),
    ]
