"""One small function per command; only this module rejects commands, and `deal` options."""

from typing import assert_never

from domain.games.asterix.commands import AsterixCommand, Free, Idefix, Pirates, Play
from domain.games.asterix.components import ROMANS
from domain.games.asterix.events import AsterixEvent, Freed, PiratesActed
from domain.games.asterix.rounds import Village, go_on, playing, score_round
from domain.games.asterix.rules import hands, pirates
from domain.games.asterix.state import AsterixState, Freeing, Looking, Playing, Selecting
from domain.games.asterix.trick_events import CardChosen, CardGiven, CardKept, ChoiceMade
from domain.games.asterix.tricks import reveal
from domain.kernel.chance import Chance
from domain.kernel.ids import Seat
from domain.kernel.recorder import Recorder
from domain.kernel.refusals import common
from domain.kernel.rejection import Rejected

REFUSALS = {
    **common("bad_option", "bad_target", "wrong_phase"),
    "not_in_hand": "This card is not in your hand. Your view and `GET …/actions` list your cards.",
    "idefix_not_now": "Idéfix cannot be played on a Pirate, nor on a Roman on which every player"
    " has just played Idéfix twice.",
    "too_many_changes": "A choice can be changed five times; then it stands.",
    "not_your_decision": "Another player decides now. Wait for your decision.",
    "bad_seat": "Nobody has the seat in `to`. Choose a taken seat.",
}


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
            if hands.all_have_chosen(village, phase):
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
        closed = "No card can be chosen now.", "On ne peut pas choisir de carte maintenant."
        raise Rejected("wrong_phase", closed, "AX-8.13")
    if not state.hands[seat]:
        none = (
            "You have no cards left in this round.",
            "Vous n'avez plus de carte dans cette manche.",
        )
        raise Rejected("not_in_hand", none, "AX-6.1", "card")
    if command.card not in state.hands[seat]:
        card = command.card
        other = f"You do not hold {card}.", f"Vous n'avez pas {card} en main."
        raise Rejected("not_in_hand", other, "AX-8.13", "card")
    if not hands.may_choose(state.phase, seat):
        often = "You have changed your card five times.", "Vous avez changé de carte cinq fois."
        raise Rejected("too_many_changes", often, "AX-3.1", "card")
    if hands.is_idefix(command.card) and not hands.idefix_allowed(state, state.phase):
        raise idefix_not_now(state)
    return [CardChosen(seat, command.card), ChoiceMade(seat)]


def idefix_not_now(village: Playing) -> Rejected:
    """AX-4.1, AX-5.6"""
    if village.visible in ROMANS:
        again = (
            "Everybody has played Idéfix twice on this Roman: choose a Gaul.",
            "Tout le monde a joué Idéfix deux fois sur ce Romain : choisissez un Gaulois.",
        )
        return Rejected("idefix_not_now", again, "AX-5.6", "card")
    pirate = "Idéfix is not played on a Pirate.", "On ne joue pas Idéfix sur un Pirate."
    return Rejected("idefix_not_now", pirate, "AX-4.1", "card")


def keep_or_give(state: AsterixState, seat: Seat, to: Seat) -> AsterixEvent:
    """AX-5.3, AX-8.14"""
    if not isinstance(state, Playing) or not isinstance(state.phase, Looking):
        nobody = "Nobody is looking at a card.", "Personne ne regarde de carte."
        raise Rejected("wrong_phase", nobody, "AX-8.14")
    if state.phase.seat != seat:
        looker = state.phase.seat
        other = f"Seat {looker} decides.", f"C'est au siège {looker} de décider."
        raise Rejected("not_your_decision", other, "AX-8.14")
    if to >= len(state.hands):
        empty = f"Nobody has seat {to}.", f"Personne n'a le siège {to}."
        raise Rejected("bad_seat", empty, "AX-8.14", "to")
    card, kept = state.phase.card, to == seat
    idefix = next(each for each in state.hands[seat] if hands.is_idefix(each))
    discarded = idefix if hands.idefix_lost(card, kept) else None
    return CardKept(seat, card, discarded) if kept else CardGiven(seat, to, card, discarded)


def free(state: AsterixState, seat: Seat, command: Pirates) -> PiratesActed:
    """AX-7.1, AX-7.2, AX-8.15"""
    if not isinstance(state, Playing) or not isinstance(state.phase, Freeing):
        still = "No Pirate acts now.", "Aucun Pirate n'agit maintenant."
        raise Rejected("wrong_phase", still, "AX-8.15")
    if seat not in state.phase.awaited:
        none = "You have no Pirates to act.", "Vous n'avez pas de Pirate qui agisse."
        raise Rejected("not_your_decision", none, "AX-8.3")
    own = pirates.pirates_of(state.captures[seat])
    if sorted(each.pirate for each in command.sequence) != sorted(own):
        each_once = (
            f"Name each of your Pirates once: {', '.join(own)}.",
            f"Nommez chacun de vos Pirates une fois : {', '.join(own)}.",
        )
        raise Rejected("bad_target", each_once, "AX-8.15", "sequence")
    left = list(pirates.romans_of(state.captures[seat]))
    for each in command.sequence:
        fitting(each, left)
        if each.roman is not None:
            left.remove(each.roman)
    return PiratesActed(seat, tuple(Freed(each.pirate, each.roman) for each in command.sequence))


def fitting(each: Free, romans: list[str]) -> None:
    """AX-7.1, AX-7.2: is this a Roman whom this Pirate can free at this moment?"""
    values = pirates.targets(each.pirate, (ROMANS[roman].value for roman in romans))
    if each.roman is None and values:
        some = (
            f"{each.pirate} has a Roman to free: name one.",
            f"{each.pirate} a un Romain à libérer : nommez-en un.",
        )
        raise Rejected("bad_target", some, "AX-8.15", "sequence")
    if each.roman is not None and (
        each.roman not in romans or ROMANS[each.roman].value not in values
    ):
        wrong = (
            f"{each.pirate} cannot free {each.roman}.",
            f"{each.pirate} ne peut pas libérer {each.roman}.",
        )
        raise Rejected("bad_target", wrong, "AX-7.1", "sequence")
