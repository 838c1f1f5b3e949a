"""What a table refuses, in facts; a code may have several reasons."""

from typing import ClassVar

from domain.kernel.game import Title
from domain.kernel.ids import Seat
from domain.kernel.messages import Refusal


class NoSuchGame(Refusal, frozen=True):
    code: ClassVar = "no_such_game"
    key: str


class NoSuchTable(Refusal, frozen=True):
    code: ClassVar = "no_such_table"


class UnknownOption(Refusal, frozen=True):
    code: ClassVar = "unknown_option"
    why: str


class WrongSize(Refusal, frozen=True):
    code: ClassVar = "bad_seats"
    game: Title
    fewest: int
    most: int


class WrongNumberSeated(Refusal, frozen=True):
    code: ClassVar = "bad_seats"
    game: Title
    fewest: int
    most: int
    seated: int


class SandboxFollows(Refusal, frozen=True):
    code: ClassVar = "cannot_follow"


class FollowsUnfinished(Refusal, frozen=True):
    code: ClassVar = "cannot_follow"


class FollowsFork(Refusal, frozen=True):
    code: ClassVar = "cannot_follow"


class FollowsSandbox(Refusal, frozen=True):
    code: ClassVar = "cannot_follow"


class FollowsOtherGame(Refusal, frozen=True):
    code: ClassVar = "cannot_follow"
    game: str


class AlreadyStarted(Refusal, frozen=True):
    code: ClassVar = "already_started"


class NotStarted(Refusal, frozen=True):
    code: ClassVar = "not_started"


class NoMoreChanges(Refusal, frozen=True):
    code: ClassVar = "table_finished"


class ClockStands(Refusal, frozen=True):
    code: ClassVar = "table_finished"


class NotASandbox(Refusal, frozen=True):
    code: ClassVar = "not_a_sandbox"


class OnlyHostMovesClock(Refusal, frozen=True):
    code: ClassVar = "not_the_host"


class NumberDoesNotFit(Refusal, frozen=True):
    code: ClassVar = "bad_deal"
    draw: str
    most: int


class OrderDoesNotFit(Refusal, frozen=True):
    code: ClassVar = "bad_deal"
    draw: str
    most: int


class NotSeated(Refusal, frozen=True):
    code: ClassVar = "not_seated"


class WhichSeat(Refusal, frozen=True):
    code: ClassVar = "which_seat"
    seats: tuple[Seat, ...]


class NotYourSeat(Refusal, frozen=True):
    code: ClassVar = "not_your_seat"
    seat: Seat


class SeatOfBot(Refusal, frozen=True):
    code: ClassVar = "not_your_seat"
    seat: Seat


class OnlyPlayerOrHostClears(Refusal, frozen=True):
    code: ClassVar = "not_your_seat"


class OnlyPlayerLeaves(Refusal, frozen=True):
    code: ClassVar = "not_your_seat"


class NobodyHasSeat(Refusal, frozen=True):
    code: ClassVar = "no_such_seat"
    seat: Seat


class AlreadySeated(Refusal, frozen=True):
    code: ClassVar = "already_seated"


class AlreadyLeft(Refusal, frozen=True):
    code: ClassVar = "already_left"


class SeatsKept(Refusal, frozen=True):
    code: ClassVar = "seats_kept"


class TableFull(Refusal, frozen=True):
    code: ClassVar = "table_full"
    seats: int


class OnlyHostSeatsBots(Refusal, frozen=True):
    code: ClassVar = "not_the_host"


class OnlyHostStarts(Refusal, frozen=True):
    code: ClassVar = "not_the_host"


class OnlyHostCancels(Refusal, frozen=True):
    code: ClassVar = "not_the_host"


class UnknownPiece(Refusal, frozen=True):
    code: ClassVar = "unknown_preference"
    pieces: tuple[str, ...]


class PieceTaken(Refusal, frozen=True):
    code: ClassVar = "preference_taken"
    piece: str


class OnlySeatedSeal(Refusal, frozen=True):
    code: ClassVar = "not_seated"


class LuckAlreadySealed(Refusal, frozen=True):
    code: ClassVar = "luck_already_sealed"


class SealedLuckForbidden(Refusal, frozen=True):
    code: ClassVar = "no_sealed_luck"


class NothingToReveal(Refusal, frozen=True):
    code: ClassVar = "nothing_to_reveal"


class WrongShare(Refusal, frozen=True):
    code: ClassVar = "wrong_share"


class LuckNotRevealed(Refusal, frozen=True):
    code: ClassVar = "luck_not_revealed"
    seats: tuple[Seat, ...]


class OtherGame(Refusal, frozen=True):
    code: ClassVar = "other_game"
    game: Title


class BankEmpty(Refusal, frozen=True):
    code: ClassVar = "bank_empty"
    seat: Seat


class HasResigned(Refusal, frozen=True):
    code: ClassVar = "resigned"


class NoProposal(Refusal, frozen=True):
    code: ClassVar = "no_proposal"


class ProposedBefore(Refusal, frozen=True):
    code: ClassVar = "proposed_before"


class AlreadyAgreed(Refusal, frozen=True):
    code: ClassVar = "already_agreed"


class RematchTooEarly(Refusal, frozen=True):
    code: ClassVar = "cannot_rematch"


class RematchOfOthers(Refusal, frozen=True):
    code: ClassVar = "not_seated"


class RematchOfFork(Refusal, frozen=True):
    code: ClassVar = "cannot_rematch"


class RematchOfUnstarted(Refusal, frozen=True):
    code: ClassVar = "cannot_rematch"


class NobodyLate(Refusal, frozen=True):
    code: ClassVar = "not_due"


class NoTimeLost(Refusal, frozen=True):
    code: ClassVar = "not_due"


class NoBotDue(Refusal, frozen=True):
    code: ClassVar = "not_due"
    seat: Seat


class ClosedBefore(Refusal, frozen=True):
    code: ClassVar = "not_due"
