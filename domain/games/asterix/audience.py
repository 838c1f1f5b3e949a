"""Who may hear what while the table is running (AX-8.5 … AX-8.11)."""

from collections.abc import Callable
from typing import Any

from domain.games.asterix.events import (
    AsterixEvent,
    DeckShuffled,
    GameFinished,
    HandTaken,
    LastCardsDrawn,
    PiratesActed,
    RoundBegan,
    RoundEnded,
    RoundScored,
    VillageGathered,
)
from domain.games.asterix.trick_events import (
    CardChosen,
    CardGiven,
    CardKept,
    CardLookedAt,
    CardsRevealed,
    CardsTied,
    CardTurned,
    ChoiceMade,
    IdefixDiscarded,
    IdefixReturned,
    IdefixSniffed,
    OnlyIdefixPlayed,
    PirateEscaped,
    PirateTaken,
    RomanCaptured,
    RomanEscaped,
)
from domain.kernel.audience import Audience, to_all, to_its_seat, to_nobody
from domain.kernel.messages import Event


def audience(event: AsterixEvent) -> Audience:
    return HEARD_BY[type(event)](event)


HEARD_BY: dict[type[Event], Callable[[Any], Audience]] = {
    VillageGathered: to_all,
    DeckShuffled: to_nobody,
    HandTaken: to_its_seat,
    RoundBegan: to_all,
    CardTurned: to_all,
    CardChosen: to_its_seat,
    ChoiceMade: to_all,
    CardsRevealed: to_all,
    CardsTied: to_all,
    RomanCaptured: to_all,
    RomanEscaped: to_all,
    PirateTaken: to_all,
    PirateEscaped: to_all,
    OnlyIdefixPlayed: to_all,
    IdefixReturned: to_all,
    CardLookedAt: to_its_seat,
    IdefixSniffed: to_all,
    CardKept: to_all,
    CardGiven: to_all,
    IdefixDiscarded: to_all,
    LastCardsDrawn: to_all,
    RoundEnded: to_all,
    PiratesActed: to_all,
    RoundScored: to_all,
    GameFinished: to_all,
}
