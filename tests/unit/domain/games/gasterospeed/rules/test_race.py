"""Before the race: deal, rolls, placement, names (GS-7, GS-9, GS-22 … GS-25)."""

import pytest

from domain.games.gasterospeed import commands as do
from domain.games.gasterospeed.deal import colours_of
from domain.games.gasterospeed.event_types.cards import CardsDrawn, HandsChecked, PileShuffled
from domain.games.gasterospeed.event_types.championship import RaceOpened, StartOrderFixed
from domain.games.gasterospeed.event_types.snails import DieRolled
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.race import next_to_roll
from domain.kernel.game import Seated
from domain.kernel.visible_text import why_not_visible
from ludotheque.testing.spec import Fated
from tests.support.games.gasterospeed.situations import Scene
from tests.support.seats import A, B, C, D


def opened(seats: int, *dice: int, **options: object) -> Scene:
    """A fresh race; the rolls for the start are prescribed."""
    chosen = do.GasteroOptions(**options)  # type: ignore[arg-type]
    luck = Fated([], *dice)
    events = GAME.deal([Seated(seat) for seat in range(seats)], chosen, luck)
    assert luck.is_spent()
    scene = Scene(*events)
    scene.caused = tuple(events)
    return scene


@pytest.mark.rule("GS-22", "GS-26")
def test_three_shells_and_four_cards_each() -> None:
    scene = opened(4, 1, 2, 3, 4)
    assert scene.recorded(RaceOpened) == [RaceOpened(1, "paquerette_derby", 3, 0)]
    assert scene.shells(A, B, C, D) == (3, 3, 3, 3)
    assert len(scene.recorded(PileShuffled)[0].cards) == 88
    assert [len(event.cards) for event in scene.recorded(CardsDrawn)] == [4, 4, 4, 4]
    assert scene.recorded(HandsChecked) == [HandsChecked(())]


@pytest.mark.rule("GS-23", "GS-9")
def test_the_lowest_roll_places_first_and_ties_roll_again() -> None:
    """C18: the tied keep the position of their block."""
    scene = opened(4, 5, 2, 5, 1, 3, 8)
    rolls = [(event.seat, event.rolled) for event in scene.recorded(DieRolled)]
    assert rolls == [(0, 5), (1, 2), (2, 5), (3, 1), (0, 3), (2, 8)]
    assert {event.purpose for event in scene.recorded(DieRolled)} == {"placement"}
    assert scene.recorded(StartOrderFixed) == [StartOrderFixed((3, 1, 0, 2))]
    assert scene.asked() == ("place", (3,))


@pytest.mark.rule("GS-23")
def test_a_tied_player_rolls_again_after_everybody_has_rolled() -> None:
    two, three = (0, 1), (0, 1, 2)
    assert next_to_roll(((), ()), two) == 0
    assert next_to_roll(((3,), ()), two) == 1
    assert next_to_roll(((3,), (3,), ()), three) == 2
    assert next_to_roll(((3,), (3,), (1,)), three) == 0
    assert next_to_roll(((3, 5), (3,), (1,)), three) == 1
    assert next_to_roll(((3, 5), (3, 6), (1,)), three) is None


@pytest.mark.rule("GS-23", "GS-108")
def test_a_snail_that_does_not_start_does_not_roll() -> None:
    assert next_to_roll(((), (), ()), (0, 2)) == 0
    assert next_to_roll(((3,), (), ()), (0, 2)) == 2
    assert next_to_roll(((3,), (), (4,)), (0, 2)) is None


@pytest.mark.rule("GS-111", "GS-3")
def test_the_six_colours_are_claimed_or_given_in_their_order() -> None:
    assert GAME.pieces == ("red", "blue", "green", "yellow", "purple", "orange")
    seated = [Seated(0, "green"), Seated(1), Seated(2, "red"), Seated(3)]
    assert colours_of(seated, 1) == ("green", "blue", "red", "yellow")
    two_each = colours_of([Seated(0, "green"), Seated(1), Seated(2, "red")], 2)
    assert two_each == ("green", "yellow", "blue", "purple", "red", "orange")


@pytest.mark.rule("GS-111")
def test_the_view_shows_the_colours() -> None:
    seated = [Seated(0, "orange"), Seated(1)]
    events = GAME.deal(seated, do.GasteroOptions(), Fated([], 1, 2))
    seen = GAME.view(Scene(*events).state, None)
    assert seen is not None
    assert [snail.colour for snail in seen.snails] == ["orange", "blue", "red", "green"]


@pytest.mark.rule("GS-23", "GS-25")
def test_a_snail_is_placed_on_a_free_start_cell_of_ones_choice() -> None:
    scene = opened(4, 1, 2, 3, 4)
    assert len(scene.legal(A)) == 6
    scene.do(A, do.Place(A, (4, 21)))
    assert scene.asked() == ("place", (B,))
    assert len(scene.legal(B)) == 5
    assert scene.refused(B, do.Place(B, (4, 21))) == ("cell_not_free", "GS-23", "cell")
    assert scene.refused(B, do.Place(B, (4, 20))) == ("cell_not_free", "GS-23", "cell")
    assert GAME.default(scene.state, B) == do.Place(B, (2, 21))  # leftmost
    for seat, x in ((B, 2), (C, 7), (D, 3)):
        scene.do(seat, do.Place(seat, (x, 21)))
    assert scene.asked() == ("speed", (0, 1, 2, 3))
    assert scene.race.snails[C].start == (7, 21)


@pytest.mark.rule("GS-24")
def test_two_snails_each_are_placed_in_two_rounds() -> None:
    scene = opened(2, 5, 2)
    asked = []
    for snail in (3, 0, 2, 1):
        seat = scene.asked()[1][0]
        asked.append(seat)
        scene.do(seat, do.Place(snail, (2 + snail, 21)))
    assert asked == [1, 0, 1, 0]
    assert scene.asked()[0] == "speed"


@pytest.mark.rule("GS-7")
def test_a_snail_is_named_when_it_is_first_placed() -> None:
    scene = opened(4, 1, 2, 3, 4)
    assert [snail.name for snail in scene.race.snails][:2] == ["Champigot 1", "Champigot 2"]
    for words in ("My own words", "turbave", " ", "", "Champigot 9"):
        refusal = scene.refused(A, do.Place(A, (2, 21), words))
        assert refusal == ("bad_name", "GS-7", "name"), words
    scene.do(A, do.Place(A, (2, 21), "Turbave"))
    assert scene.race.snails[A].name == "Turbave"
    taken = scene.refused(B, do.Place(B, (3, 21), "Turbave"))
    assert taken == ("name_taken", "GS-7", "name")
    [name] = GAME.open_parameters(scene.state, B)
    assert name.field == "name"
    assert set(name.schema["enum"]) == set(do.RACING_NAMES) - {"Turbave"}


@pytest.mark.rule("GS-7")
def test_the_names_of_the_rulebook_are_offered_first() -> None:
    scene = opened(4, 1, 2, 3, 4)
    [name] = GAME.open_parameters(scene.state, A)
    given = ["Rackham le Noir", "Rapido Blue", "V 6 Turbo", "Rolling Scargot"]
    assert name.schema["enum"][:4] == given
    for snail, each in enumerate(given):
        scene.do(snail, do.Place(snail, (2 + snail, 21), each))
    assert [snail.name for snail in scene.race.snails] == given


@pytest.mark.rule("GS-7")
def test_there_are_many_racing_names_in_french_and_in_english() -> None:
    assert len(set(do.RACING_NAMES)) == len(do.RACING_NAMES) >= 60
    assert min(len(do.RACING_NAME_LISTS[lang]) for lang in ("french", "english")) >= 30
    assert not [name for name in do.RACING_NAMES if why_not_visible(name, 24)]
