"""Who may hear what (GS-26, GS-27, GS-33): hands, commitments and pile order are secret."""

from typing import get_args

from domain.games.gasterospeed.events import GasteroEvent, StakeLaid
from domain.games.gasterospeed.events_of_cards import (
    ActionLaid,
    CardsDrawn,
    PileShuffled,
    SpeedLaid,
)
from domain.kernel.audience import EVERYONE, NOBODY, Audience, only
from domain.kernel.messages import Event

OWNERS_ONLY: tuple[type[Event], ...] = (StakeLaid, CardsDrawn, SpeedLaid, ActionLaid)
HEARD_BY_NOBODY: tuple[type[Event], ...] = (PileShuffled,)
HEARD_BY_ALL: frozenset[type[Event]] = frozenset(get_args(GasteroEvent)) - {
    *OWNERS_ONLY,
    *HEARD_BY_NOBODY,
}


def audience(event: GasteroEvent) -> Audience:
    if type(event) in HEARD_BY_ALL:
        return EVERYONE
    if isinstance(event, StakeLaid | CardsDrawn | SpeedLaid | ActionLaid):
        return only(event.seat)
    return NOBODY
