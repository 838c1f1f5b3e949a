"""What follows from the acts: suspensions, limits, invitations, registration, maintenance."""

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from domain.administration import acts
from domain.kernel.ids import PlayerId, millis
from domain.kernel.messages import Value

V = TypeVar("V")


class Administration(Value, frozen=True):
    """The present state; what has expired may still be in it."""

    closed: str | None = None  # why registration is closed
    suspended: Mapping[PlayerId, acts.PlayerSuspended] = {}
    limits: Mapping[str, acts.CallerLimited] = {}  # by caller
    invitations: Mapping[str, acts.InvitationCreated] = {}  # by id
    maintenance: acts.MaintenanceBegun | None = None

    def suspension(self, player: PlayerId, now: int) -> acts.PlayerSuspended | None:
        """Return why a player may not play at this time."""
        found = self.suspended.get(player)
        return found if found is not None and not _is_past(found.until, now) else None

    def suspensions(self, now: int) -> tuple[acts.PlayerSuspended, ...]:
        """Return the suspensions that count at this time, oldest first."""
        return tuple(each for each in self.suspended.values() if not _is_past(each.until, now))

    def limit(self, caller: str, now: int) -> acts.CallerLimited | None:
        """Return the lower limit of a player or of an address at this time."""
        found = self.limits.get(caller)
        return found if found is not None and not _is_past(found.until, now) else None

    def current_limits(self, now: int) -> tuple[acts.CallerLimited, ...]:
        """Return the limits that count at this time, oldest first."""
        return tuple(each for each in self.limits.values() if not _is_past(each.until, now))

    def invitation(self, code_hash: str, now: int) -> acts.InvitationCreated | None:
        """Return the invitation with this code, unless it was revoked or has expired."""
        valid = (each for each in self.current_invitations(now) if each.hash == code_hash)
        return next(valid, None)

    def current_invitations(self, now: int) -> tuple[acts.InvitationCreated, ...]:
        """Return the invitations that are neither revoked nor expired, oldest first."""
        return tuple(each for each in self.invitations.values() if not _is_past(each.expires, now))


def evolve(state: Administration, act: acts.AnyAct) -> Administration:
    """Return the state after an act."""
    match act:
        case acts.RegistrationClosed(reason=reason):
            return replace(state, closed=reason)
        case acts.RegistrationOpened():
            return replace(state, closed=None)
        case acts.InvitationCreated(invitation=invitation):
            return replace(state, invitations={**state.invitations, invitation: act})
        case acts.InvitationRevoked(invitation=invitation):
            return replace(state, invitations=_without(state.invitations, invitation))
        case acts.PlayerSuspended(player=player):
            return replace(state, suspended={**_without(state.suspended, player), player: act})
        case acts.PlayerUnsuspended(player=player):
            return replace(state, suspended=_without(state.suspended, player))
        case acts.CallerLimited(caller=caller):
            return replace(state, limits={**_without(state.limits, caller), caller: act})
        case acts.LimitLifted(limit=limit):
            kept = {caller: each for caller, each in state.limits.items() if each.limit != limit}
            return replace(state, limits=kept)
        case acts.MaintenanceBegun():
            return replace(state, maintenance=act)
        case acts.MaintenanceEnded():
            return replace(state, maintenance=None)
        case (
            acts.AdministratorCreated()
            | acts.PlayerRenamed()
            | acts.PlayerRecovered()
            | acts.TableTerminated()
            | acts.ActFailed()
        ):
            return state


def _without(values: Mapping[str, V], key: str) -> dict[str, V]:
    return {name: value for name, value in values.items() if name != key}


def _is_past(moment: str | None, now: int) -> bool:
    return moment is not None and millis(moment) <= now
