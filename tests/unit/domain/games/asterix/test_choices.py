"""Who is asked, what may be done, what a time-out plays, what is refused."""

import pytest

from domain.games.asterix.commands import AsterixCommand, Idefix, Pirates, Play
from domain.games.asterix.components import hand_of
from domain.games.asterix.events import AsterixEvent, GameFinished
from domain.games.asterix.game import GAME
from domain.games.asterix.state import AsterixState
from domain.games.asterix.trick_events import CardChosen, CardGiven, CardKept, ChoiceMade
from domain.judging.narration import narrator
from domain.kernel.ids import Seat
from ludotheque.testing.spec import Then
from tests.support.games.asterix.freeing import FREEING, sequence
from tests.support.games.asterix.situations import (
    History,
    asked,
    dealt,
    keeps,
    playing,
    plays,
    village,
)
from tests.support.seats import A, B, C

THREE = "AST OBE ABR"
START = dealt(THREE, "R01-1 R15-1 R04-1")
LOOKING = asked(START, "AST-IDF", "OBE-01", "ABR-02")
FINISHED = (*START, GameFinished((1, 2, 3), (8, 5, 3)))


def when(
    history: History, seat: Seat, command: AsterixCommand
) -> Then[AsterixCommand, AsterixEvent, AsterixState]:
    return village.given(*history).when(seat, command)


@pytest.mark.rule("AX-8.1", "AX-2.4", "AX-9.1")
def test_all_who_have_cards_are_asked_at_once_and_share_one_question() -> None:
    first = GAME.decision(playing(START))
    second = GAME.decision(playing(asked(START, "OBE-03")))
    assert first is not None
    assert second is not None
    assert (first.kind, first.awaited, second.awaited) == (
        "play",
        frozenset((A, B, C)),
        frozenset((A, C)),
    )
    assert first.key == second.key
    assert GAME.clocks["play"] == 45


@pytest.mark.rule("AX-3.1")
def test_changing_a_choice_is_no_new_question_and_reveals_nothing() -> None:
    once, twice = asked(START, "OBE-03"), asked(START, "OBE-03", "OBE-07")
    assert GAME.decision(playing(once)) == GAME.decision(playing(twice))
    when(once, B, Play("OBE-07")).then(CardChosen(B, "OBE-07"), ChoiceMade(B))
    when(once, B, Play("OBE-03")).then(CardChosen(B, "OBE-03"), ChoiceMade(B))


@pytest.mark.rule("AX-8.2")
def test_only_the_idefix_player_is_asked_while_looking() -> None:
    decision = GAME.decision(playing(LOOKING))
    assert decision is not None
    assert (decision.kind, decision.awaited) == ("idefix", frozenset((A,)))
    assert GAME.legal(playing(LOOKING), A) == (Idefix(A), Idefix(B), Idefix(C))
    assert GAME.legal(playing(LOOKING), B) == GAME.legal(playing(LOOKING), C) == ()


@pytest.mark.rule("AX-5.3", "AX-8.14")
def test_a_player_without_cards_may_be_the_receiver() -> None:
    start = dealt(THREE, "R09-1 R05-1 P-LOW", {"ABR": "10"})
    looking = asked(start, "AST-01", "OBE-02", "ABR-10", "AST-IDF", "OBE-02")
    assert playing(looking).hands[C] == ()
    assert Idefix(C) in GAME.legal(playing(looking), A)
    when(looking, A, Idefix(C)).then_starts_with(CardGiven(A, C, "P-LOW", "AST-IDF"))


@pytest.mark.rule("AX-8.13", "AX-5.1", "AX-4.1")
def test_every_playable_card_is_listed_also_after_choosing() -> None:
    on_roman = tuple(map(Play, hand_of("AST")))
    assert GAME.legal(playing(START), A) == on_roman
    assert GAME.legal(playing(asked(START, "AST-03")), A) == on_roman
    assert GAME.legal(playing(dealt(THREE, "P-LOW")), A) == on_roman[:-1]


@pytest.mark.rule("AX-8.15")
def test_for_the_pirates_each_outcome_is_listed_once_with_its_grammar() -> None:
    state = playing(FREEING)
    listed = GAME.legal(state, A)
    assert listed == tuple(
        Pirates(sequence(said))
        for said in (
            "P-CHOICE:R13-1 P-GEN",
            "P-CHOICE:R02-1 P-GEN:R13-1",
            "P-CHOICE:R08-1 P-GEN:R13-1",
            "P-CHOICE:R10-1 P-GEN:R13-1",
        )
    )
    (parameter,) = GAME.open_parameters(state, A)
    assert (parameter.command, parameter.field) == ("asterix.pirates", "sequence")
    assert parameter.schema["maxItems"] == 6
    assert parameter.schema["items"]["required"] == ["pirate"]
    assert "AX-7.2" in narrator("en").parameter(GAME.package, parameter.field).about


def test_no_other_parameter_is_open() -> None:
    for history in (START, LOOKING):
        assert GAME.open_parameters(playing(history), A) == ()
    assert GAME.open_parameters(village.after(), A) == ()


@pytest.mark.rule("AX-8.4")
def test_before_the_start_and_after_the_end_nobody_is_asked() -> None:
    for history in ((), FINISHED):
        state = village.after(*history)
        assert GAME.decision(state) is None
        assert all(GAME.legal(state, seat) == () for seat in (A, B, C))
    between = village.after(*START[:-1])
    assert GAME.decision(between) is None
    assert GAME.legal(between, A) == ()


REFUSED = [
    (START, A, Idefix(A), "wrong_phase", "AX-8.14"),
    (START, A, Pirates(()), "wrong_phase", "AX-8.15"),
    (LOOKING, A, Play("AST-01"), "wrong_phase", "AX-8.13"),
    (LOOKING, B, Play("OBE-01"), "wrong_phase", "AX-8.13"),
    (LOOKING, A, Pirates(()), "wrong_phase", "AX-8.15"),
    (LOOKING, C, Idefix(A), "not_your_decision", "AX-8.14"),
    (LOOKING, C, Idefix(7), "not_your_decision", "AX-8.14"),
    (LOOKING, A, Idefix(3), "bad_seat", "AX-8.14"),
    (LOOKING, A, Idefix(7), "bad_seat", "AX-8.14"),
    (FREEING, A, Play("AST-02"), "wrong_phase", "AX-8.13"),
    (FREEING, A, Idefix(A), "wrong_phase", "AX-8.14"),
    (START, A, Play("OBE-01"), "not_in_hand", "AX-8.13"),
    (START, A, Play("OBE-IDF"), "not_in_hand", "AX-8.13"),
    (START, A, Play("PAN-01"), "not_in_hand", "AX-8.13"),
    (dealt(THREE, "P-LOW"), A, Play("OBE-IDF"), "not_in_hand", "AX-8.13"),
    (dealt(THREE, "P-LOW"), B, Play("OBE-IDF"), "idefix_not_now", "AX-4.1"),
]


@pytest.mark.rule("AX-8.13", "AX-8.14", "AX-8.15", "AX-4.1")
@pytest.mark.parametrize(("history", "seat", "command", "code", "rule"), REFUSED)
def test_what_is_refused(
    history: History, seat: Seat, command: AsterixCommand, code: str, rule: str
) -> None:
    when(history, seat, command).refused(code, rule)


@pytest.mark.rule("AX-8.4")
@pytest.mark.parametrize("command", [Play("AST-01"), Idefix(A), Pirates(())])
@pytest.mark.parametrize("history", [(), FINISHED, START[:-1]])
def test_when_nobody_is_asked_everything_is_refused(
    history: History, command: AsterixCommand
) -> None:
    rules = {Play: "AX-8.13", Idefix: "AX-8.14", Pirates: "AX-8.15"}
    when(history, A, command).refused("wrong_phase", rules[type(command)])


def test_the_first_thing_wrong_is_named_first() -> None:
    """Phase, then player, then card or seat, then whether it is Idéfix's time."""
    when(FREEING, B, Play("OBE-IDF")).refused("wrong_phase", "AX-8.13")
    when(LOOKING, B, Idefix(6)).refused("not_your_decision", "AX-8.14")


@pytest.mark.rule("AX-9.1")
def test_e15_a_late_player_plays_the_lowest_gaul() -> None:
    """AX-E15"""
    start = dealt("AST OBE", "R05-1", {"AST": "03 07 IDF"})
    assert GAME.default(playing(start), A) == Play("AST-03")
    start = dealt("AST OBE", "R05-1", {"AST": "IDF 10 07"})
    assert GAME.default(playing(start), A) == Play("AST-07")


@pytest.mark.rule("AX-9.2")
@pytest.mark.parametrize(("found", "lost"), [("R15-1", "AST-IDF"), ("P-HIGH", None)])
def test_e15_a_late_idefix_player_keeps_the_card(found: str, lost: str | None) -> None:
    """AX-E15"""
    looking = asked(dealt(THREE, f"R01-1 {found}"), "AST-IDF", "OBE-01", "ABR-02")
    assert (A, GAME.default(playing(looking), A)) == keeps(A)
    when(looking, A, GAME.default(playing(looking), A)).then_starts_with(CardKept(A, found, lost))


@pytest.mark.rule("AX-9.3")
def test_late_pirates_act_in_the_best_way() -> None:
    assert GAME.default(playing(FREEING), A) == Pirates(sequence("P-CHOICE:R13-1 P-GEN"))


def test_a_preview_has_only_what_the_player_does() -> None:
    last = asked(START, "AST-IDF", "OBE-01")
    assert GAME.preview(playing(last), C, Play("ABR-02")) == [
        CardChosen(C, "ABR-02"),
        ChoiceMade(C),
    ]
    assert GAME.preview(playing(LOOKING), A, Idefix(B)) == [CardGiven(A, B, "R15-1", None)]
    acted = plays_pirates()
    assert GAME.preview(playing(FREEING), A, acted) == [*when(FREEING, A, acted).events[:1]]


def plays_pirates() -> Pirates:
    command = GAME.default(playing(FREEING), A)
    assert isinstance(command, Pirates)
    return command


@pytest.mark.rule("AX-5.1")
def test_a_player_who_plays_idefix_cannot_win_the_roman() -> None:
    told = plays(START, "AST-IDF", "OBE-01", "ABR-02").events
    assert not [
        event for event in told if getattr(event, "seat", None) == A and "roman" in event.type
    ]
