"""Who is asked, what may be done, and what is refused, in the order of §6 of the rules."""

import pytest

from domain.games.bug_race.commands import MOST_STEPS, Advance, BugRaceCommand, Keep, Play
from domain.games.bug_race.components import LEGS
from domain.games.bug_race.draft_events import CardKept, ChoiceMade
from domain.games.bug_race.events import BodyAdvanced, BugPlaced, CardPlayed, RaceFinished
from domain.games.bug_race.game import GAME
from domain.judging.narration import narrator
from domain.kernel.game import Decision
from tests.support.games.bug_race.situations import (
    START,
    at,
    card,
    cards,
    dealt,
    in_play,
    keep,
    play,
    race,
)
from tests.support.seats import A, B, C

OFFER = {A: "LF LM, LR RR", B: "RF RM, LM RM"}
DRAFT = dealt(OFFER)
CHOSEN = (*DRAFT, CardKept(A, card("LF LM")), ChoiceMade(A))
PLAY = in_play(START, hands={A: "LF RF, LM LR", B: "RF RM, LM RM"})
SPENT = (*PLAY, *(CardPlayed(A, each, (), at(START)) for each in cards("LF RF, LM LR")))
OVER = (*DRAFT, RaceFinished((1, 2)))
GONE = (*dealt({}, seats=3, play_for_places=True)[:2], BugPlaced(C, 1))
EVERYTHING: tuple[BugRaceCommand, ...] = (Keep("B99"), Play("B99", ("XX",)), Advance(0))


@pytest.mark.rule("BR-23", "BR-38")
def test_in_the_draft_everybody_is_asked_who_has_not_chosen() -> None:
    everybody, rest = Decision("draft:1:1", "draft", frozenset((A, B))), frozenset((B,))
    assert GAME.decision(race.after(*DRAFT)) == everybody
    assert GAME.decision(race.after(*CHOSEN)) == Decision("draft:1:1", "draft", rest)


@pytest.mark.rule("BR-26", "BR-39")
def test_all_cards_of_a_round_are_one_question_to_all_with_90_seconds() -> None:
    assert GAME.decision(race.after(*PLAY)) == Decision("play:1", "play", frozenset((A, B)))
    assert GAME.decision(race.after(*SPENT)) == Decision("play:1", "play", frozenset((B,)))
    assert GAME.clocks["play"] == 90


@pytest.mark.rule("BR-23")
def test_the_cards_on_offer_are_the_choices() -> None:
    assert GAME.legal(race.after(*DRAFT), A) == (keep("LF LM"), keep("LR RR"))
    assert GAME.legal(race.after(*CHOSEN), A) == ()


@pytest.mark.rule("BR-20", "BR-35")
def test_each_card_is_listed_with_maximal_play_and_with_no_move_and_all_body_steps() -> None:
    state = race.after(*in_play(START, hands={A: "LF RF, LM LR"}, must_move="none"))
    assert GAME.legal(state, A) == (
        *(play("LF RF"), play("LF RF", "")),
        *(play("LM LR"), play("LM LR", "")),
        Advance(1),
    )
    far = in_play("4; L(5,6,7); R(5,6,7)")
    assert GAME.legal(race.after(*far), A)[-2:] == (Advance(1), Advance(2))


@pytest.mark.rule("BR-37")
@pytest.mark.parametrize("must", ["one", "all"])
def test_no_move_is_listed_only_where_no_shown_leg_can_step(must: str) -> None:
    state = race.after(*in_play(START, hands={A: "LF RF, LM LR"}, must_move=must))
    assert GAME.legal(state, A) == (play("LF RF"), play("LM LR"), play("LM LR", ""), Advance(1))


@pytest.mark.rule("BR-35")
def test_the_open_parameter_is_a_bounded_list_with_its_grammar() -> None:
    (steps,) = GAME.open_parameters(race.after(*PLAY), A)
    assert (steps.command, steps.field) == ("bug_race.play", "steps")
    assert steps.schema == {
        "type": "array",
        "items": {"type": "string", "enum": [*LEGS, "B"]},
        "maxItems": 2 + 9,
    }
    assert (
        "LF | LM | LR | RF | RM | RR | B"
        in narrator("en").parameter(GAME.package, steps.field).about
    )
    assert MOST_STEPS > 4 + 9
    assert GAME.open_parameters(race.after(*DRAFT), A) == ()
    assert GAME.open_parameters(race.after(*SPENT), A) == ()


@pytest.mark.rule("BR-29")
@pytest.mark.parametrize("command", EVERYTHING)
def test_first_after_the_end_everything_is_game_over(command: BugRaceCommand) -> None:
    race.given(*OVER).when(A, command).refused("game_over", "BR-29")


@pytest.mark.rule("BR-23", "BR-26")
def test_the_phase_is_checked_second() -> None:
    """BS-24"""
    race.given(*CHOSEN).when(A, Play("B99", ("XX",))).refused("wrong_phase", "BR-26", "type")
    race.given(*DRAFT).when(A, Advance(0)).refused("wrong_phase", "BR-26", "type")
    race.given(*SPENT).when(A, Keep("B99")).refused("wrong_phase", "BR-23", "type")
    race.given().when(A, keep("LF LM")).refused("wrong_phase", "BR-23", "type")


@pytest.mark.rule("BR-23")
def test_an_earlier_choice_is_checked_third() -> None:
    """BS-24"""
    race.given(*CHOSEN).when(A, keep("LR RR")).refused("already_chosen", "BR-23")
    race.given(*CHOSEN).when(A, Keep("B99")).refused("already_chosen", "BR-23")


@pytest.mark.rule("BR-26", "BR-33")
def test_the_number_of_cards_left_is_checked_fourth() -> None:
    """BS-24"""
    race.given(*SPENT).when(A, play("LF RF")).refused("no_cards_left", "BR-26")
    race.given(*SPENT).when(A, Play("B99", ("XX",))).refused("no_cards_left", "BR-26")
    race.given(*SPENT).when(A, Advance(0)).refused("no_cards_left", "BR-26")
    race.given(*GONE).when(C, Keep("B99")).refused("no_cards_left", "BR-33")


@pytest.mark.rule("BR-4", "BR-20", "BR-35")
def test_the_existence_of_the_card_is_checked_fifth() -> None:
    race.given(*DRAFT).when(A, Keep("B99")).refused("bad_argument", "BR-4", "card")
    race.given(*DRAFT).when(A, Keep("B85")).refused("bad_argument", "BR-4", "card")
    race.given(*PLAY).when(A, Play("B85")).refused("bad_argument", "BR-4", "card")
    race.given(*PLAY).when(A, Advance(0)).refused("bad_argument", "BR-20", "count")
    unknown = Play(card("RF RM"), ("RF", "B", "lf"))  # B's card, but that comes later
    race.given(*PLAY).when(A, unknown).refused("bad_argument", "BR-35", "steps[2]")


@pytest.mark.rule("BR-23", "BR-26")
def test_the_place_of_the_card_is_checked_sixth() -> None:
    """BS-24"""
    race.given(*DRAFT).when(A, keep("RF RM")).refused("card_not_in_hand", "BR-23", "card")
    race.given(*PLAY).when(A, play("RF RM", "LF")).refused("card_not_in_hand", "BR-26", "card")
    played = (*PLAY, CardPlayed(A, card("LF RF"), (), at(START)))
    race.given(*played).when(A, play("LF RF")).refused("card_not_in_hand", "BR-26", "card")


@pytest.mark.rule("BR-16", "BR-17", "BR-19", "BR-37")
@pytest.mark.parametrize(
    ("stance", "steps", "code", "index"),
    [
        ("10; L(10,11,12); R(10,11,12)", "RF", "leg_not_on_card", 0),  # and at the end of the track
        ("10; L(9,10,11); R(9,11,12)", "LF LF", "leg_already_moved", 1),  # likewise
        ("10; L(9,10,12); R(9,10,12)", "LF", "track_end", 0),  # and out of reach
        ("4; L(4,6,7); R(3,5,7)", "LM", "slot_occupied", 0),
        ("4; L(4,5,7); R(3,5,7)", "LF", "leg_out_of_reach", 0),
        ("4; L(3,5,6); R(3,5,7)", "LF B", "leg_left_behind", 1),
        ("4; L(3,5,6); R(3,5,7)", "LF", "must_move", None),
    ],
)
def test_the_steps_are_checked_in_order_and_the_obligation_to_move_last(
    stance: str, steps: str, code: str, index: int | None
) -> None:
    history = in_play(stance, hands={A: "LF LM LR"}, must_move="all")
    where = "steps" if index is None else f"steps[{index}]"
    rules = {"leg_not_on_card": "BR-17", "leg_already_moved": "BR-17", "must_move": "BR-37"}
    rule = "BR-19" if code == "leg_left_behind" else rules.get(code, "BR-16")
    race.given(*history).when(A, play("LF LM LR", steps)).refused(code, rule, where)


@pytest.mark.rule("BR-35")
def test_an_absurdly_long_list_fails_at_its_first_impossible_step() -> None:
    asked = Play(card("LF RF"), ("B",) * MOST_STEPS)
    race.given(*PLAY).when(A, asked).refused("leg_left_behind", "BR-19", "steps[1]")


def test_a_preview_shows_what_the_seat_does_and_nothing_it_will_receive() -> None:
    state = race.after(*CHOSEN)
    assert GAME.preview(state, B, keep("RF RM")) == [CardKept(B, card("RF RM")), ChoiceMade(B)]
    assert GAME.preview(race.after(*PLAY), A, Advance(1)) == [
        BodyAdvanced(A, 1, at("2; L(1,2,3); R(1,2,3)"))
    ]
