"""A history whose players have keys and sign their commands, as a later release may write it."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeAlias

from tests.support.cheating.forgery import Forgery

Spoil: TypeAlias = Callable[[Forgery], object]


def key_of(player: str) -> str:
    return sha256(player.encode()).hexdigest()


def signed(content: bytes, spoil: Spoil = id) -> bytes:
    """Return a closed history with the optional fields of keys and signatures, then spoilt."""
    made = Forgery(content)
    for record in made.records:
        command, by = record["command"], record["by"]
        sit = command if command["type"] == "table.sit" else command.get("sit")
        if sit is not None:
            sit["key"] = key_of(by)
    people = {event["data"]["player"] for event in made.events if _is_person(event)}
    for event in made.events:
        if event["type"] == "table.seat_taken" and event["data"]["player"] in people:
            event["data"]["key"] = key_of(event["data"]["player"])
    started = made.find("table.started")
    players = started["data"]["players"]
    started["data"]["keys"] = [key_of(each) if each in people else None for each in players]
    for record in made.records:
        if record["first"] > started["version"] and record["by"] in people:
            record |= {"seen": record["first"] - 1, "signature": 2 * key_of(record["by"])}
    spoil(made)
    return made.content()


def _is_person(event: Any) -> bool:
    return event["type"] == "table.seat_taken" and "bot" not in event["data"]


def _last_signed(made: Forgery) -> Any:
    return next(each for each in reversed(made.records) if "signature" in each)


SPOILT: dict[str, Spoil] = {
    "no version seen": lambda made: _last_signed(made).pop("seen"),
    "a later version seen": lambda made: _last_signed(made).update(seen=9999),
    "no signature": lambda made: _last_signed(made).pop("signature"),
    "a short signature": lambda made: _last_signed(made).update(signature="0" * 126),
    "another key": lambda made: made.find("table.seat_taken")["data"].update(key="0" * 64),
    "no key": lambda made: made.find("table.seat_taken")["data"].pop("key"),
    "no keys at the start": lambda made: made.find("table.started")["data"].pop("keys"),
    "null for a key": lambda made: made.record("table.sit")["command"].update(key=None),
}
