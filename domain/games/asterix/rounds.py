"""What follows a completed trick: the next card, or the end of the round and its scoring."""

from typing import TypeAlias

from domain.games.asterix import events
from domain.games.asterix.deal import begin_round
from domain.games.asterix.rules import hands, scoring
from domain.games.asterix.rules.pirates import best_freeing, pirates_of
from domain.games.asterix.state import AsterixState, Freeing, Playing
from domain.games.asterix.trick_events import CardTurned, IdefixDiscarded
from domain.kernel.chance import Chance
from domain.kernel.ids import Seat
from domain.kernel.recorder import Recorder

Village: TypeAlias = Recorder[AsterixState, events.AsterixEvent]


def playing(recorded: Village) -> Playing:
    """The village as the events so far leave it."""
    assert isinstance(recorded.state, Playing)
    return recorded.state


def go_on(recorded: Village, chance: Chance) -> None:
    """AX-6.2, in its order."""
    village = playing(recorded)
    if lonely := hands.lonely_idefix(village):
        recorded.add(*(IdefixDiscarded(seat, village.hands[seat][0]) for seat in lonely))
        village = playing(recorded)
    holders = hands.holders(village)
    if not holders:
        end_round(recorded, "no_cards", chance)
    elif not village.deck:
        end_round(recorded, "no_deck", chance)
    elif len(holders) == 1:
        recorded.add(last_draw(village, holders[0]))
        end_round(recorded, "last_player", chance)
    else:
        recorded.add(CardTurned(village.deck[0], len(village.deck) - 1))


def last_draw(village: Playing, seat: Seat) -> events.LastCardsDrawn:
    """AX-6.3: at most what the deck holds."""
    hand = village.hands[seat]
    return events.LastCardsDrawn(seat, village.deck[: len(hand)], hand)


def end_round(recorded: Village, reason: events.EndReason, chance: Chance) -> None:
    """AX-7.2, AX-8.3: the Pirates act by themselves, or their holders are asked."""
    village = playing(recorded)
    sailing = tuple(s for s, captures in enumerate(village.captures) if pirates_of(captures))
    recorded.add(events.RoundEnded(village.round, reason, () if village.auto_pirates else sailing))
    if village.auto_pirates:
        recorded.add(*(pirates_act(village, seat) for seat in sailing))
    score_round(recorded, chance)


def pirates_act(village: Playing, seat: Seat) -> events.PiratesActed:
    """AX-7.1, AX-7.2: in the best way."""
    sequence = best_freeing(village.captures[seat], village.bonuses)
    return events.PiratesActed(
        seat, tuple(events.Freed(each.pirate, each.roman) for each in sequence)
    )


def score_round(recorded: Village, chance: Chance) -> None:
    """AX-7.3 … AX-7.5, as soon as no Pirate is waited for; then the next round, or the end."""
    village = playing(recorded)
    assert isinstance(village.phase, Freeing)
    if village.phase.awaited:
        return
    scores = tuple(scoring.score(captures, village.bonuses) for captures in village.captures)
    totals = scoring.totals(village.totals, scores)
    recorded.add(events.RoundScored(village.round, scores, totals))
    if village.round < village.rounds:
        recorded.add(*begin_round(village.round + 1, village.characters, chance))
    else:
        recorded.add(events.GameFinished(scoring.places(totals), totals))
