"""What the rules refuse, in facts; a code may have several reasons."""

from domain.games.asterix.components import Card, Pirate, Roman
from domain.kernel.ids import Seat
from domain.kernel.messages import Refusal


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
