"""K.O., passage, finish, end of race, points, title (GS-8, GS-17, GS-82 … GS-88)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.games.gasterospeed.commands import Choose, CommitAction, TakePath
from domain.games.gasterospeed.components import BOX, CIRCUITS
from domain.games.gasterospeed.event_types.cards import CardsDiscarded, SpeedsRevealed
from domain.games.gasterospeed.event_types.championship import RaceOpened, RaceScored
from domain.games.gasterospeed.event_types.snails import SnailOut
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.board import in_the_way
from domain.games.gasterospeed.rules.scoring import (
    champions,
    final_places,
    race_places,
    race_points,
)
from domain.games.gasterospeed.rules.turn import turn_limit
from domain.games.gasterospeed.state import Finished, Laid, Racing, Result
from domain.judging.narration import sentence
from tests.support.games.gasterospeed.situations import SLOW, acting, moving, plays, racing
from tests.support.seats import A, B, C, D

POINTS = (9, 6, 4, 3, 2, 1)


@pytest.mark.rule("GS-82", "GS-8")
def test_a_snail_without_shells_is_knocked_out_where_it_stands() -> None:
    scene = plays("feeler_blow-1", (4, 10), (5, 10), shells={B: 1}).do(A, Choose(target=B))
    hand = scene.race.hands[B]
    scene.passed()
    assert SnailOut(B, "ko", None, False) in scene.caused
    assert CardsDiscarded(B, hand) in scene.caused
    assert scene.cells(B) == ((5, 10),)
    assert scene.shells(B) == (0,)
    assert scene.asked() == ("speed", (A, C, D))


@pytest.mark.rule("GS-84", "GS-17")
def test_a_finished_snail_leaves_the_board_and_its_hand() -> None:
    scene = moving(A, "201", (4, 2)).do(A, TakePath(A, ("N",)))
    assert SnailOut(A, "finished", 1, False) in scene.caused
    assert scene.race.hands[A] == ()
    assert scene.cells(A) == (None,)
    assert scene.shells(A) == (3,)
    assert scene.asked() == ("action", (B, C, D))


@pytest.mark.rule("GS-83")
def test_knocked_out_snails_in_the_only_passage_are_taken_off() -> None:
    """C29: the neck of Raid Châtaigne is three cells wide."""
    neck = ((4, 9), (5, 9), (6, 9))
    open_neck = racing((5, 12), *neck, circuit="raid_chataigne", knocked_out=[B, C])
    assert in_the_way(open_neck.race) == []
    shut = racing((5, 12), *neck, circuit="raid_chataigne", knocked_out=[B, C, D])
    assert in_the_way(shut.race) == [C]  # the shortest of the paths that cross one


@pytest.mark.rule("GS-83")
def test_the_passage_is_cleared_at_the_moment_of_the_knock_out() -> None:
    neck = ((5, 10), (4, 9), (5, 9), (6, 9), (4, 18))
    given_: Any = {"seats": 5, "circuit": "raid_chataigne", "knocked_out": [B, D], "shells": {C: 1}}
    scene = plays("feeler_blow-1", *neck, **given_)
    scene.do(A, Choose(target=C)).passed()
    removed = [out.snail for out in scene.recorded(SnailOut) if out.status == "removed"]
    assert len(removed) == 1
    assert scene.cells(removed[0]) == (None,)


@pytest.mark.rule("GS-85")
def test_the_race_ends_with_the_last_but_one_and_drops_what_is_left() -> None:
    """C38"""
    scene = moving(A, "201", (4, 2), knocked_out=[B, C]).do(A, TakePath(A, ("N",)))
    assert isinstance(scene.state, Finished)
    points = (9, 1, 1, 6)
    scored = RaceScored((1, None, None, 2), points, (3, 0, 0, 3), points, (A,), False)
    assert scored in scene.caused


@pytest.mark.rule("GS-86")
def test_a_race_is_stopped_after_its_last_turn() -> None:
    scene = acting("shot-1", (4, 5), (4, 9), (4, 12), turn=70, shells={D: 2})
    scene.do(A, CommitAction(A, "shot-1", True))
    assert isinstance(scene.state, Finished)
    assert scene.race.results[0].places == (1, 2, 3, 4)


@pytest.mark.rule("GS-86")
def test_a_race_stopped_by_the_limit_has_no_arrivals_that_did_not_happen() -> None:
    scene = acting("shot-1", (4, 5), (4, 9), (4, 12), turn=70)
    scene.do(A, CommitAction(A, "shot-1", True))
    [event] = scene.recorded(RaceScored)
    assert (event.arrived, event.stopped, event.cites()) == ((), True, "GS-86")
    assert scene.race.results[0].stopped
    assert not scene.recorded(SnailOut)
    english, french = (sentence(event, lang) for lang in ("en", "fr"))
    assert "arrived: none; by distance: snail 0, snail 1, snail 2, snail 3;" in english
    assert "arrivés : aucun ; selon la distance : l’escargot 0, l’escargot 1" in french


@pytest.mark.rule("GS-86")
def test_the_limit_is_that_of_the_circuit_or_the_option() -> None:
    """The old limit of every circuit was 40 turns; 69 % of random races ended by it."""
    assert turn_limit(racing().race) == CIRCUITS["paquerette_derby"].turn_limit == 70
    assert turn_limit(racing(circuit="dedale_au_pode").race) == 120
    assert turn_limit(racing(circuit="dedale_au_pode", turn_limit=40).race) == 40
    assert all(40 <= each.turn_limit <= BOX.turn_limit for each in CIRCUITS.values())
    seen = GAME.view(racing(turn_limit=5).state, None)
    assert seen is not None
    assert seen.turn_limit == 5


@pytest.mark.rule("GS-86")
def test_equal_distances_are_ranked_by_shells_then_speed() -> None:
    scene = racing((4, 9), (5, 9), (3, 9), (6, 9), shells={A: 2})
    speeds = (None, Laid("104"), Laid("205"), None)
    scene.state = SpeedsRevealed(speeds).apply(scene.race)
    assert race_places(scene.race) == (4, 2, 1, 3)


@pytest.mark.rule("GS-87")
@settings(deadline=None, derandomize=True)
@given(st.integers(2, 6), st.integers(0, 6), st.randoms(use_true_random=False))
def test_points_for_any_outcome(snails: int, knocked_out: int, luck: object) -> None:
    """Place p < N has the p-th value, place N and every K.O. has one point."""
    placed = snails - min(knocked_out, snails)
    order: list[int | None] = [*range(1, placed + 1), *[None] * (snails - placed)]
    luck.shuffle(order)  # type: ignore[attr-defined]
    points = race_points(order, POINTS)
    for place, worth in zip(order, points, strict=True):
        assert worth == (1 if place in (None, snails) else POINTS[place - 1])


def scored(*results: tuple[tuple[int | None, ...], tuple[int, ...]], **options: Any) -> Racing:
    """Races with these places and shells kept, one snail each."""
    race = racing(**options).race
    made = tuple(
        Result("star_got", places, race_points(places, POINTS), shells, False)
        for places, shells in results
    )
    totals = tuple(sum(each.points[seat] for each in made) for seat in range(4))
    return replace(race, results=made, points=totals)


@pytest.mark.rule("GS-88", "GS-1")
def test_most_points_win_the_championship() -> None:
    race = scored(
        ((1, 2, 3, 4), (3, 3, 3, 3)), ((2, 1, 3, 4), (1, 1, 1, 1)), ((1, 2, 3, 4), (0,) * 4)
    )
    assert final_places(race) == (1, 2, 3, 4)
    assert champions(race) == (A,)


@pytest.mark.rule("GS-88")
def test_ties_go_by_first_places_then_knock_outs_then_are_shared() -> None:
    """C39"""
    kept = (1, 1, 1, 1)
    shared = scored(((1, 2, 3, 4), kept), ((2, 1, 3, 4), kept))
    assert final_places(shared) == (1, 1, 3, 4)
    assert champions(shared) == (A, B)
    firsts = replace(shared, points=(15, 15, 15, 2))
    assert final_places(firsts) == (1, 1, 3, 4)
    fewer_knock_outs = scored(((1, 2, 3, None), kept), ((1, 2, 4, 3), kept))
    assert fewer_knock_outs.points[2:] == (5, 5)
    assert final_places(fewer_knock_outs)[2:] == (3, 4)


@pytest.mark.rule("GS-107")
def test_under_coquillards_the_shells_kept_decide_then_the_points() -> None:
    """C49"""
    race = scored(((1, 2, 3, None), (1, 2, 2, 0)), championnat_des_coquillards=True)
    assert final_places(race) == (3, 1, 2, 4)
    assert champions(race) == (A,)


@pytest.mark.rule("GS-22")
def test_the_next_race_starts_afresh() -> None:
    """C41, C42: shells, cards and K.O. snails."""
    circuits = ["paquerette_derby", "dedale_au_pode"]
    scene = moving(A, "201", (4, 2), knocked_out=[B, C], shells={D: 1}, circuits=circuits)
    scene.do(A, TakePath(A, ("N",)), [], 1, 2, 3, 4)
    assert RaceOpened(2, "dedale_au_pode", 3, 0) in scene.caused
    assert scene.status(A, B, C, D) == ("active",) * 4
    assert scene.shells(A, B, C, D) == (3,) * 4
    assert scene.race.discards == ((),)
    assert sum(map(len, (*scene.race.hands, *scene.race.piles))) == 88
    assert scene.race.results[0].circuit == "paquerette_derby"
    assert scene.refused(A, SLOW)[0] == "not_your_prompt"
