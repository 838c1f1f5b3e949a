"""One function per event of the championship; each puts values in their places."""

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from domain.games.gasterospeed.components import SPEEDS, deck
from domain.games.gasterospeed.events import (
    ChampionshipFinished,
    ChampionshipOpened,
    GasteroEvent,
    QuestionPut,
    RaceOpened,
    RaceScored,
    RewardWon,
    SnailNotStarted,
    SnailsEntered,
    StakeLaid,
    StakeSealed,
    StakesRevealed,
    StartOrderFixed,
    TurnBegun,
)
from domain.games.gasterospeed.evolve_cards import CARDS_PLACE
from domain.games.gasterospeed.evolve_snails import SNAILS_PLACE
from domain.games.gasterospeed.state import (
    Finished,
    GasteroState,
    NotBegun,
    Racing,
    Result,
    Snail,
)
from domain.kernel.handlers import on
from domain.kernel.ids import put


def _entered(state: NotBegun, event: SnailsEntered) -> NotBegun:
    return NotBegun(event.names, event.colours)


def _opened(state: NotBegun, event: ChampionshipOpened) -> Racing:
    seats, each = event.settings.seats, event.settings.snails_each
    called = zip(state.names, state.colours, strict=True)
    snails = tuple(Snail(n // each, name, colour) for n, (name, colour) in enumerate(called))
    piles = 2 if event.settings.two_piles else 1
    nothing = (None,) * len(snails)
    return Racing(
        settings=event.settings,
        circuits=event.circuits,
        snails=snails,
        privileges=event.privileges,
        circuit=event.circuits[0],
        hands=((),) * seats,
        piles=(deck(88 if event.settings.cards == 88 else 80), *((),) * (piles - 1)),
        discards=((),) * piles,
        reserves=(event.reserve,) * seats,
        stakes=nothing,
        sealed=nothing,
        speeds=nothing,
        actions=nothing,
        missed=(0,) * seats,
        points=(0,) * seats,
        rewards=((),) * seats,
    )


def _race_opened(state: Racing, event: RaceOpened) -> Racing:
    """All cards are gathered in their published order, every snail is fit again."""
    cards = deck(88 if state.settings.cards == 88 else 80)
    speeds = sum(card in SPEEDS for card in cards)  # they come first
    two = state.settings.two_piles
    piles = (cards[:speeds], cards[speeds:]) if two else (cards,)
    nothing = (None,) * len(state.snails)
    snails = tuple(
        Snail(snail.seat, snail.name, snail.colour, shells=event.shells, full=event.shells)
        for snail in state.snails
    )
    return replace(
        state,
        race=event.race,
        circuit=event.circuit,
        turn=0,
        snails=snails,
        hands=((),) * len(state.hands),
        piles=piles,
        discards=((),) * len(piles),
        reserves=tuple(reserve + event.reserve for reserve in state.reserves),
        stakes=nothing,
        sealed=nothing,
        speeds=nothing,
        actions=nothing,
        missed=(0,) * len(state.hands),
        extra_taken=frozenset(),
        arrivals=(),
    )


def _unchanged(state: Racing, event: StakeSealed | StartOrderFixed) -> Racing:
    return state


def _staked(state: Racing, event: StakeLaid) -> Racing:
    return replace(state, stakes=put(state.stakes, event.snail, event.shells))


def _stakes_revealed(state: Racing, event: StakesRevealed) -> Racing:
    staked = tuple(zip(state.snails, event.shells, strict=True))
    snails = tuple(replace(snail, shells=shells, full=shells) for snail, shells in staked)
    reserves = tuple(
        reserve - sum(shells for snail, shells in staked if snail.seat == seat)
        for seat, reserve in enumerate(state.reserves)
    )
    return replace(state, snails=snails, reserves=reserves, stakes=(None,) * len(snails))


def _not_started(state: Racing, event: SnailNotStarted) -> Racing:
    snail = replace(state.snails[event.snail], status="removed")
    return replace(state, snails=put(state.snails, event.snail, snail))


def _turn_begun(state: Racing, event: TurnBegun) -> Racing:
    return replace(state, turn=event.turn, missed=event.missed)


def _scored(state: Racing, event: RaceScored) -> Racing:
    result = Result(state.circuit, event.places, event.points, event.shells, event.stopped)
    return replace(state, results=(*state.results, result), points=event.totals)


def _won(state: Racing, event: RewardWon) -> Racing:
    won = (*state.rewards[event.seat], event.reward)
    return replace(state, rewards=put(state.rewards, event.seat, won))


def _finished(state: Racing, event: ChampionshipFinished) -> Finished:
    return Finished(replace(state, todo=()), event.places, event.scores)


def _asked(state: Racing, event: QuestionPut) -> Racing:
    return replace(state, todo=event.todo, asked=state.asked + 1)


PLACE = (
    on(SnailsEntered, _entered)
    | on(ChampionshipOpened, _opened)
    | on(RaceOpened, _race_opened)
    | on(StakeLaid, _staked)
    | on(StakeSealed, _unchanged)
    | on(StakesRevealed, _stakes_revealed)
    | on(SnailNotStarted, _not_started)
    | on(StartOrderFixed, _unchanged)
    | on(TurnBegun, _turn_begun)
    | on(RaceScored, _scored)
    | on(RewardWon, _won)
    | on(ChampionshipFinished, _finished)
    | on(QuestionPut, _asked)
    | CARDS_PLACE
    | SNAILS_PLACE
)
_HANDLER = PLACE.by_type


def evolve(state: GasteroState, event: GasteroEvent) -> GasteroState:
    if TYPE_CHECKING and not PLACE.handles(event):
        assert_never(event)
    return _HANDLER[type(event)](state, event)
