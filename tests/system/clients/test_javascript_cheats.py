"""The verifier in JavaScript finds every planted cheat that can be found without the rules."""

from typing import Any

import pytest

from domain.games import GAMES
from tests.support.cheating.cheats import CHEATS
from tests.support.cheating.planted import planted
from tests.support.cheating.plants import Cheat
from tests.support.cheating.tables import KINDS, bundle_of
from tests.support.javascript import needs_node, verdicts

pytestmark = needs_node


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The verdicts of all honest and all forged bundles, from one run of Node.js."""
    honest = {f"{game} {kind}": bundle_of(game, kind) for game in GAMES for kind in KINDS}
    forged = {f"{game} {cheat.name}": planted(game, cheat) for game in GAMES for cheat in CHEATS}
    return verdicts(tmp_path_factory.mktemp("bundles"), honest | forged)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_honest_tables_pass(judged: dict[str, Any], game: str, kind: str) -> None:
    verdict = judged[f"{game} {kind}"]
    assert (verdict["result"], verdict["findings"]) == ("PASS", [])
    assert any(each.startswith(f"the rules of {game}") for each in verdict["unchecked"])


@pytest.mark.parametrize(
    "cheat", [each for each in CHEATS if each.found_by == "all"], ids=lambda cheat: cheat.name
)
def test_a_cheat_is_found_in_every_game_and_its_place_is_named(
    judged: dict[str, Any], cheat: Cheat
) -> None:
    for game in GAMES:
        verdict = judged[f"{game} {cheat.name}"]
        assert verdict["result"] == "FAIL", game
        assert verdict["checked"] == []
        for found in verdict["findings"]:
            assert found["line"], found
            assert found["field"], found
            assert found["version"] or found["line"] == 1, found


@pytest.mark.parametrize(
    "cheat", [each for each in CHEATS if each.found_by == "rules"], ids=lambda cheat: cheat.name
)
def test_a_cheat_against_the_rules_is_listed_as_not_checked(
    judged: dict[str, Any], cheat: Cheat
) -> None:
    verdicts = {game: judged[f"{game} {cheat.name}"] for game in GAMES}
    missed = [game for game in GAMES if verdicts[game]["result"] != "FAIL"]
    assert missed, "it is found in every game: say so in the table"
    for game in missed:
        assert any(each.startswith(f"the rules of {game}") for each in verdicts[game]["unchecked"])
