"""The acts of administrators; ids only, because names and texts of players can be erased."""

from typing import TypeAlias

from msgspec import Struct

from domain.kernel.ids import Moment, PlayerId, TableId


class Act(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """What an administrator did, and why."""


class AdministratorCreated(Act, frozen=True, tag="administrator_created"):
    """An account with the scope `admin` was created on the machine of the server."""

    player: PlayerId


class RegistrationClosed(Act, frozen=True, tag="registration_closed"):
    """New players need an invitation from now on."""

    reason: str


class RegistrationOpened(Act, frozen=True, tag="registration_opened"):
    """Anyone may create a player again."""

    reason: str


class InvitationCreated(Act, frozen=True, tag="invitation_created"):
    """A code was created with which players can register while registration is closed."""

    invitation: str
    hash: str  # of the code, which is stored nowhere
    uses: int
    expires: Moment
    reason: str


class InvitationRevoked(Act, frozen=True, tag="invitation_revoked"):
    """The code of an invitation is no longer valid."""

    invitation: str
    reason: str


class PlayerSuspended(Act, frozen=True, tag="player_suspended"):
    """A player may read but not play, until a moment or until the suspension is lifted."""

    player: PlayerId
    reason: str
    until: Moment | None = None


class PlayerUnsuspended(Act, frozen=True, tag="player_unsuspended"):
    """A player may play again."""

    player: PlayerId
    reason: str


class PlayerRenamed(Act, frozen=True, tag="player_renamed"):
    """A player got another name, which is stored with the account only."""

    player: PlayerId
    reason: str


class PlayerRecovered(Act, frozen=True, tag="player_recovered"):
    """The tokens and codes of a player were replaced by new ones."""

    player: PlayerId
    reason: str


class TableTerminated(Act, frozen=True, tag="table_terminated"):
    """A table was closed; its history contains the reason."""

    table: TableId
    reason: str


class CallerLimited(Act, frozen=True, tag="caller_limited"):
    """A player or an address has a lower rate limit, until a moment."""

    limit: str
    caller: str  # the id of a player, or an address
    per_second: int
    burst: int
    until: Moment
    reason: str


class LimitLifted(Act, frozen=True, tag="limit_lifted"):
    """A lower rate limit ended before its time."""

    limit: str
    reason: str


class MaintenanceBegun(Act, frozen=True, tag="maintenance_begun"):
    """Nothing can be changed until the maintenance ends; players get the time back."""

    message: str
    began: int  # ms since 1970, by the store's clock
    seconds: int  # that it will probably take


class MaintenanceEnded(Act, frozen=True, tag="maintenance_ended"):
    """The server accepts changes again."""

    ended: int  # ms since 1970, by the store's clock
    reason: str


class ActFailed(Act, frozen=True, tag="act_failed"):
    """An earlier act was recorded, but could not be carried out."""

    number: int
    problem: str


Registration: TypeAlias = (
    RegistrationClosed | RegistrationOpened | InvitationCreated | InvitationRevoked
)
OnPlayer: TypeAlias = PlayerSuspended | PlayerUnsuspended | PlayerRenamed | PlayerRecovered
Limiting: TypeAlias = CallerLimited | LimitLifted
Maintenance: TypeAlias = MaintenanceBegun | MaintenanceEnded
OnServer: TypeAlias = TableTerminated | Limiting | Maintenance | ActFailed
AnyAct: TypeAlias = AdministratorCreated | Registration | OnPlayer | OnServer
