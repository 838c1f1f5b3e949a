"""What a table refuses, in facts; a code may have several reasons."""

from domain.kernel.game import Title
from domain.kernel.ids import Seat
from domain.kernel.messages import Refusal


class NoSuchGame(Refusal, code="no_such_game"):
    key: str


class NoSuchTable(Refusal, code="no_such_table"): ...


class UnknownOption(Refusal, code="unknown_option"):
    why: str


class WrongSize(Refusal, code="bad_seats"):
    game: Title
    fewest: int
    most: int


class WrongNumberSeated(Refusal, code="bad_seats"):
    game: Title
    fewest: int
    most: int
    seated: int


class SandboxFollows(Refusal, code="cannot_follow"): ...


class FollowsUnfinished(Refusal, code="cannot_follow"): ...


class FollowsFork(Refusal, code="cannot_follow"): ...


class FollowsSandbox(Refusal, code="cannot_follow"): ...


class FollowsOtherGame(Refusal, code="cannot_follow"):
    game: str


class AlreadyStarted(Refusal, code="already_started"): ...


class NotStarted(Refusal, code="not_started"): ...


class NoMoreChanges(Refusal, code="table_finished"): ...


class ClockStands(Refusal, code="table_finished"): ...


class NotASandbox(Refusal, code="not_a_sandbox"): ...


class OnlyHostMovesClock(Refusal, code="not_the_host"): ...


class NumberDoesNotFit(Refusal, code="bad_deal"):
    draw: str
    most: int


class OrderDoesNotFit(Refusal, code="bad_deal"):
    draw: str
    most: int


class NotSeated(Refusal, code="not_seated"): ...


class WhichSeat(Refusal, code="which_seat"):
    seats: tuple[Seat, ...]


class NotYourSeat(Refusal, code="not_your_seat"):
    seat: Seat


class SeatOfBot(Refusal, code="not_your_seat"):
    seat: Seat


class OnlyPlayerOrHostClears(Refusal, code="not_your_seat"): ...


class OnlyPlayerLeaves(Refusal, code="not_your_seat"): ...


class NobodyHasSeat(Refusal, code="no_such_seat"):
    seat: Seat


class AlreadySeated(Refusal, code="already_seated"): ...


class AlreadyLeft(Refusal, code="already_left"): ...


class SeatsKept(Refusal, code="seats_kept"): ...


class TableFull(Refusal, code="table_full"):
    seats: int


class OnlyHostSeatsBots(Refusal, code="not_the_host"): ...


class OnlyHostStarts(Refusal, code="not_the_host"): ...


class OnlyHostCancels(Refusal, code="not_the_host"): ...


class UnknownPiece(Refusal, code="unknown_preference"):
    pieces: tuple[str, ...]


class PieceTaken(Refusal, code="preference_taken"):
    piece: str


class OnlySeatedSeal(Refusal, code="not_seated"): ...


class LuckAlreadySealed(Refusal, code="luck_already_sealed"): ...


class SealedLuckForbidden(Refusal, code="no_sealed_luck"): ...


class NothingToReveal(Refusal, code="nothing_to_reveal"): ...


class WrongShare(Refusal, code="wrong_share"): ...


class LuckNotRevealed(Refusal, code="luck_not_revealed"):
    seats: tuple[Seat, ...]


class OtherGame(Refusal, code="other_game"):
    game: Title


class BankEmpty(Refusal, code="bank_empty"):
    seat: Seat


class HasResigned(Refusal, code="resigned"): ...


class NoProposal(Refusal, code="no_proposal"): ...


class ProposedBefore(Refusal, code="proposed_before"): ...


class AlreadyAgreed(Refusal, code="already_agreed"): ...


class RematchTooEarly(Refusal, code="cannot_rematch"): ...


class RematchOfOthers(Refusal, code="not_seated"): ...


class RematchOfFork(Refusal, code="cannot_rematch"): ...


class RematchOfUnstarted(Refusal, code="cannot_rematch"): ...


class NobodyLate(Refusal, code="not_due"): ...


class NoTimeLost(Refusal, code="not_due"): ...


class NoBotDue(Refusal, code="not_due"):
    seat: Seat


class ClosedBefore(Refusal, code="not_due"): ...
