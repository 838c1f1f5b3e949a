"""Races that read like the table: who stands where, what is in whose hand, what is asked."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.games.gasterospeed.commands import (
    CommitAction,
    Decline,
    GasteroCommand,
    GasteroOptions,
    Hesitate,
)
from domain.games.gasterospeed.components import ACTIONS, COLOURS, SPEEDS, Card, Cell, Deck, deck
from domain.games.gasterospeed.deal import privilege, reserve, settings_of
from domain.games.gasterospeed.event_types.cards import (
    CardsDrawn,
    PileShuffled,
    SpeedLaid,
    SpeedsRevealed,
)
from domain.games.gasterospeed.event_types.championship import (
    ChampionshipOpened,
    RaceOpened,
    SnailsEntered,
    TurnBegun,
)
from domain.games.gasterospeed.event_types.snails import (
    ShellLost,
    SnailMoved,
    SnailOut,
    SnailPlaced,
)
from domain.games.gasterospeed.events import GasteroEvent, QuestionPut
from domain.games.gasterospeed.game import GAME
from domain.games.gasterospeed.rules.speed import Move
from domain.games.gasterospeed.rules.tasks import AnyTask
from domain.games.gasterospeed.rules.track import track
from domain.games.gasterospeed.rules.turn import LayActions, LaySpeeds
from domain.games.gasterospeed.state import Finished, GasteroState, Laid, Racing
from domain.kernel.ids import Seat
from domain.kernel.messages import state_after
from domain.kernel.refusals import Rejected
from ludotheque.testing.spec import Fated, Given, Spec
from tests.support.seats import A

snails = Spec(GAME)
DERBY = "paquerette_derby"
PASS, SLOW = Decline(), Hesitate()


class Scene:
    """A race under way: things are done in it, and it can be looked at."""

    def __init__(self, *events: GasteroEvent) -> None:
        self.state: GasteroState = snails.after(*events)
        self.caused: tuple[GasteroEvent, ...] = ()

    def do(self, seat: Seat, command: GasteroCommand, *luck: int | Sequence[object]) -> "Scene":
        """Somebody does something, with exactly this luck."""
        done = Given(GAME, self.state).when(seat, command, Fated(*luck))
        done.then_includes()  # that is, not refused
        self.caused = done.events
        self.state = state_after(self.state, done.events)
        return self

    def refused(self, seat: Seat, command: GasteroCommand) -> tuple[str, str | None, str | None]:
        """Code, rule and field of the refusal."""
        before = hash(self.state)
        try:
            GAME.decide(self.state, seat, command, Fated())
        except Rejected as refusal:
            assert hash(self.state) == before
            return refusal.code, refusal.rule, refusal.field
        raise AssertionError("it was not refused")

    @property
    def race(self) -> Racing:
        return self.state.last if isinstance(self.state, Finished) else self._racing()

    def _racing(self) -> Racing:
        assert isinstance(self.state, Racing)
        return self.state

    def asked(self) -> tuple[str, tuple[Seat, ...]]:
        decision = GAME.decision(self.state)
        assert decision is not None
        return decision.kind, tuple(sorted(decision.awaited))

    def legal(self, seat: Seat) -> tuple[GasteroCommand, ...]:
        return GAME.legal(self.state, seat)

    def cells(self, *which: int) -> tuple[Cell | None, ...]:
        return tuple(self.race.snails[snail].cell for snail in which)

    def shells(self, *which: int) -> tuple[int, ...]:
        return tuple(self.race.snails[snail].shells for snail in which)

    def status(self, *which: int) -> tuple[str, ...]:
        return tuple(self.race.snails[snail].status for snail in which)

    def kinds(self) -> list[str]:
        """What has just happened, by the names of the events."""
        return [event.type.partition(".")[2] for event in self.caused]

    def recorded(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.caused if isinstance(event, kind)]

    def passed(self, *luck: int) -> "Scene":
        """Nobody reacts, as long as anybody is asked to."""
        for number in range(20):
            if isinstance(self.state, Finished) or self.asked()[0] != "react":
                return self
            self.do(self.asked()[1][0], PASS, *(luck[number : number + 1]))
        raise AssertionError("windows without end")


def racing(
    *cells: Cell | None,
    circuit: str = DERBY,
    seats: int = 4,
    hands: Mapping[Seat, str] | None = None,
    shells: Mapping[int, int] | None = None,
    knocked_out: Sequence[int] = (),
    rewards: Mapping[Seat, Sequence[str]] | None = None,
    asking: Sequence[AnyTask] = (LaySpeeds(),),
    turn: int = 1,
    circuits: Sequence[str] | None = None,
    **options: Any,
) -> Scene:
    """The snails stand on these cells (the others on their start cells), all hands are full.

    A hand is made of the named cards and Speed cards of the 100 series. Shoves open no windows
    (GS-62) unless the option is given.
    """
    listed = [*(circuits or (circuit,))]
    calm = {"backlash_vs_shove": False}
    chosen = msgspec.convert({"circuits": listed, **calm, **options}, GasteroOptions)
    settings = settings_of(chosen, seats)
    count = seats * settings.snails_each
    privileges = tuple(privilege((rewards or {}).get(seat, ())) for seat in range(seats))
    start = sorted(track(listed[0]).starts)
    stable = reserve(chosen, chosen.circuits) * settings.snails_each
    opened = ChampionshipOpened(settings, chosen.circuits, stable, privileges)
    return Scene(
        SnailsEntered(tuple(f"Champigot {n}" for n in range(1, count + 1)), (*COLOURS,)[:count]),
        opened,
        RaceOpened(1, chosen.circuits[0], 3, 0),
        *_dealt(settings.seats, settings.hand, hands or {}, settings.two_piles, chosen.deck),
        *(SnailPlaced(n, start[n], f"Champigot {n + 1}") for n in range(count)),
        *(SnailMoved(n, "crawl", (cell,), None) for n, cell in enumerate(cells) if cell),
        *(ShellLost(n, "shot", None, left) for n, left in (shells or {}).items()),
        *(SnailOut(n, "ko", None, False) for n in knocked_out),
        TurnBegun(turn, (0,) * seats),
        QuestionPut(tuple(asking)),
    )


def _dealt(
    seats: int, size: int, named: Mapping[Seat, str], two_piles: bool, cards: Deck
) -> list[GasteroEvent]:
    """Named cards first, then low Speed cards; what is left is the pile, Speed cards on top."""
    wanted = {seat: said.split() for seat, said in named.items()}
    taken = {card for hand in wanted.values() for card in hand}
    assert taken <= {*deck(cards)}, taken
    spare = iter(card for card in deck(cards) if card in SPEEDS and card not in taken)
    hands = {seat: [*wanted.get(seat, [])] for seat in range(seats)}
    for seat, hand in hands.items():
        if seat not in wanted:
            hand += (next(spare) for _ in range(size))
    drawn = [card for hand in hands.values() for card in hand]
    rest = [*spare, *(card for card in deck(cards) if card in ACTIONS and card not in taken)]
    return _packs(hands, drawn, rest, two_piles)


def _packs(
    hands: Mapping[Seat, Sequence[Card]],
    drawn: Sequence[Card],
    rest: Sequence[Card],
    two_piles: bool,
) -> list[GasteroEvent]:
    order = [*drawn, *rest]
    if not two_piles:
        dealt = [CardsDrawn(seat, 0, tuple(hand)) for seat, hand in hands.items()]
        return [PileShuffled(0, tuple(order)), *dealt]
    piles = [[c for c in order if c in SPEEDS], [c for c in order if c not in SPEEDS]]
    events: list[GasteroEvent] = [PileShuffled(n, tuple(pile)) for n, pile in enumerate(piles)]
    for seat, hand in hands.items():
        for number in (0, 1):
            cards = tuple(card for card in hand if (card not in SPEEDS) == bool(number))
            events.append(CardsDrawn(seat, number, cards))
    return events


def acting(card: Card, *cells: Cell | None, **given: Any) -> Scene:
    """A alone has kept up with the turn and lays this card: everything up to its execution."""
    hands = {A: f"{card} 101 102", **given.pop("hands", {})}
    scene = racing(*cells, hands=hands, asking=(LayActions(),), **given)
    for seat in range(scene.race.settings.seats):
        while seat != A and seat in scene.asked()[1]:
            scene.do(seat, SLOW)
    return scene


def plays(card: Card, *cells: Cell | None, luck: Sequence[int] = (), **given: Any) -> Scene:
    """A executes this card; the scene ends with the next question."""
    scene, laid = acting(card, *cells, **given), CommitAction(A, card)
    if scene.race.settings.snails_each == 1:
        return scene.do(A, laid, *luck)
    return scene.do(A, laid).do(A, SLOW, *luck)  # nothing for the second snail


def moving(snail: int, card: Card, *cells: Cell | None, **given: Any) -> Scene:
    """It is this snail's turn to move with this Speed card."""
    seats = given.get("seats", 4)
    seat = snail if seats > 3 else snail // 2
    named = given.pop("hands", {})
    hands = {**named, seat: f"{card} {named.get(seat, '104 105 106')}"}
    asking = given.pop("asking", (Move(snail), LayActions()))
    scene = racing(*cells, hands=hands, asking=asking, **given)
    laid = Laid(card)
    speeds = tuple(laid if n == snail else None for n in range(len(scene.race.snails)))
    scene.state = state_after(scene.state, (SpeedLaid(seat, snail, laid), SpeedsRevealed(speeds)))
    return scene
