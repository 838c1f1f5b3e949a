"""BS-1 … BS-14 and BS-20: where steps lead, or at which index they are refused."""

from typing import Any

import pytest

from domain.games.bug_race.commands import Advance
from domain.games.bug_race.components import track
from domain.games.bug_race.events import BodyAdvanced, BugRaceEvent, CardPlayed
from domain.games.bug_race.game import GAME
from domain.games.bug_race.rules import has_finished
from domain.kernel.refusals import Rejected
from tests.support.games.bug_race.situations import START, at, card, detail, in_play, play, race
from tests.support.seats import A

NARROW = "4; L(3,4,5); R(3,4,5)"


def bug(stance: str, *hand: str, **options: Any) -> tuple[BugRaceEvent, ...]:
    """A's bug stands so and A holds (among others) these cards."""
    return in_play(stance, hands={A: ", ".join(hand)}, **options)


# scenario, stance, card, steps, stance after them
LEADS = [
    ("BS-3", "4; L(3,5,6); R(4,5,6)", "LF LR RF", "LF LR RF", "4; L(4,5,7); R(4,5,7)"),
    ("BS-4", "4; L(3,4,6); R(3,5,6)", "LM RM", "LM", "4; L(3,5,6); R(3,5,6)"),
    ("BS-5", "4; L(4,6,7); R(3,5,7)", "RR RF", "RR B RF", "5; L(4,6,7); R(4,5,8)"),
    ("BS-8", NARROW, "LF LM LR", "LF LM LR", "4; L(4,5,6); R(3,4,5)"),
    ("BS-13", "9; L(9,10,11); R(9,11,12)", "LF LM", "B LF", "10; L(9,10,12); R(9,11,12)"),
]


@pytest.mark.rule("BR-15", "BR-17", "BR-18", "BR-20", "BR-35")
@pytest.mark.parametrize(("name", "stance", "legs", "steps", "after"), LEADS)
def test_steps_lead_there(name: str, stance: str, legs: str, steps: str, after: str) -> None:
    told = CardPlayed(A, card(legs), tuple(steps.split()), at(after))
    race.given(*bug(stance, legs)).when(A, play(legs, steps)).then(told)


# scenario, stance, card, steps, code, rule, index
FAILS = [
    ("BS-2", "4; L(3,5,6); R(4,5,6)", "LF LM", "B", "leg_left_behind", "BR-19", 0),
    ("BS-4", "4; L(3,4,6); R(3,5,6)", "LM RM", "LM RM", "slot_occupied", "BR-16", 1),
    ("BS-5", "4; L(4,6,7); R(3,5,7)", "RR RF", "RF RR B", "leg_out_of_reach", "BR-16", 0),
    ("BS-6", START, "LF LM", "B B", "leg_left_behind", "BR-19", 1),
    ("BS-7", "4; L(5,6,7); R(5,6,7)", "LF LM", "B B B", "leg_left_behind", "BR-19", 2),
    ("BS-8", NARROW, "LF LM LR", "LR LM LF", "slot_occupied", "BR-16", 0),
    ("BS-9", NARROW, "LM RM", "LM", "slot_occupied", "BR-16", 0),
    ("BS-10", NARROW, "LF LM", "RF", "leg_not_on_card", "BR-17", 0),
    ("BS-10", NARROW, "LF LM", "LF LF", "leg_already_moved", "BR-17", 1),
    ("BS-14", "10; L(9,10,12); R(9,11,12)", "LF LM", "LF", "track_end", "BR-16", 0),
    ("BS-14", "10; L(10,11,12); R(10,11,12)", "LF LM", "B", "track_end", "BR-19", 0),
]


@pytest.mark.rule("BR-16", "BR-17", "BR-19", "BR-35", "INV-1", "INV-2", "INV-3")
@pytest.mark.parametrize(("name", "stance", "legs", "steps", "code", "rule", "index"), FAILS)
def test_steps_fail_there_and_nothing_is_done(
    name: str, stance: str, legs: str, steps: str, code: str, rule: str, index: int
) -> None:
    history, asked = bug(stance, legs), play(legs, steps)
    race.given(*history).when(A, asked).refused(code, rule, f"steps[{index}]")
    assert detail(history, A, asked).startswith(f"At index {index}: ")


@pytest.mark.rule("BR-19", "BR-20")
@pytest.mark.parametrize(
    ("name", "stance", "count", "after"),
    [
        ("BS-1", "4; L(4,5,7); R(4,6,7)", 1, "5; L(4,5,7); R(4,6,7)"),
        ("BS-6", START, 1, "2; L(1,2,3); R(1,2,3)"),
        ("BS-7", "4; L(5,6,7); R(5,6,7)", 2, "6; L(5,6,7); R(5,6,7)"),
        ("BS-13", "9; L(9,10,11); R(9,11,12)", 1, "10; L(9,10,11); R(9,11,12)"),
    ],
)
def test_the_body_advances_without_a_card(name: str, stance: str, count: int, after: str) -> None:
    race.given(*bug(stance)).when(A, Advance(count)).then(BodyAdvanced(A, count, at(after)))


@pytest.mark.rule("BR-19", "BR-20")
@pytest.mark.parametrize(
    ("name", "stance", "count", "code", "index"),
    [
        ("BS-2", "4; L(3,5,6); R(4,5,6)", 1, "leg_left_behind", 0),
        ("BS-6", START, 2, "leg_left_behind", 1),
        ("BS-7", "4; L(5,6,7); R(5,6,7)", 3, "leg_left_behind", 2),
        ("BS-14", "10; L(10,11,12); R(10,11,12)", 1, "track_end", 0),
        ("absurd", START, 2**53 - 1, "leg_left_behind", 1),
    ],
)
def test_the_body_does_not_advance_at_all_if_one_of_its_steps_fails(
    name: str, stance: str, count: int, code: str, index: int
) -> None:
    race.given(*bug(stance)).when(A, Advance(count)).refused(code, "BR-19", "count")
    assert detail(bug(stance), A, Advance(count)).startswith(f"At index {index}: ")


@pytest.mark.rule("BR-9")
def test_a_bug_has_finished_although_its_rear_legs_are_behind_the_line() -> None:
    """BS-13"""
    assert has_finished(at("10; L(9,10,11); R(9,11,12)"), track())
    assert not has_finished(at("9; L(9,10,11); R(9,11,12)"), track())


@pytest.mark.rule("BR-18", "BR-37")
def test_at_least_one_shown_leg_has_to_step_if_one_can() -> None:
    """BS-11: one is enough; with `must_move` = `none` (the first edition) none is, too."""
    given = race.given(*bug(NARROW, "LF LM LR"))
    given.when(A, play("LF LM LR", "")).refused("must_move", "BR-37", "steps")
    one = CardPlayed(A, card("LF LM LR"), ("LF",), at("4; L(3,4,6); R(3,4,5)"))
    given.when(A, play("LF LM LR", "LF")).then(one)
    old = race.given(*bug(NARROW, "LF LM LR", must_move="none"))
    old.when(A, play("LF LM LR", "")).then(CardPlayed(A, card("LF LM LR"), (), at(NARROW)))


@pytest.mark.rule("BR-37")
def test_a_step_of_the_body_alone_is_no_step_of_a_leg() -> None:
    ready = "9; L(9,10,11); R(9,11,12)"
    given = race.given(*bug(ready, "LF LM"))
    given.when(A, play("LF LM", "B")).refused("must_move", "BR-37", "steps")
    told = CardPlayed(A, card("LF LM"), ("B",), at("10; L(9,10,11); R(9,11,12)"))
    race.given(*bug(ready, "LF LM", must_move="none")).when(A, play("LF LM", "B")).then(told)


@pytest.mark.rule("BR-37")
def test_when_all_must_move_a_leg_that_can_step_has_to() -> None:
    """BS-11"""
    given = race.given(*bug(NARROW, "LF LM LR", must_move="all"))
    given.when(A, play("LF LM LR", "")).refused("must_move", "BR-37", "steps")
    given.when(A, play("LF LM LR", "LF")).refused("must_move", "BR-37", "steps")
    told = CardPlayed(A, card("LF LM LR"), ("LF", "LM", "LR"), at("4; L(4,5,6); R(3,4,5)"))
    given.when(A, play("LF LM LR", "LF LM LR")).then(told)
    given.when(A, play("LF LM LR")).then(told)


@pytest.mark.rule("BR-18", "BR-37")
def test_when_all_must_move_a_blocked_card_is_played_without_a_move() -> None:
    given = race.given(*bug(NARROW, "LM LR", must_move="all"))
    given.when(A, play("LM LR", "")).then(CardPlayed(A, card("LM LR"), (), at(NARROW)))


@pytest.mark.rule("BR-35", "BR-36")
@pytest.mark.parametrize(
    ("name", "stance", "hand", "after"),
    [
        (
            "BS-12, a then c",
            "3; L(2,3,4); R(2,3,4)",
            ("LF RF", "LM RM LR"),
            ("3; L(2,3,5); R(2,3,5)", "3; L(3,4,5); R(2,4,5)"),
        ),
        (
            "BS-12, c then a",
            "3; L(2,3,4); R(2,3,4)",
            ("LM RM LR", "LF RF"),
            ("3; L(2,3,4); R(2,3,4)", "3; L(2,3,5); R(2,3,5)"),
        ),
        (
            "BS-20",
            START,
            ("LF RF RM", "LM LR RR"),
            ("2; L(1,2,4); R(1,3,4)", "3; L(2,3,4); R(2,3,4)"),
        ),
    ],
)
def test_maximal_play_of_a_hand_in_this_order(
    name: str, stance: str, hand: tuple[str, str], after: tuple[str, str]
) -> None:
    history = bug(stance, *hand)
    for legs, expected in zip(hand, after, strict=True):
        events = race.given(*history).when(A, play(legs)).events
        (played,) = events
        assert isinstance(played, CardPlayed)
        assert played.stance == at(expected)
        history = (*history, *events)


@pytest.mark.rule("BR-35")
def test_the_steps_of_a_maximal_play_are_a_list_that_could_have_been_sent() -> None:
    given = race.given(*bug(START, "LF RF RM"))
    (played,) = given.when(A, play("LF RF RM")).events
    assert isinstance(played, CardPlayed)
    assert played.steps == ("B", "LF", "RF", "RM")
    given.when(A, play("LF RF RM", " ".join(played.steps))).then(played)


@pytest.mark.rule("BR-21")
def test_a_bug_moves_the_same_whatever_the_others_do() -> None:
    others = (START, "9; L(9,10,11); R(9,10,11)")
    told = {
        race.given(*in_play(START, other, hands={A: "LF RF RM"})).when(A, play("LF RF RM")).events
        for other in others
    }
    assert len(told) == 1


@pytest.mark.rule("BR-35")
def test_a_dry_run_shows_where_a_list_leads_and_where_it_fails() -> None:
    state = race.after(*bug("4; L(4,6,7); R(3,5,7)", "RR RF"))
    assert GAME.preview(state, A, play("RR RF", "RR B RF")) == [
        CardPlayed(A, card("RR RF"), ("RR", "B", "RF"), at("5; L(4,6,7); R(4,5,8)"))
    ]
    with pytest.raises(Rejected) as refusal:
        GAME.preview(state, A, play("RR RF", "RF RR B"))
    assert refusal.value.field == "steps[0]"
    assert refusal.value.detail == (
        "At index 0: RF cannot step, slot 8 on the right is out of reach of the body."
    )
