"""Gathering the village, and how later rounds begin."""

import pytest

from domain.games.asterix.commands import AsterixOptions
from domain.games.asterix.components import BOX, CHARACTERS, DECK, hand_of
from domain.games.asterix.deal import admit, deal
from domain.games.asterix.events import (
    DeckShuffled,
    GameFinished,
    HandTaken,
    RoundBegan,
    RoundScored,
    VillageGathered,
)
from domain.games.asterix.game import GAME
from domain.games.asterix.state import Finished, Score
from domain.games.asterix.trick_events import CardTurned
from domain.kernel.game import Seated
from domain.kernel.refusals import Rejected
from ludotheque.testing.spec import Fated, Seeded
from tests.support.games.asterix.situations import asked, cards, dealt, playing, plays, village
from tests.support.seats import A, B


@pytest.mark.rule("AX-2.1", "AX-2.3", "AX-2.4", "AX-3.1")
@pytest.mark.parametrize("players", range(2, 6))
def test_everybody_takes_eleven_cards_and_a_card_is_turned_up(players: int) -> None:
    events = deal([Seated(seat) for seat in range(players)], AsterixOptions(), Seeded(players))
    gathered, shuffled, *hands, began, turned = events
    characters = CHARACTERS[:players]
    assert gathered == VillageGathered(characters, 4, "cancel", False, BOX.bonuses)
    assert isinstance(shuffled, DeckShuffled)
    assert sorted(shuffled.deck) == sorted(DECK)
    assert hands == [HandTaken(seat, hand_of(who)) for seat, who in enumerate(characters)]
    assert (began, turned) == (RoundBegan(1, 11, 50), CardTurned(shuffled.deck[0], 49))
    decision = GAME.decision(village.after(*events))
    assert decision is not None
    assert decision.awaited == frozenset(range(players))


@pytest.mark.rule("AX-2.1")
def test_a_claimed_character_is_given_and_the_others_follow_the_box() -> None:
    events = deal([Seated(0), Seated(1, "AST"), Seated(2)], AsterixOptions(), Seeded(1))
    assert isinstance(events[0], VillageGathered)
    assert events[0].characters == ("OBE", "AST", "ABR")


@pytest.mark.rule("AX-2.3")
def test_a_deal_by_a_known_luck() -> None:
    luck = Fated(cards("P-GEN R15-1"))
    events = deal([Seated(0), Seated(1)], AsterixOptions(), luck)
    assert luck.is_spent()
    assert CardTurned("P-GEN", 49) in events


@pytest.mark.rule("AX-2.2", "AX-3.4", "AX-7.2")
def test_the_options_are_written_into_the_history() -> None:
    chosen = AsterixOptions(rounds=2, full_tie="escape", auto_pirates=True)
    gathered = deal([Seated(0), Seated(1)], chosen, Seeded(1))[0]
    assert gathered == VillageGathered(("AST", "OBE"), 2, "escape", True, BOX.bonuses)


@pytest.mark.rule("AX-2.2")
@pytest.mark.parametrize("rounds", [0, 5, -1])
def test_a_game_has_one_to_four_rounds(rounds: int) -> None:
    with pytest.raises(Rejected) as refusal:
        admit(AsterixOptions(rounds=rounds), 2)
    told = refusal.value
    assert (told.code, told.rule, told.field) == ("bad_option", "AX-2.2", "rounds")
    for allowed in range(1, 5):
        admit(AsterixOptions(rounds=allowed), 2)


LAST_TRICK = {"AST": "01", "OBE": "02"}


@pytest.mark.rule("AX-2.2", "AX-2.3")
def test_a_further_round_begins_with_all_cards_and_a_new_deck() -> None:
    start = dealt("AST OBE", "R05-1 R06-1", LAST_TRICK, rounds=2)
    before = asked(start, "AST-01")
    told = village.given(*before).when(B, GAME.default(playing(before), B), Fated(["P-GEN"]))
    deck = ("P-GEN", *(card for card in DECK if card != "P-GEN"))
    told.then_ends_with(
        RoundScored(1, (Score(6, 0, 6), Score(5, 0, 5)), (6, 5)),
        DeckShuffled(deck),
        HandTaken(A, hand_of("AST")),
        HandTaken(B, hand_of("OBE")),
        RoundBegan(2, 11, 50),
        CardTurned("P-GEN", 49),
    )
    after = playing((*before, *told.events))
    assert (after.captures, after.discards, after.escaped) == (((), ()), ((), ()), ())
    assert after.totals == (6, 5)


@pytest.mark.rule("AX-2.2")
def test_after_the_last_round_the_game_is_finished() -> None:
    start = dealt("AST OBE", "R05-1 R06-1", LAST_TRICK, rounds=1)
    plays(start, "AST-01", "OBE-02").then_ends_with(GameFinished((1, 2), (6, 5)))


@pytest.mark.rule("AX-7.5")
@pytest.mark.parametrize(
    ("scores", "places", "totals"),
    [
        ((Score(4, 0, 4), Score(0, 0, 0), Score(0, 0, 0)), (1, 1, 3), (310, 310, 280)),
        ((Score(0, 0, 0), Score(0, 0, 0), Score(0, 0, 0)), (2, 1, 3), (306, 310, 280)),
    ],
)
def test_e16_equal_totals_share_the_victory(
    scores: tuple[Score, ...], places: tuple[int, ...], totals: tuple[int, ...]
) -> None:
    """AX-E16: the last card, a Roman of 4, goes to the seat that is 4 points behind, or to none."""
    won = scores[A].points > 0
    deck = "R04-1" if won else "P-GEN"
    *setup, turned = dealt(
        "AST OBE ABR", deck, {"AST": "09", "OBE": "01", "ABR": "02"}, no_more=True
    )
    earlier = RoundScored(3, (Score(0, 0, 0),) * 3, (306, 310, 280))
    start = (*setup, earlier, turned)
    told = plays(start, "OBE-01", "ABR-02", "AST-09")
    told.then_ends_with(RoundScored(1, scores, totals), GameFinished(places, totals))
    end = village.after(*asked(start, "OBE-01", "ABR-02", "AST-09"))
    assert isinstance(end, Finished)
    outcome = GAME.outcome(end)
    assert outcome is not None
    assert outcome.winners == tuple(seat for seat, place in enumerate(places) if place == 1)
