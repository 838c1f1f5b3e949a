"""The reasons of refusals, in facts; a code may have several."""

from typing import ClassVar

from domain.kernel.messages import Refusal


class TableBusy(Refusal, frozen=True):
    code: ClassVar = "table_busy"


class TableNotOpened(Refusal, frozen=True):
    code: ClassVar = "table_busy"


class LastPersonLeft(Refusal, frozen=True):
    code: ClassVar = "table_busy"


class TooManyActs(Refusal, frozen=True):
    code: ClassVar = "table_busy"


class TooLate(Refusal, frozen=True):
    code: ClassVar = "too_late"


class DecisionChanged(Refusal, frozen=True):
    code: ClassVar = "decision_moved_on"


class KeyWasReused(Refusal, frozen=True):
    code: ClassVar = "idempotency_key_reused"


class OnePlayerAlone(Refusal, frozen=True):
    code: ClassVar = "bad_seats"


class TooManyRematches(Refusal, frozen=True):
    code: ClassVar = "cannot_rematch"


class BotsDoNotFit(Refusal, frozen=True):
    code: ClassVar = "cannot_fork"


class ForkOfUnfinished(Refusal, frozen=True):
    code: ClassVar = "cannot_fork"


class ForkOfSandbox(Refusal, frozen=True):
    code: ClassVar = "cannot_fork"


class ForkAfterEnd(Refusal, frozen=True):
    code: ClassVar = "cannot_fork"
    at: int
    last: int


class ForkInsideCommand(Refusal, frozen=True):
    code: ClassVar = "cannot_fork"
    version: int


class ForkedTooOften(Refusal, frozen=True):
    code: ClassVar = "cannot_fork"
    most: int


class ForkBeforeDeal(Refusal, frozen=True):
    code: ClassVar = "cannot_fork"
    version: int


class ForkTooLarge(Refusal, frozen=True):
    code: ClassVar = "cannot_fork"
    version: int
    size: int
    most: int
    last: int


class NoSuchInvitation(Refusal, frozen=True):
    code: ClassVar = "no_such_invitation"


class RegistrationIsClosed(Refusal, frozen=True):
    code: ClassVar = "registration_closed"
    reason: str


class InvitationUnknown(Refusal, frozen=True):
    code: ClassVar = "invitation_unknown"


class NoMaintenance(Refusal, frozen=True):
    code: ClassVar = "no_maintenance"


class NotSuspended(Refusal, frozen=True):
    code: ClassVar = "not_suspended"


class NoSuchPlayer(Refusal, frozen=True):
    code: ClassVar = "no_such_player"


class PlayerErased(Refusal, frozen=True):
    code: ClassVar = "no_such_player"


class UnknownCaller(Refusal, frozen=True):
    code: ClassVar = "unknown_caller"


class NoSuchLimit(Refusal, frozen=True):
    code: ClassVar = "no_such_limit"


class TooManyTables(Refusal, frozen=True):
    code: ClassVar = "too_many_tables"
    most: int


class TooManyBotTables(Refusal, frozen=True):
    code: ClassVar = "too_many_bot_tables"
    most: int


class TooManySeatChanges(Refusal, frozen=True):
    code: ClassVar = "too_many_seat_changes"
    most: int
    seconds: int
    wait: int


class TooManyAudits(Refusal, frozen=True):
    code: ClassVar = "too_many_audits"
    most: int
    seconds: int
    wait: int


class TooManyForks(Refusal, frozen=True):
    code: ClassVar = "too_many_forks"
    most: int
    seconds: int
    wait: int


class TooManyTests(Refusal, frozen=True):
    code: ClassVar = "too_many_tests"
    most: int
    seconds: int
    wait: int


class TooManyEvents(Refusal, frozen=True):
    code: ClassVar = "too_many_events"
    events: int
    most: int


class TooManyStreams(Refusal, frozen=True):
    code: ClassVar = "too_many_streams"
    most: int


class TooManyStreamsOfAddress(Refusal, frozen=True):
    code: ClassVar = "too_many_streams"
    most: int


class TooManyStreamsOfTable(Refusal, frozen=True):
    code: ClassVar = "too_many_streams"
    most: int
