"""What follows when everybody has chosen: the award, Idéfix, the next card, the end of a round."""

from collections.abc import Mapping
from typing import TypeAlias

from domain.games.asterix import events, rules
from domain.games.asterix import trick_events as trick
from domain.games.asterix.components import GAULS, ROMANS, Card
from domain.games.asterix.deal import begin_round
from domain.games.asterix.events import AsterixEvent
from domain.games.asterix.rules import best_freeing, pirates_of
from domain.games.asterix.state import AsterixState, Freeing, Looking, Playing, Selecting
from domain.games.asterix.trick_events import CardTurned, IdefixDiscarded
from domain.kernel.game import Chance
from domain.kernel.ids import Seat
from domain.kernel.messages import Recorder

Village: TypeAlias = Recorder[AsterixState, events.AsterixEvent]


def playing(recorded: Village) -> Playing:
    """The village as the events so far leave it."""
    assert isinstance(recorded.state, Playing)
    return recorded.state


def go_on(recorded: Village, chance: Chance) -> None:
    """AX-6.2, in its order."""
    village = playing(recorded)
    if lonely := rules.lonely_idefix(village):
        recorded.add(*(IdefixDiscarded(seat, village.hands[seat][0]) for seat in lonely))
        village = playing(recorded)
    holders = rules.holders(village)
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
    scores = tuple(rules.score(captures, village.bonuses) for captures in village.captures)
    totals = rules.totals(village.totals, scores)
    recorded.add(events.RoundScored(village.round, scores, totals))
    if village.round < village.rounds:
        recorded.add(*begin_round(village.round + 1, village.characters, chance))
    else:
        recorded.add(events.GameFinished(rules.places(totals), totals))


def reveal(recorded: Village, phase: Selecting, chance: Chance) -> None:
    """AX-3.1, AX-5.6: the trick, unless everybody has played Idéfix."""
    village = playing(recorded)
    visible = village.visible
    assert visible is not None
    revealed = trick.CardsRevealed(phase.chosen)
    gauls: dict[Seat, Card] = {}
    idefix: list[Seat] = []
    for seat, card in enumerate(phase.chosen):
        if card in GAULS:
            gauls[seat] = card
        elif card is not None:
            idefix.append(seat)
    if not gauls:
        recorded.add(revealed, trick.OnlyIdefixPlayed(visible, phase.only_idefix + 1))
        return
    recorded.add(revealed, *award(village, gauls), *sniff(village, tuple(idefix)))
    if not isinstance(playing(recorded).phase, Looking):
        go_on(recorded, chance)


def award(village: Playing, gauls: Mapping[Seat, Card]) -> list[AsterixEvent]:
    """AX-3.2 … AX-3.4, AX-4.2, AX-4.3"""
    visible = village.visible
    assert visible is not None
    result = rules.contest(gauls, village.full_tie)
    tied: list[AsterixEvent] = [trick.CardsTied(result.tied)] if result.tied else []
    if visible in ROMANS:
        if result.winner is None:
            return [*tied, trick.RomanEscaped(visible)]
        return [*tied, trick.RomanCaptured(result.winner, visible, gauls[result.winner])]
    others = tuple(card for seat, card in gauls.items() if seat != result.winner)
    if result.winner is None:
        return [*tied, trick.PirateEscaped(visible, others)]
    return [*tied, trick.PirateTaken(result.winner, visible, others)]


def sniff(village: Playing, idefix: tuple[Seat, ...]) -> list[AsterixEvent]:
    """AX-5.2, AX-5.5, AX-5.7: a single Idéfix looks, if there is a card to look at."""
    if not idefix:
        return []
    if len(idefix) > 1 or not village.deck:
        return [trick.IdefixReturned(idefix)]
    (seat,) = idefix
    return [
        trick.CardLookedAt(seat, village.deck[0]),
        trick.IdefixSniffed(seat, len(village.deck) - 1),
    ]
