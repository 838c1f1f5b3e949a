"""The labelled actions of a seat, at every stage of a table that was played at random."""

import pytest

from domain.kernel.ids import Lang, Seat
from domain.table.state import Running, Table
from projections.seat_view.actions import ActionsSeen, decision_tag, describe_actions, tag_of
from projections.seat_view.view import TableAtVersion
from tests.support.histories.recorded_rally import RALLY, players, stages


def actions(state: Table, seat: Seat, lang: Lang = "en") -> ActionsSeen:
    seen = TableAtVersion(RALLY.table, state, 9, bytes(32), RALLY.seed)
    return describe_actions(seen, seat, lang, dict.fromkeys(players(state), "Anne"))


def first_question() -> tuple[Running, Seat]:
    state = next(each for each in stages() if isinstance(each, Running) and each.decision)
    return state, next(seat for seat in range(3) if actions(state, seat).actions)


def test_every_action_has_a_label_and_a_group_in_the_language_of_the_caller() -> None:
    state, seat = first_question()
    english, french = actions(state, seat), actions(state, seat, "fr")
    assert [each.command for each in english.actions] == [each.command for each in french.actions]
    assert {each.group for each in english.actions} == {"Play a card"}
    assert {each.group for each in french.actions} == {"Jouer une carte"}
    assert all(each.label.startswith("Play ") for each in english.actions)
    assert all(each.label.startswith("Jouer ") for each in french.actions)


def test_an_open_parameter_is_explained_in_the_language_of_the_caller() -> None:
    state, seat = first_question()
    [english], [french] = (actions(state, seat, lang).open_parameters for lang in ("en", "fr"))
    assert (english.command, english.field) == ("gumball_rally.play", "colour_passes")
    assert (english.label, french.label) == ("Overtakes by colour", "Dépassements par la couleur")
    assert english.about.startswith("GB-26: ")
    assert french.about.startswith("GB-26 : ")
    assert english.choices == ()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_tag_of_a_decision_changes_exactly_with_what_is_asked(seat: Seat) -> None:
    """Within one question, while a seat may do the same, its tag stays; else it changes."""
    tags: dict[object, str] = {}
    for state in stages():
        if isinstance(state, Running) and state.decision:
            asked = actions(state, seat)
            known = (state.decision.number, asked.actions, asked.deadline)
            assert tags.setdefault(known, tag_of(asked)) == tag_of(asked)
            assert decision_tag(state, seat) == tag_of(asked) == tag_of(actions(state, seat, "fr"))
    assert len(set(tags.values())) == len(tags) > 10


def test_before_and_after_the_play_there_is_nothing_to_do() -> None:
    for state in (stages()[0], stages()[-1]):
        asked = actions(state, 0)
        assert (asked.decision, asked.actions, asked.open_parameters) == (None, (), ())
