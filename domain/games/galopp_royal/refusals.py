"""What the rules refuse, in facts; a code may have several reasons."""

from typing import ClassVar

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


class NotYourTurn(Refusal, frozen=True):
    code: ClassVar = "not_your_turn"
    asked: Seat | None


class FourSeatsNeeded(Refusal, frozen=True):
    code: ClassVar = "bad_option"


class NobodyHasSeat(Refusal, frozen=True):
    code: ClassVar = "bad_option"
    seat: Seat


class NoAuction(Refusal, frozen=True):
    code: ClassVar = "not_now"


class BidTooLow(Refusal, frozen=True):
    code: ClassVar = "bad_amount"
    lowest: int


class BidTooHigh(Refusal, frozen=True):
    code: ClassVar = "bad_amount"
    purse: int


class OpenerMustBid(Refusal, frozen=True):
    code: ClassVar = "forced_opening"


class NoRace(Refusal, frozen=True):
    code: ClassVar = "not_now"


class CraftyRolled(Refusal, frozen=True):
    code: ClassVar = "not_now"


class NoCraftyRolled(Refusal, frozen=True):
    code: ClassVar = "not_now"


class NobodyAdvances(Refusal, frozen=True):
    code: ClassVar = "must_advance_other"


class OwnMoveNotByTwo(Refusal, frozen=True):
    code: ClassVar = "bad_split"


class OthersNotOpposite(Refusal, frozen=True):
    code: ClassVar = "bad_split"


class NeitherOneNorTwoChairs(Refusal, frozen=True):
    code: ClassVar = "bad_split"


class NoRivalRacing(Refusal, frozen=True):
    code: ClassVar = "bad_target"
    seat: Seat


class SameChairTwice(Refusal, frozen=True):
    code: ClassVar = "bad_target"


class WouldDrown(Refusal, frozen=True):
    code: ClassVar = "would_drown"
    seat: Seat


class NoRaceJustEnded(Refusal, frozen=True):
    code: ClassVar = "not_now"


class AnotherWasLast(Refusal, frozen=True):
    code: ClassVar = "not_your_turn"
    last: Seat


class SlotsMissing(Refusal, frozen=True):
    code: ClassVar = "bad_slot"


class SlotOutOfRange(Refusal, frozen=True):
    code: ClassVar = "bad_slot"
    most: int
