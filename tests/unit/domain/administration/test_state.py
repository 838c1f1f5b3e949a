"""The state of administration follows from the acts."""

from domain.administration.acts import (
    AnyAct,
    CallerLimited,
    InvitationCreated,
    InvitationRevoked,
    LimitLifted,
    MaintenanceBegun,
    MaintenanceEnded,
    PlayerRenamed,
    PlayerSuspended,
    PlayerUnsuspended,
    RegistrationClosed,
    RegistrationOpened,
)
from domain.administration.state import Administration, evolve
from domain.kernel.ids import rfc3339

ANNE, BOB = "a" * 26, "b" * 26
SOON = rfc3339(1000)


def after(*acts: AnyAct) -> Administration:
    state = Administration()
    for act in acts:
        state = evolve(state, act)
    return state


def test_a_suspension_counts_until_it_ends_or_is_lifted() -> None:
    ends, stays = PlayerSuspended(ANNE, "Spam.", SOON), PlayerSuspended(BOB, "Spam.")
    state = after(ends, stays)
    assert state.suspension(ANNE, 999) == ends
    assert state.suspension(ANNE, 1000) is None
    assert state.suspensions(1000) == (stays,)
    assert after(stays, PlayerUnsuspended(BOB, "Sorry.")) == Administration()


def test_a_later_suspension_replaces_the_first() -> None:
    state = after(PlayerSuspended(ANNE, "Spam.", SOON), PlayerSuspended(ANNE, "Again."))
    assert state.suspension(ANNE, 5000) == PlayerSuspended(ANNE, "Again.")


def test_a_limit_counts_until_it_ends_or_is_lifted() -> None:
    limit = CallerLimited("l" * 26, "192.0.2.1", 1, 5, SOON, "Scraping.")
    assert after(limit).limit("192.0.2.1", 999) == limit
    assert after(limit).limit("192.0.2.2", 999) is None
    assert after(limit).current_limits(1000) == ()
    assert after(limit, LimitLifted("l" * 26, "Stopped.")) == Administration()


def test_an_invitation_counts_until_it_expires_or_is_revoked() -> None:
    invitation = InvitationCreated("i" * 26, "00" * 32, 5, SOON, "The club.")
    assert after(invitation).invitation("00" * 32, 999) == invitation
    assert after(invitation).invitation("11" * 32, 999) is None
    assert after(invitation).current_invitations(1000) == ()
    assert after(invitation, InvitationRevoked("i" * 26, "Leaked.")) == Administration()


def test_registration_and_maintenance_are_switched() -> None:
    begun = MaintenanceBegun("A new disk.", 0, 60)
    state = after(RegistrationClosed("Members only."), begun)
    assert (state.closed, state.maintenance) == ("Members only.", begun)
    ended = (RegistrationOpened("Party."), MaintenanceEnded(5, "Done."))
    assert after(RegistrationClosed("Members only."), begun, *ended) == Administration()


def test_what_concerns_an_account_alone_changes_nothing_here() -> None:
    assert after(PlayerRenamed(ANNE, "Insult.")) == Administration()
