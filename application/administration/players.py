"""Acts on players: suspend, unsuspend, rename, recover; and the making of administrators."""

from application.administration.office import Office
from application.credentials import hash_code, new_codes, new_token
from application.ports.accounts import ADMIN, OWN_SCOPES, AccountGone
from application.refusals.reasons import NotSuspended, PlayerErased
from application.world import new_id
from domain.administration.acts import (
    AdministratorCreated,
    PlayerRecovered,
    PlayerRenamed,
    PlayerSuspended,
    PlayerUnsuspended,
)
from domain.kernel.ids import PlayerId
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected

ADMINISTRATION = "administration"  # the name of the token of a new administrator
HANDED_OVER = "handed over"  # the name of the token that an administrator hands over


class Credentials(Value, frozen=True):
    """A player and secrets that are returned only once."""

    player: PlayerId
    name: str
    token: str
    codes: tuple[str, ...] = ()


async def create_administrator(office: Office, by: str, name: str) -> Credentials:
    """Create an account with the scope `admin`; only the command line calls this."""
    player = new_id(office.world)
    secret, token = new_token(office.world, ADMINISTRATION, (*OWN_SCOPES, ADMIN))
    async with office.carrying_out(by, AdministratorCreated(player)):
        await office.accounts.create(player, name, token)
    return Credentials(player, name, secret)


async def suspend(
    office: Office, by: str, player: PlayerId, reason: str, seconds: int | None
) -> PlayerSuspended:
    """Suspend a player for a time, or until the suspension is lifted; the seeks end."""
    await office.account(player)
    until = None if seconds is None else office.moment_in(seconds)
    suspended = PlayerSuspended(player, reason, until)
    await office.record(by, suspended)
    await office.seeks.cancel_all(player)
    return suspended


async def unsuspend(office: Office, by: str, player: PlayerId, reason: str) -> None:
    """Lift the suspension of a player; raises `not_suspended`."""
    await office.watch.read()
    if office.watch.state.suspension(player, office.world.now()) is None:
        raise Rejected(NotSuspended())
    await office.record(by, PlayerUnsuspended(player, reason))


async def rename(office: Office, by: str, player: PlayerId, name: str, reason: str) -> None:
    """Give a player another name."""
    await office.account(player)
    async with office.carrying_out(by, PlayerRenamed(player, reason)):
        try:
            await office.accounts.rename(player, name)
        except AccountGone:
            raise _erased() from None


async def recover(office: Office, by: str, player: PlayerId, reason: str) -> Credentials:
    """Revoke the tokens of a player; return a new token and new codes, to be handed over."""
    account = await office.account(player)
    secret, token = new_token(office.world, HANDED_OVER, account.scopes - {ADMIN})
    codes = new_codes()
    async with office.carrying_out(by, PlayerRecovered(player, reason)):
        try:
            await office.accounts.replace_codes(player, [hash_code(each) for each in codes])
            await office.accounts.revoke_others(player, None)
            await office.accounts.add_token(player, token)
        except AccountGone:
            raise _erased() from None
    return Credentials(player, account.name or "", secret, tuple(codes))


def _erased() -> Rejected:
    return Rejected(PlayerErased())
