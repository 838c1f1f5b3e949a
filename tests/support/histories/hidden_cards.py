"""Which cards were hidden from whom at each version of a finished table."""

import re
from typing import Any

from tests.support.tables.http_table import GAME

CARD = re.compile(r"[RD]-[A-Za-z]+(?:-\d+)?")
PUBLIC = (f"{GAME}.card_played", f"{GAME}.photo_taken", f"{GAME}.danger_revealed")


class HiddenCards:
    """Follows a rally event by event: which seat has seen which card."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        self._events = events

    def at(self, version: int, seat: int | None) -> set[str]:
        """Return the ids of all cards that this seat (None: a spectator) has not seen by then.

        A reshuffled card that was public once counts as seen: its id stands in old events.
        """
        return self._all_cards() - self._shown(version, seat)

    def _all_cards(self) -> set[str]:
        faces = ("pile", "stack", "boxed")
        lists = (event["data"].get(name) for event in self._events for name in faces)
        return {card for each in lists if isinstance(each, list) for card in each}

    def _shown(self, version: int, seat: int | None) -> set[str]:
        shown: set[str] = set()
        for event in self._events[:version]:
            kind, data = event["type"], event["data"]
            own = seat is not None and data.get("seat") == seat
            if kind in PUBLIC or (kind == f"{GAME}.card_drawn" and own):
                shown.add(data["card"])
            elif kind == f"{GAME}.hand_dealt" and own:
                shown |= set(data["cards"])
        return shown


def named_in(answer: bytes, cards: set[str]) -> set[str]:
    """Return those of the cards whose id appears in these bytes."""
    return cards & set(CARD.findall(answer.decode()))
