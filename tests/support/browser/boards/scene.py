"""The properties that the page gives a board, made from what the server answered."""

from typing import Any

from tests.support.browser.boards.recording import Moment

TABLE = ("id", "game", "status", "version", "decision", "options", "outcome")


def props(moment: Moment, components: dict[str, Any], narrow: bool, lang: str) -> dict[str, Any]:
    """Return the properties for the player of seat 0."""
    actions = moment.french if lang == "fr" else moment.actions
    return {
        "view": moment.table["view"],
        "components": components,
        "table": {name: moment.table[name] for name in TABLE},
        "seats": moment.table["seats"],
        "me": 0,
        "lang": lang,
        "actions": actions["actions"],
        "openParameters": actions["open_parameters"],
        "pending": False,
        "chosen": None,
        "previous": None,
        "events": [],
        "animate": False,
        "narrow": narrow,
    }


def watched(given: dict[str, Any]) -> dict[str, Any]:
    """Return the same for a spectator, who sees no hand and may do nothing."""
    hidden = ("hand", "offered", "passes", "laid", "stakes", "chosen", "looked_at")
    view = {name: None if name in hidden else value for name, value in given["view"].items()}
    return {**given, "view": view, "me": None, "actions": [], "openParameters": []}
