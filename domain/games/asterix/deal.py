"""Gathering the village, and beginning a round."""

from collections.abc import Sequence

from domain.games.asterix.commands import AsterixOptions
from domain.games.asterix.components import BOX, CHARACTERS, DECK, Character, hand_of
from domain.games.asterix.events import (
    AsterixEvent,
    DeckShuffled,
    HandTaken,
    RoundBegan,
    VillageGathered,
)
from domain.games.asterix.refusals import RoundsOutOfRange
from domain.games.asterix.trick_events import CardTurned
from domain.kernel.game import Chance, Seated, pieces_of
from domain.kernel.refusals import Rejected


def deal(seated: Sequence[Seated], options: AsterixOptions, chance: Chance) -> list[AsterixEvent]:
    """AX-2.1, AX-2.2, AX-2.4"""
    characters = pieces_of(seated, CHARACTERS)
    gathered = VillageGathered(
        characters=characters,  # type: ignore[arg-type]  # the table knows pieces as plain names
        rounds=options.rounds,
        full_tie=options.full_tie,
        auto_pirates=options.auto_pirates,
        bonuses=BOX.bonuses,
    )
    return [gathered, *begin_round(1, gathered.characters, chance)]


def begin_round(number: int, characters: Sequence[Character], chance: Chance) -> list[AsterixEvent]:
    """AX-2.3, AX-3.1"""
    deck = chance.shuffle(DECK, "deck")
    hands = [hand_of(character) for character in characters]
    return [
        DeckShuffled(deck),
        *(HandTaken(seat, hand) for seat, hand in enumerate(hands)),
        RoundBegan(number, len(hands[0]), len(deck)),
        CardTurned(deck[0], len(deck) - 1),
    ]


def admit(options: AsterixOptions, seats: int) -> None:
    """AX-2.2"""
    if not 1 <= options.rounds <= BOX.rounds:
        raise Rejected(RoundsOutOfRange(BOX.rounds), rule="AX-2.2", field="rounds")
