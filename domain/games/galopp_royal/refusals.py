"""What the rules refuse, in facts; a code may have several reasons."""

from domain.kernel.ids import Seat
from domain.kernel.messages import Refusal


class NotYourTurn(Refusal, code="not_your_turn"):
    asked: Seat | None


class FourSeatsNeeded(Refusal, code="bad_option"): ...


class NobodyHasSeat(Refusal, code="bad_option"):
    seat: Seat


class NoAuction(Refusal, code="not_now"): ...


class BidTooLow(Refusal, code="bad_amount"):
    lowest: int


class BidTooHigh(Refusal, code="bad_amount"):
    purse: int


class OpenerMustBid(Refusal, code="forced_opening"): ...


class NoRace(Refusal, code="not_now"): ...


class CraftyRolled(Refusal, code="not_now"): ...


class NoCraftyRolled(Refusal, code="not_now"): ...


class NobodyAdvances(Refusal, code="must_advance_other"): ...


class OwnMoveNotByTwo(Refusal, code="bad_split"): ...


class OthersNotOpposite(Refusal, code="bad_split"): ...


class NeitherOneNorTwoChairs(Refusal, code="bad_split"): ...


class NoRivalRacing(Refusal, code="bad_target"):
    seat: Seat


class SameChairTwice(Refusal, code="bad_target"): ...


class WouldDrown(Refusal, code="would_drown"):
    seat: Seat


class NoRaceJustEnded(Refusal, code="not_now"): ...


class AnotherWasLast(Refusal, code="not_your_turn"):
    last: Seat


class SlotsMissing(Refusal, code="bad_slot"): ...


class SlotOutOfRange(Refusal, code="bad_slot"):
    most: int
