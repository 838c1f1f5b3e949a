"""Prints a rally in Esperanto; it is run in a copy of the repository that has the language."""

from msgspec import json

from api.openapi.document import written
from api.problems.catalogue import codes_in
from api.problems.language import chosen_language
from domain.games.gumball_rally.refusals import NotYourTurn
from domain.kernel.ids import LANGUAGES
from domain.kernel.refusals import Rejected
from domain.table.refusals import TableFull
from domain.table.state import Running
from ludotheque.laws.random_play import played, player
from ludotheque.laws.spoken import flaws_of_game
from projections.seat_view.actions import describe_actions
from projections.seat_view.names import narrator
from projections.seat_view.view import TableAtVersion
from tests.support.documents.server_words import flaws_of_server

NAMES = {player(0): "Anne", player(1): "Bob"}


def main() -> None:
    table = played("gumball_rally", 3, 0)
    told = narrator(table.steps[-1].after, "eo", NAMES)
    states = [step.after for step in table.steps]
    state = next(each for each in states if isinstance(each, Running) and each.decision)
    seen = TableAtVersion(table.table, state, 1, bytes(32), table.seed)
    actions = [describe_actions(seen, seat, "eo", NAMES) for seat in range(3)]
    missing = codes_in("eo")["token_missing"]
    shown = {
        "languages": LANGUAGES,
        "chosen": chosen_language(None, "eo;q=0.9, fr;q=0.5"),
        "sentences": [told.sentence(event) for event in table.events],
        "labels": [each.label for found in actions for each in found.actions],
        "parameters": [each.label for found in actions for each in found.open_parameters],
        "refusals": [Rejected(each).detail_in("eo") for each in (NotYourTurn(2), TableFull(3))],
        "problem": [missing.title, missing.meaning],
        "flaws": [*flaws_of_server("eo"), *flaws_of_game("gumball_rally", "eo")],
        "accepted": accepted(),
    }
    print(json.encode(shown).decode())


def accepted() -> list[str]:
    """Return the languages that the OpenAPI document lists."""
    operation = json.decode(written())["paths"]["/v1/tables/{table}/actions"]["get"]
    [lang] = [each for each in operation["parameters"] if each.get("name") == "lang"]
    return sorted(filter(None, lang["schema"].get("enum") or lang["schema"]["oneOf"][0]["enum"]))


if __name__ == "__main__":
    main()
