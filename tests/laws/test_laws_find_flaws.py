"""The laws find what they forbid: in sources, in sentences, and in views that show too much."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from domain.games import GAMES
from domain.games.bug_race.state import Drafting, Playing
from domain.games.gumball_rally.components import DANGERS
from domain.games.gumball_rally.state import Racing
from domain.kernel.ids import Seat
from ludotheque.laws.knowledge import knowledge
from ludotheque.laws.random_play import played
from ludotheque.laws.test_law_10_rules import marks, unproved
from ludotheque.laws.test_law_15_languages import names_raw
from ludotheque.laws.twins import all_it_gets


def test_a_rule_without_a_test_would_be_found() -> None:
    source = '@pytest.mark.rule("XX-1", "XX-2")\ndef test_it() -> None: ...\n'
    assert unproved(["XX-1", "XX-2", "XX-3"], marks(source)) == ["XX-3"]


def test_a_mark_on_what_is_not_a_test_does_not_count() -> None:
    source = '@pytest.mark.rule("XX-1")\ndef helper() -> None: ...\n'
    assert list(marks(source)) == []


def test_a_raw_id_in_a_sentence_would_be_found() -> None:
    assert names_raw("bug_race", "Seat 0 draws B58, B51.") == {"B58", "B51"}
    assert names_raw("asterix", "P-GEN frees nobody.") == {"P-GEN"}
    assert names_raw("gasterospeed", "Seat 0 lays feeler_blow-2.") == {"feeler_blow-2"}
    assert names_raw("gasterospeed", "Seat 0 lays 204 Bvm/h.") == set()


def specials(state: Any, seat: Seat | None) -> list[int]:
    """Return how deep Checkpoints and Winner lie, which nobody may know."""
    stack = state.stack if isinstance(state, Racing) else ()
    return [depth for depth, danger in enumerate(stack) if DANGERS[danger].kind != "colour"]


def kept(state: Any, seat: Seat | None) -> list[list[str]]:
    """Return which of the cards that a seat has passed are in the hand of the next seat."""
    if not isinstance(state, Drafting | Playing):
        return []
    passes = [each for each in state.race.passes if each.giver == seat]
    return [sorted({*state.race.hands[p.receiver]} & {*p.cards}) for p in passes]


@pytest.mark.parametrize(
    ("key", "secret"), [("gumball_rally", specials), ("bug_race", kept)], ids=["depth", "kept"]
)
def test_a_view_that_shows_it_would_be_found(
    key: str, secret: Callable[[Any, Seat | None], list[Any]]
) -> None:
    """At least one table in five shows it: bugs pass cards on only in the expert game."""
    leaky = replace(GAMES[key], view=secret)
    differing, rng = 0, Random(key)
    for number in range(5):
        for step in played(key, 3, number).turns:
            state = getattr(step.before, "play", None)
            twin = knowledge(key).twin(state, 0, rng)
            differing += all_it_gets(leaky, twin, 0, ()) != all_it_gets(leaky, state, 0, ())
    assert differing
