"""What the rules refuse, in facts; a code may have several reasons."""

from domain.games.asterix.components import Card, Pirate, Roman
from domain.kernel.ids import Seat
from domain.kernel.messages import Refusal
from domain.kernel.refusals import common

REFUSALS = {
    **common("bad_option", "bad_target", "wrong_phase"),
    "not_in_hand": "This card is not in your hand. Your view and `GET …/actions` list your cards.",
    "idefix_not_now": "Idéfix cannot be played on a Pirate, nor on a Roman on which every player"
    " has just played Idéfix twice.",
    "too_many_changes": "A choice can be changed five times; then it stands.",
    "not_your_decision": "Another player decides now. Wait for your decision.",
    "bad_seat": "Nobody has the seat in `to`. Choose a taken seat.",
}


class RoundsOutOfRange(Refusal, code="bad_option"):
    most: int


class NotChoosing(Refusal, code="wrong_phase"): ...


class NoCardsLeft(Refusal, code="not_in_hand"): ...


class CardNotInHand(Refusal, code="not_in_hand"):
    card: Card


class TooManyChanges(Refusal, code="too_many_changes"): ...


class OnlyIdefixTwice(Refusal, code="idefix_not_now"): ...


class IdefixOnPirate(Refusal, code="idefix_not_now"): ...


class NobodyLooks(Refusal, code="wrong_phase"): ...


class AnotherLooks(Refusal, code="not_your_decision"):
    looker: Seat


class NobodyHasSeat(Refusal, code="bad_seat"):
    seat: Seat


class NotFreeing(Refusal, code="wrong_phase"): ...


class NoPirates(Refusal, code="not_your_decision"): ...


class NotEachPirateOnce(Refusal, code="bad_target"):
    pirates: tuple[Pirate, ...]


class RomanMissing(Refusal, code="bad_target"):
    pirate: Pirate


class CannotFree(Refusal, code="bad_target"):
    pirate: Pirate
    roman: Roman
