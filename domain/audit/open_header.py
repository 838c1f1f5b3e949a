"""Checks the header of a table that is still played against the events that everybody may see."""

from typing import Any

from msgspec import UNSET

from domain.audit.bundle import Bundle
from domain.audit.finding import WHOLE, CheckFailed
from domain.audit.format import Header
from domain.fairness.chain import canon
from domain.judging.codec import decode_without_rules
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Event
from domain.table.commands import ForkOf
from domain.table.end_events import TableClosed, TableForked
from domain.table.opening_events import SeatLeft, SeatTaken, TableOpened, TableStarted

TABLE = b'"type":"table.'  # found in the bytes of every event of the table itself


def check(bundle: Bundle) -> None:
    """Raise CheckFailed unless the header says what the visible events of the table say."""
    opened: TableOpened | None = None
    players: list[PlayerId] = []
    told: dict[str, Any] = {"status": "open", "fork": None, "outcome": None, "seed": None}
    for version, line in enumerate(bundle.events, 1):
        event = _visible(bytes(line.event), version)
        opened = opened or (event if isinstance(event, TableOpened) else None)
        match event:
            case SeatTaken(seat=seat, player=player):
                players.insert(seat, player)
            case SeatLeft(seat=seat) if seat < len(players):
                del players[seat]
            case TableStarted():
                told["status"] = "running"
            case TableForked():
                told |= _of_fork(event)
                players = [event.player_at(seat) for seat in range(len(players))]
            case TableClosed():
                why = "The table is closed, but its seed is not told."
                raise CheckFailed("seed", version, why, field="header.seed")
    if opened is None:
        why = "The first event is not the opening of the table."
        raise CheckFailed("header", 1, why, field="event.type")
    _compare(bundle.header, _of_opening(opened) | told | {"players": players})


def _visible(raw: bytes, version: int) -> Event | None:
    if TABLE not in raw:
        return None
    try:
        return decode_without_rules(raw).event
    except Exception as wrong:  # noqa: BLE001 - a forged event may hold anything
        why = f"It is no event of a table ({wrong})."
        raise CheckFailed("form", version, why, field="event.data") from None


def _of_opening(opened: TableOpened) -> dict[str, Any]:
    same = ("table", "game", "rules_version", "components", "options", "commitment")
    return {name: getattr(opened, name) for name in same} | {
        "rules": opened.rules,
        "sandbox": opened.sandbox,
    }


def _of_fork(forked: TableForked) -> dict[str, Any]:
    of: ForkOf = forked.of
    return {"table": forked.table, "commitment": forked.commitment, "fork": of}


def _compare(header: Header, told: dict[str, Any]) -> None:
    for name, value in told.items():
        said = getattr(header, name)
        if canon(None if said is UNSET else said) != canon(value):
            why = "The header does not say what the events lead to."
            raise CheckFailed("header", WHOLE, why, field=f"header.{name}")
