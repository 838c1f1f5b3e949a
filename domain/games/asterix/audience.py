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
from domain.kernel.audience import EVERYONE, NOBODY, Audience, only
from domain.kernel.messages import Event


def audience(event: AsterixEvent) -> Audience:
    return HEARD_BY[type(event)](event)


def _everyone(event: AsterixEvent) -> Audience:
    return EVERYONE


def _nobody(event: AsterixEvent) -> Audience:
    return NOBODY


def _owner(event: HandTaken | CardChosen | CardLookedAt) -> Audience:
    return only(event.seat)


HEARD_BY: dict[type[Event], Callable[[Any], Audience]] = {
    VillageGathered: _everyone,
    DeckShuffled: _nobody,
    HandTaken: _owner,
    RoundBegan: _everyone,
    CardTurned: _everyone,
    CardChosen: _owner,
    ChoiceMade: _everyone,
    CardsRevealed: _everyone,
    CardsTied: _everyone,
    RomanCaptured: _everyone,
    RomanEscaped: _everyone,
    PirateTaken: _everyone,
    PirateEscaped: _everyone,
    OnlyIdefixPlayed: _everyone,
    IdefixReturned: _everyone,
    CardLookedAt: _owner,
    IdefixSniffed: _everyone,
    CardKept: _everyone,
    CardGiven: _everyone,
    IdefixDiscarded: _everyone,
    LastCardsDrawn: _everyone,
    RoundEnded: _everyone,
    PiratesActed: _everyone,
    RoundScored: _everyone,
    GameFinished: _everyone,
}
