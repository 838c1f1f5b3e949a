"""What is in the box."""

from collections import Counter
from itertools import combinations

import pytest
from msgspec import json

from domain.games.bug_race.components import BOX, BUGS, CARDS, DECKS, LEGS, CardData, start, track
from domain.games.bug_race.game import GAME
from domain.games.bug_race.rules import covered, last_tail
from domain.kernel import data_files
from tests.support.games.bug_race.situations import START, at

DATA = json.decode(data_files.read(GAME.package, "components.json"))


@pytest.mark.rule("BR-1")
def test_nine_pieces_make_four_tracks_of_two_straights() -> None:
    board = DATA["board"]
    assert board["pieces"] == 9 == board["centre_pieces"] + board["straight_pieces"]
    assert board["straight_pieces"] == board["tracks"] * board["straights_per_track"]


@pytest.mark.rule("BR-2")
def test_there_are_four_bugs_with_six_legs_each() -> None:
    assert BUGS == ("ladybird", "beetle", "longhorn", "bug4")
    assert DATA["leg_tokens_total"] == len(BUGS) * len(LEGS) == 24


@pytest.mark.rule("BR-3")
@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_has_seventy_cards_each_of_them_once(deck: str) -> None:
    assert len(set(DECKS[deck])) == len(DECKS[deck]) == 70
    assert all(set(CARDS[card].legs) <= set(LEGS) for card in DECKS[deck])


@pytest.mark.rule("BR-4")
def test_the_standard_deck_has_sets_of_two_once_of_three_twice_of_four_once() -> None:
    assert _sets("standard") == {2: {1: 15}, 3: {2: 20}, 4: {1: 15}}
    legs = Counter(leg for card in DECKS["standard"] for leg in CARDS[card].legs)
    assert legs == dict.fromkeys(LEGS, 35)


@pytest.mark.rule("BR-4")
def test_the_other_deck_has_sets_of_two_and_three_twice() -> None:
    assert _sets("two_three") == {2: {2: 15}, 3: {2: 20}}


def _sets(deck: str) -> dict[int, dict[int, int]]:
    """By size: how many sets of legs are there how often."""
    shown = Counter(CARDS[card].legs for card in DECKS[deck])
    return {
        size: dict(Counter(shown[legs] for legs in combinations(LEGS, size) if shown[legs]))
        for size in range(1, 7)
        if any(shown[legs] for legs in combinations(LEGS, size))
    }


@pytest.mark.rule("BR-4")
def test_a_card_shows_the_same_in_whatever_deck_it_is() -> None:
    every: list[CardData] = [*BOX.cards, *BOX.alternative_decks["two_three"].cards]
    assert all(CARDS[card.id] == card for card in every)
    assert len(CARDS) == 85


@pytest.mark.rule("BR-5", "BR-6")
def test_a_track_has_twelve_segments_with_a_slot_on_each_side() -> None:
    assert track().segments == 12
    assert DATA["track"]["slots_per_segment_per_side"] == 1
    assert DATA["track"]["segments_per_straight"] * DATA["board"]["straights_per_track"] == 12


@pytest.mark.rule("BR-7")
def test_a_body_covers_three_segments() -> None:
    assert covered(at("4; L(4,5,6); R(4,5,6)"), track()) == (4, 5, 6)


@pytest.mark.rule("BR-8")
def test_legs_are_named_for_their_side_and_row() -> None:
    rows = {"F": "front", "M": "middle", "R": "rear"}
    assert set(LEGS) == {side + row for side in "LR" for row in rows}
    assert all((leg.side, leg.row) == (leg.id[0], rows[leg.id[1]]) for leg in LEGS.values())


@pytest.mark.rule("BR-9")
def test_the_start_is_the_first_three_segments_and_the_finish_the_last_three() -> None:
    run = track()
    assert (run.start_line_after_segment, run.finish_line_after_segment) == (3, 9)
    assert covered(start(), run)[-1] == run.start_line_after_segment
    assert BOX.track.finished_body_tail == run.finish_line_after_segment + 1 == 10
    assert BOX.track.max_body_tail == last_tail(run) == 10


@pytest.mark.rule("BR-12")
def test_the_legs_start_beside_the_body() -> None:
    assert start() == at(START)


def test_the_options_of_the_box_are_the_defaults_of_the_game() -> None:
    assert json.decode(json.encode(GAME.options())) == DATA["options"]
