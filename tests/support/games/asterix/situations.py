"""Histories that read like the table: who plays, what lies on the deck, who holds what."""

from collections.abc import Mapping

from domain.games.asterix import events
from domain.games.asterix.commands import AsterixCommand, FullTie, Idefix, Play
from domain.games.asterix.components import BOX, CHARACTERS, DECK, Card, Drawn, hand_of
from domain.games.asterix.game import GAME
from domain.games.asterix.state import AsterixState, Playing
from domain.games.asterix.trick_events import CardTurned
from domain.kernel.ids import Seat
from ludotheque.testing.spec import Spec, Then

village = Spec(GAME)
History = tuple[events.AsterixEvent, ...]


def cards(said: str) -> tuple[str, ...]:
    """`cards("R09-1 R03-1")`"""
    return tuple(said.split())


def dealt(
    who: str,
    deck: str,
    hands: Mapping[str, str] | None = None,
    *,
    rounds: int = 1,
    full_tie: FullTie = "cancel",
    auto_pirates: bool = True,
    no_more: bool = False,
) -> History:
    """`who` plays ("AST OBE ABR", in the order of seats), the first card of `deck` is turned up.

    The rest of the deck follows as it is published, unless there is `no_more`. `hands` names the
    ends of the cards of those who do not hold all eleven: {"AST": "03 IDF"}.
    """
    characters = tuple(each for word in who.split() for each in CHARACTERS if each == word)
    top = cards(deck)
    pile = top if no_more else (*top, *(each for each in DECK if each not in top))
    return (
        events.VillageGathered(characters, rounds, full_tie, auto_pirates, BOX.bonuses),
        events.DeckShuffled(pile),
        *(
            events.HandTaken(seat, _hand(character, (hands or {}).get(character)))
            for seat, character in enumerate(characters)
        ),
        events.RoundBegan(1, 11, len(pile)),
        CardTurned(pile[0], len(pile) - 1),
    )


def _hand(character: str, said: str | None) -> tuple[Card, ...]:
    (known,) = (each for each in CHARACTERS if each == character)
    return hand_of(known) if said is None else tuple(f"{character}-{end}" for end in said.split())


def seat_of(history: History, card: Card) -> Seat:
    """Whose card this is."""
    gathered = history[0]
    assert isinstance(gathered, events.VillageGathered)
    return next(s for s, who in enumerate(gathered.characters) if card.startswith(who))


def asked(history: History, *said: Card | tuple[Seat, AsterixCommand]) -> History:
    """The history after cards were played and other commands given."""
    for each in said:
        seat, command = _who(history, each)
        told = village.given(*history).when(seat, command)
        assert told.events, f"{each} was refused"
        history = (*history, *told.events)
    return history


def _who(history: History, said: Card | tuple[Seat, AsterixCommand]) -> tuple[Seat, AsterixCommand]:
    if isinstance(said, tuple):
        return said
    return seat_of(history, said), Play(said)


def plays(history: History, *said: Card) -> Then[AsterixCommand, events.AsterixEvent, AsterixState]:
    """What the last of these cards leads to, the others having been played before it."""
    before = asked(history, *said[:-1])
    return village.given(*before).when(seat_of(history, said[-1]), Play(said[-1]))


def keeps(seat: Seat) -> tuple[Seat, Idefix]:
    return seat, Idefix(seat)


def gives(seat: Seat, to: Seat) -> tuple[Seat, Idefix]:
    return seat, Idefix(to)


def playing(history: History) -> Playing:
    state = village.after(*history)
    assert isinstance(state, Playing)
    return state


def captures(history: History) -> tuple[tuple[Drawn, ...], ...]:
    state = village.after(*history)
    return (state if isinstance(state, Playing) else _finished(state)).captures


def hand_sizes(history: History) -> tuple[int, ...]:
    return tuple(len(hand) for hand in playing(history).hands)


def _finished(state: AsterixState) -> Playing:
    found = getattr(state, "village", None)
    assert isinstance(found, Playing)
    return found
