"""What the rules refuse, in facts; a code may have several reasons."""

from domain.kernel.ids import Seat
from domain.kernel.messages import Refusal
from domain.kernel.refusals import common

REFUSALS = {
    **common("bad_option", "bad_target", "not_your_turn"),
    "not_now": "This command is not possible in the present phase. `GET …/actions` lists what is.",
    "bad_amount": "A bid must be more than the high bid, and at most your own gold.",
    "forced_opening": "After three failed deals the opener must bid; passing is not possible.",
    "bad_split": "A +2/−2 moves one chair by 2 or two chairs by 1; the option `crafty_mode` says"
    " which.",
    "would_drown": "A +2/−2 cannot move another chair into the bassin. Choose another chair.",
    "must_advance_other": "If your own chair moves back, another chair must advance.",
    "bad_slot": "`slots` must have one number from 1 to 4 for every display, in seat order.",
}


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
