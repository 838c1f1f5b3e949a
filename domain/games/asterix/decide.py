"""One small function per command; only this module rejects commands, and `deal` options."""

from typing import assert_never

from domain.games.asterix import refusals, rules
from domain.games.asterix.commands import AsterixCommand, Free, Idefix, Pirates, Play
from domain.games.asterix.components import ROMANS
from domain.games.asterix.events import AsterixEvent, Freed, PiratesActed
from domain.games.asterix.rounds import Village, go_on, playing, reveal, score_round
from domain.games.asterix.state import AsterixState, Freeing, Looking, Playing, Selecting
from domain.games.asterix.trick_events import CardChosen, CardGiven, CardKept, ChoiceMade
from domain.kernel.game import Chance
from domain.kernel.ids import Seat
from domain.kernel.messages import Recorder
from domain.kernel.refusals import Rejected


def decide(
    state: AsterixState, seat: Seat, command: AsterixCommand, chance: Chance
) -> list[AsterixEvent]:
    recorded: Village = Recorder(state)
    match command:
        case Play():
            recorded.add(*choose(state, seat, command))
            village = playing(recorded)
            phase = village.phase
            assert isinstance(phase, Selecting)
            if rules.all_have_chosen(village, phase):
                reveal(recorded, phase, chance)
        case Idefix():
            recorded.add(keep_or_give(state, seat, command.to))
            go_on(recorded, chance)
        case Pirates():
            recorded.add(free(state, seat, command))
            score_round(recorded, chance)
        case _:
            assert_never(command)
    return recorded.events


def preview(state: AsterixState, seat: Seat, command: AsterixCommand) -> list[AsterixEvent]:
    """What a player does himself; what comes after is not his to know."""
    match command:
        case Play():
            return choose(state, seat, command)
        case Idefix():
            return [keep_or_give(state, seat, command.to)]
        case Pirates():
            return [free(state, seat, command)]
        case _:
            assert_never(command)


def choose(state: AsterixState, seat: Seat, command: Play) -> list[AsterixEvent]:
    """AX-3.1, AX-8.13"""
    if not isinstance(state, Playing) or not isinstance(state.phase, Selecting):
        raise Rejected(refusals.NotChoosing(), rule="AX-8.13")
    if not state.hands[seat]:
        raise Rejected(refusals.NoCardsLeft(), rule="AX-6.1", field="card")
    if command.card not in state.hands[seat]:
        raise Rejected(refusals.CardNotInHand(command.card), rule="AX-8.13", field="card")
    if not rules.may_choose(state.phase, seat):
        raise Rejected(refusals.TooManyChanges(), rule="AX-3.1", field="card")
    if rules.is_idefix(command.card) and not rules.idefix_allowed(state, state.phase):
        raise idefix_not_now(state)
    return [CardChosen(seat, command.card), ChoiceMade(seat)]


def idefix_not_now(village: Playing) -> Rejected:
    """AX-4.1, AX-5.6"""
    if village.visible in ROMANS:
        return Rejected(refusals.OnlyIdefixTwice(), rule="AX-5.6", field="card")
    return Rejected(refusals.IdefixOnPirate(), rule="AX-4.1", field="card")


def keep_or_give(state: AsterixState, seat: Seat, to: Seat) -> AsterixEvent:
    """AX-5.3, AX-8.14"""
    if not isinstance(state, Playing) or not isinstance(state.phase, Looking):
        raise Rejected(refusals.NobodyLooks(), rule="AX-8.14")
    if state.phase.seat != seat:
        raise Rejected(refusals.AnotherLooks(state.phase.seat), rule="AX-8.14")
    if to >= len(state.hands):
        raise Rejected(refusals.NobodyHasSeat(to), rule="AX-8.14", field="to")
    card, kept = state.phase.card, to == seat
    idefix = next(each for each in state.hands[seat] if rules.is_idefix(each))
    discarded = idefix if rules.idefix_lost(card, kept) else None
    return CardKept(seat, card, discarded) if kept else CardGiven(seat, to, card, discarded)


def free(state: AsterixState, seat: Seat, command: Pirates) -> PiratesActed:
    """AX-7.1, AX-7.2, AX-8.15"""
    if not isinstance(state, Playing) or not isinstance(state.phase, Freeing):
        raise Rejected(refusals.NotFreeing(), rule="AX-8.15")
    if seat not in state.phase.awaited:
        raise Rejected(refusals.NoPirates(), rule="AX-8.3")
    own = rules.pirates_of(state.captures[seat])
    if sorted(each.pirate for each in command.sequence) != sorted(own):
        raise Rejected(refusals.NotEachPirateOnce(own), rule="AX-8.15", field="sequence")
    left = list(rules.romans_of(state.captures[seat]))
    for each in command.sequence:
        fitting(each, left)
        if each.roman is not None:
            left.remove(each.roman)
    return PiratesActed(seat, tuple(Freed(each.pirate, each.roman) for each in command.sequence))


def fitting(each: Free, romans: list[str]) -> None:
    """AX-7.1, AX-7.2: is this a Roman whom this Pirate can free at this moment?"""
    values = rules.targets(each.pirate, (ROMANS[roman].value for roman in romans))
    if each.roman is None and values:
        raise Rejected(refusals.RomanMissing(each.pirate), rule="AX-8.15", field="sequence")
    if each.roman is not None and (
        each.roman not in romans or ROMANS[each.roman].value not in values
    ):
        raise Rejected(
            refusals.CannotFree(each.pirate, each.roman), rule="AX-7.1", field="sequence"
        )
