"""BR-28 row by row: what the owner, the receiver, another seat and a spectator see and hear."""

import pytest
from msgspec import json

from domain.games.bug_race.commands import BugRaceOptions, Keep
from domain.games.bug_race.components import CARDS, DECKS, Card
from domain.games.bug_race.events import BugPlaced, RaceFinished
from domain.games.bug_race.game import GAME
from domain.games.bug_race.state import BugRaceState
from domain.games.bug_race.view import BugRaceView, CardView, PassView
from domain.kernel.ids import Seat
from ludotheque.testing.spec import Fated
from tests.support.games.bug_race.rounds import Table
from tests.support.games.bug_race.situations import at, in_play, race
from tests.support.seats import A, B, C

DECK = DECKS["standard"]
ALL = (A, B, C, None)
X, Y = "B01", "B02"  # of seat A; B has B03 and B04, C has B05 and B06


def seen(state: BugRaceState, seat: Seat | None) -> BugRaceView:
    view = GAME.view(state, seat)
    assert view is not None
    return view


def named(state: BugRaceState, seat: Seat | None) -> set[Card]:
    """Every card that stands anywhere in what a seat sees."""
    where = json.encode(seen(state, seat)).decode()
    return {each for each in CARDS if f'"{each}"' in where}


def face(*cards: Card) -> tuple[CardView, ...]:
    return tuple(CardView(each, CARDS[each].legs) for each in cards)


def drafted() -> Table:
    """Three players; everybody keeps his first card: A's second card, y, goes to C."""
    table = Table(3, Fated(DECK))
    table.draft()
    return table


@pytest.mark.rule("BR-28")
@pytest.mark.parametrize("viewer", ALL)
def test_row_positions_lines_round_and_direction_are_seen_by_all(viewer: Seat | None) -> None:
    state = race.after(*in_play("4; L(4,5,7); R(4,6,7)", "10; L(9,10,11); R(9,11,12)", round_=2))
    view = seen(state, None if viewer is None else viewer % 2)
    assert (view.phase, view.round, view.pass_direction) == ("play", 2, "left")
    assert (view.track.segments, view.track.finish_line_after_segment) == (12, 9)
    first, second = view.tracks
    assert (first.stance, first.covers) == (at("4; L(4,5,7); R(4,6,7)"), (4, 5, 6))
    assert (first.finished, second.finished) == (False, True)
    assert (first.rank, second.rank) == (2, 1)
    assert (first.bug, first.passes_to) == ("ladybird", B)


@pytest.mark.rule("BR-28", "BR-26")
@pytest.mark.parametrize("viewer", ALL)
def test_row_played_cards_then_discards_are_seen_by_all(viewer: Seat | None) -> None:
    table = drafted()
    table.ask(A, GAME.default(table.state, A))
    assert seen(table.state, viewer).tracks[A].played == face(X)
    table.round()
    assert seen(table.state, viewer).tracks[A].played == ()
    assert len(seen(table.state, viewer).discards) == 6
    assert X in seen(table.state, viewer).discards


@pytest.mark.rule("BR-28")
@pytest.mark.parametrize("viewer", ALL)
def test_row_the_draw_pile_is_a_number(viewer: Seat | None) -> None:
    table = Table(3, Fated(DECK))
    assert seen(table.state, viewer).pile == 64
    assert not named(table.state, viewer) & set(DECK[6:])


@pytest.mark.rule("BR-28")
def test_row_an_offer_is_seen_by_its_owner_only() -> None:
    state = Table(3, Fated(DECK)).state
    assert seen(state, A).offered == face(X, Y)
    assert named(state, A) == {X, Y}
    assert named(state, B) == {"B03", "B04"}
    assert named(state, None) == set()
    assert seen(state, None).offered is None


@pytest.mark.rule("BR-28")
def test_row_a_hand_is_seen_by_its_owner_only_until_played() -> None:
    table = drafted()
    assert seen(table.state, A).hand == face("B01", "B04")
    assert seen(table.state, None).hand is None
    assert "B01" not in named(table.state, B) | named(table.state, C) | named(table.state, None)
    table.ask(A, GAME.default(table.state, A))
    assert all("B01" in named(table.state, viewer) for viewer in ALL)


@pytest.mark.rule("BR-28", "BR-24")
def test_row_a_passed_card_is_known_to_giver_and_receiver_until_it_is_played() -> None:
    """BS-23: A passes y to C; B sees only that A has chosen."""
    table = Table(3, Fated(DECK))
    table.ask(A, Keep(X))
    assert [track.chosen for track in seen(table.state, B).tracks] == [True, False, False]
    assert [Y in named(table.state, viewer) for viewer in ALL] == [True, False, False, False]
    table.draft()
    assert [Y in named(table.state, viewer) for viewer in ALL] == [True, False, True, False]
    assert PassView(A, C, face(Y)) in (seen(table.state, A).passes or ())
    assert PassView(A, C, face(Y)) in (seen(table.state, C).passes or ())
    for _ in range(2):
        table.ask(C, GAME.default(table.state, C))
    assert all(Y in named(table.state, viewer) for viewer in ALL)


@pytest.mark.rule("BR-28", "BR-25")
def test_row_in_the_expert_game_later_receivers_see_it_too_and_nobody_else() -> None:
    """Four players, to the left: of A's cards B keeps the first, C gets the rest, D one."""
    table = Table(4, Fated(DECK), BugRaceOptions(expert=True))
    table.draft()
    knowing = {
        each: [viewer for viewer in (0, 1, 2, 3, None) if each in named(table.state, viewer)]
        for each in DECK[:4]
    }
    assert knowing == {"B01": [0], "B02": [0, 1], "B03": [0, 1, 2], "B04": [0, 1, 2, 3]}


@pytest.mark.rule("BR-28")
@pytest.mark.parametrize("viewer", ALL)
def test_row_who_has_chosen_and_how_many_cards_are_to_be_played_are_seen_by_all(
    viewer: Seat | None,
) -> None:
    table = Table(3, Fated(DECK))
    table.ask(B, Keep("B03"))
    assert [track.chosen for track in seen(table.state, viewer).tracks] == [False, True, False]
    assert [track.cards_to_play for track in seen(table.state, viewer).tracks] == [2, 2, 2]
    table.draft()
    table.ask(B, GAME.default(table.state, B))
    assert [track.cards_to_play for track in seen(table.state, viewer).tracks] == [2, 1, 2]


@pytest.mark.rule("BR-28", "BR-23")
@pytest.mark.parametrize("viewer", [B, C, None])
def test_row_the_choice_itself_changes_nothing_for_others(viewer: Seat | None) -> None:
    seen_by: set[bytes] = set()
    for kept in (X, Y):
        table = Table(3, Fated(DECK))
        table.ask(A, Keep(kept))
        seen_by.add(json.encode(seen(table.state, viewer)))
    assert len(seen_by) == 1


@pytest.mark.rule("BR-28")
@pytest.mark.parametrize("viewer", ALL)
def test_row_the_order_of_the_pile_is_seen_by_nobody(viewer: Seat | None) -> None:
    orders = (DECK, (*DECK[:6], *DECK[:5:-1]))
    views = {json.encode(seen(Table(3, Fated(order)).state, viewer)) for order in orders}
    assert len(views) == 1


@pytest.mark.rule("BR-33", "BR-34")
def test_a_bug_that_has_left_keeps_its_place_and_has_nothing_to_do() -> None:
    state = race.after(*in_play(play_for_places=True)[:2], BugPlaced(B, 1))
    left = seen(state, A).tracks[B]
    assert (left.place, left.rank, left.cards_to_play, left.passes_to) == (1, 1, 0, None)


@pytest.mark.rule("BR-34")
def test_at_the_end_everybody_has_a_place() -> None:
    state = race.after(*in_play()[:2], RaceFinished((2, 1)))
    view = seen(state, None)
    assert (view.phase, view.places, view.draft_step) == ("finished", (2, 1), None)
    assert [track.place for track in view.tracks] == [2, 1]
