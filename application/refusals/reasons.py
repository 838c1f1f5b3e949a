"""The reasons of refusals, in facts; a code may have several."""

from domain.kernel.messages import Refusal


class TableBusy(Refusal, code="table_busy"): ...


class TableNotOpened(Refusal, code="table_busy"): ...


class LastPersonLeft(Refusal, code="table_busy"): ...


class TooManyActs(Refusal, code="table_busy"): ...


class TooLate(Refusal, code="too_late"): ...


class DecisionChanged(Refusal, code="decision_moved_on"): ...


class KeyWasReused(Refusal, code="idempotency_key_reused"): ...


class OnePlayerAlone(Refusal, code="bad_seats"): ...


class TooManyRematches(Refusal, code="cannot_rematch"): ...


class BotsDoNotFit(Refusal, code="cannot_fork"): ...


class ForkOfUnfinished(Refusal, code="cannot_fork"): ...


class ForkOfSandbox(Refusal, code="cannot_fork"): ...


class ForkAfterEnd(Refusal, code="cannot_fork"):
    at: int
    last: int


class ForkInsideCommand(Refusal, code="cannot_fork"):
    version: int


class ForkedTooOften(Refusal, code="cannot_fork"):
    most: int


class ForkBeforeDeal(Refusal, code="cannot_fork"):
    version: int


class ForkOfFormat(Refusal, code="cannot_fork"):
    format: str


class ForkTooLarge(Refusal, code="cannot_fork"):
    version: int
    size: int
    most: int
    last: int


class NoSuchInvitation(Refusal, code="no_such_invitation"): ...


class RegistrationIsClosed(Refusal, code="registration_closed"):
    reason: str


class InvitationUnknown(Refusal, code="invitation_unknown"): ...


class NoMaintenance(Refusal, code="no_maintenance"): ...


class NotSuspended(Refusal, code="not_suspended"): ...


class NoSuchPlayer(Refusal, code="no_such_player"): ...


class PlayerErased(Refusal, code="no_such_player"): ...


class UnknownCaller(Refusal, code="unknown_caller"): ...


class NoSuchLimit(Refusal, code="no_such_limit"): ...


class TooManyTables(Refusal, code="too_many_tables"):
    most: int


class TooManyBotTables(Refusal, code="too_many_bot_tables"):
    most: int


class TooManyAtAddress(Refusal, code="too_many_at_address"):
    most: int
    players: int


class TooManySeatChanges(Refusal, code="too_many_seat_changes"):
    most: int
    seconds: int
    wait: int


class TooManyAudits(Refusal, code="too_many_audits"):
    most: int
    seconds: int
    wait: int


class TooManyForks(Refusal, code="too_many_forks"):
    most: int
    seconds: int
    wait: int


class TooManyTests(Refusal, code="too_many_tests"):
    most: int
    seconds: int
    wait: int


class TooManyEvents(Refusal, code="too_many_events"):
    events: int
    most: int


class TooManyStreams(Refusal, code="too_many_streams"):
    most: int


class TooManyStreamsOfAddress(Refusal, code="too_many_streams"):
    most: int


class TooManyStreamsOfTable(Refusal, code="too_many_streams"):
    most: int
