"""Histories that read like the table: who has which bearers, where the chairs stand, who bids."""

from collections import Counter
from collections.abc import Sequence

from domain.games.galopp_royal import race_events
from domain.games.galopp_royal.auction_events import BearerDrawn, PileShuffled
from domain.games.galopp_royal.commands import Bid, Crafty, GaloppCommand, GaloppOptions, Pass, Push
from domain.games.galopp_royal.commands import Roll as RollDie
from domain.games.galopp_royal.components import BEARERS, CHAIRS, Bearer
from domain.games.galopp_royal.deal import terms_of
from domain.games.galopp_royal.events import GaloppEvent
from domain.games.galopp_royal.game import GAME
from domain.games.galopp_royal.state import Court, GaloppState, NotLinedUp
from domain.games.galopp_royal.view import GaloppView
from domain.kernel.game import Seated
from domain.kernel.ids import Seat
from ludotheque.testing.spec import Fated, Given, Spec, Then
from tests.support.seats import A

galopp = Spec(GAME)

PASS, ROLL = Pass(), RollDie()
SHORT_NAMES = {"-2": "goof", "X": "crafty"}


def cards(said: str) -> tuple[Bearer, ...]:
    """`cards("1 5 -2 X 1")`: bearers of these kinds, each a card of its own."""
    used: Counter[str] = Counter()
    named = []
    for word in said.split():
        kind = SHORT_NAMES.get(word, word)
        used[kind] += 1
        named.append(f"B-{kind}-{used[kind]}")
    assert set(named) <= set(BEARERS), f"there are not so many: {said}"
    return tuple(named)


def kinds(bearers: Sequence[Bearer | None]) -> str:
    """`1 5 -2 X` of these cards."""
    back = {kind: word for word, kind in SHORT_NAMES.items()}
    said = [BEARERS[card].kind for card in bearers if card is not None]
    return " ".join(back.get(kind, kind) for kind in said)


def dealt(
    players: int, top: str = "", first: Seat = A, options: GaloppOptions | None = None
) -> tuple[GaloppEvent, ...]:
    """The first auction; `top` are the first cards of the pile."""
    chosen = options or GaloppOptions(first_seat=first)
    seated = [Seated(seat) for seat in range(players)]
    return tuple(GAME.deal(seated, chosen, Fated(cards(top))))


def on_track(
    *positions: int,
    teams: Sequence[str] = (),
    race: int = 1,
    gold: Sequence[int] = (),
    starter: Seat = A,
    options: GaloppOptions | None = None,
) -> tuple[GaloppEvent, ...]:
    """A race under way, `starter` to roll; teams are harmless unless named, gold is 40 each."""
    seats, chosen = range(len(positions)), options or GaloppOptions()
    terms = terms_of(chosen)
    named = cards(" ".join(teams))
    drawn = (*named, *harmless(named))[: 4 * len(seats)]
    pile = (*drawn, *(card for card in BEARERS if card not in drawn))
    purses = tuple(gold) or (40,) * len(seats)
    return (
        race_events.ChairsLinedUp(CHAIRS[: len(seats)], purses, starter, terms),
        PileShuffled(pile),
        *(BearerDrawn(n // 4, n % 4 + 1, card) for n, card in enumerate(drawn)),
        race_events.RaceBegun(
            race, terms.start, terms.goals[race - 1], terms.prizes[race - 1], starter
        ),
        *(race_events.ChairMoved(seat, to, to) for seat, to in enumerate(positions) if to),
    )


def harmless(taken: Sequence[Bearer]) -> list[Bearer]:
    """Bearers without surprises that are left for the others."""
    return [card for card in BEARERS if BEARERS[card].kind in "123" and card not in taken]


def bid(amount: int) -> Bid:
    return Bid(amount)


def forth(*others: tuple[Seat, int]) -> Crafty:
    """Own chair +2, others back."""
    return Crafty(2, tuple(Push(seat, -by) for seat, by in others))


def back(*others: tuple[Seat, int]) -> Crafty:
    """Own chair −2, others forward."""
    return Crafty(-2, tuple(Push(*other) for other in others))


class Tale:
    """A history that goes on, one command after the other."""

    def __init__(self, *events: GaloppEvent) -> None:
        self.events = list(events)

    @property
    def state(self) -> GaloppState:
        return galopp.after(*self.events)

    @property
    def court(self) -> Court:
        state = self.state
        assert not isinstance(state, NotLinedUp)
        return state.court

    def given(self) -> Given[GaloppCommand, GaloppEvent, GaloppState]:
        return galopp.given(*self.events)

    def when(
        self, seat: Seat, command: GaloppCommand, *luck: int | Sequence[object]
    ) -> Then[GaloppCommand, GaloppEvent, GaloppState]:
        """Asked for, and taken into the history."""
        told = self.given().when(seat, command, Fated(*luck))
        self.events += told.events
        return told

    def does(self, seat: Seat, command: GaloppCommand, *luck: int | Sequence[object]) -> "Tale":
        assert self.when(seat, command, *luck).events
        return self

    def says(self, *said: tuple[Seat, int | None]) -> "Tale":
        """Bids and passes (None) in turn; cards that are dealt after them come as they lie."""
        for seat, amount in said:
            self.does(seat, PASS if amount is None else Bid(amount))
        return self

    def rolls(self, *faces: tuple[Seat, int]) -> "Tale":
        for seat, face in faces:
            self.does(seat, ROLL, face)
        return self

    def seen(self, seat: Seat | None = None) -> GaloppView:
        view = GAME.view(self.state, seat)
        assert view is not None
        return view

    def asked(self) -> Seat | None:
        """Whose decision it is."""
        decision = GAME.decision(self.state)
        return None if decision is None else min(decision.awaited)

    def positions(self) -> list[int | None]:
        return [chair.position for chair in self.seen().chairs]

    def gold(self) -> list[int]:
        return list(self.court.gold)


def dealt_tale(players: int, top: str = "", first: Seat = A) -> Tale:
    return Tale(*dealt(players, top, first))


def crafty(*positions: int, options: GaloppOptions | None = None) -> Tale:
    """A has just rolled a +2/−2."""
    events = on_track(*positions, teams=["X 1 1 1"], options=options)
    return Tale(*events).does(A, ROLL, 1)


def finished(tale: Tale, seat: Seat) -> Tale:
    tale.events.append(race_events.ChairFinished(seat, 1))
    return tale
