"""Renaming a player, and recovering one whose token is lost."""

from typing import Annotated

from litestar.params import JSONBody
from msgspec import Meta

from api.http.callers import Owner, require_play
from api.http.decoding import require_no_body
from api.http.injection import AnyRequest, Part
from api.http.operation import Created, Link, get, patch, post
from api.http.player_names import PlayerName, PlayerNameSeen, visible_name
from api.players.bodies import ExpiresIn, PlayerTokenAnswer
from api.players.tokens import player_created
from api.problems.faults import NoBodyAllowed
from api.problems.handlers import ApiProblem
from application.administration.watch import AdministrationWatch
from application.credentials import CODES, hash_code, new_codes, new_token
from application.ports.accounts import AccountGone, Accounts
from application.ports.world import World
from application.token_cache import TokenCache
from domain.kernel.messages import Value

RECOVERY_CODES = "/v1/players/me/recovery-codes"
RECOVERED = "recovered"  # the name of the token that a code gives


class RenameBody(Value, frozen=True, forbid_unknown_fields=True):
    """The new name of a player."""

    name: PlayerName


class RecoveryCodesAnswer(Value, frozen=True):
    """RecoveryBody codes, which the server returns only here; each can be used once."""

    codes: tuple[str, ...]
    """The codes; each can be used once."""


class RecoveryCodesSeen(Value, frozen=True):
    """How many of your recovery codes have not been used."""

    left: Annotated[int, Meta(ge=0, le=CODES)]
    """How many codes have not been used."""


class RecoveryBody(Value, frozen=True, forbid_unknown_fields=True):
    """A recovery code of the player."""

    code: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=64,
            description="One of your codes; case, spaces and hyphens do not matter.",
        ),
    ]
    revoke_tokens: Annotated[
        bool, Meta(description="Whether to revoke all earlier tokens of the player.")
    ] = False
    expires_in: ExpiresIn | None = None
    """After how many seconds the token expires; null if it does not."""


@patch("/v1/players/me", "Change your name", "Name changed: your id and the new name.")
async def rename_player(
    owner: Owner,
    data: JSONBody[RenameBody],
    administration: Part[AdministrationWatch],
    accounts: Part[Accounts],
    tokens: Part[TokenCache],
    world: Part[World],
) -> PlayerNameSeen:
    """Changes the name that others see, at all tables. Histories contain only your id.

    Other processes show the new name within a second. You need a token with all scopes of your
    account.
    """
    require_play(await administration.current(), owner.player, world.now)
    name = visible_name(data.name, "name")
    try:
        await accounts.rename(owner.player, name)
    except AccountGone:
        raise ApiProblem("token_unknown") from None
    await tokens.catch_up()
    return PlayerNameSeen(owner.player, name)


@post(
    RECOVERY_CODES,
    "Create recovery codes",
    f"{CODES} new codes. Earlier codes are no longer valid.",
    status=201,
    links=(Link("getRecoveryCodes", {}),),
)
async def create_recovery_codes(
    request: AnyRequest, owner: Owner, accounts: Part[Accounts]
) -> RecoveryCodesAnswer:
    """Creates ten recovery codes; each gives a new token once, if you lose yours.

    The server stores only hashes, so keep the codes outside of your client. New codes replace all
    earlier ones. You need a token with all scopes of your account. Send no body.
    """
    await require_no_body(request, NoBodyAllowed())
    codes = new_codes()
    try:
        await accounts.replace_codes(owner.player, [hash_code(each) for each in codes])
    except AccountGone:
        raise ApiProblem("token_unknown") from None
    return RecoveryCodesAnswer(tuple(codes))


@get(RECOVERY_CODES, "Count your recovery codes", "How many codes are left.")
async def get_recovery_codes(owner: Owner, accounts: Part[Accounts]) -> RecoveryCodesSeen:
    """Returns how many of your recovery codes have not been used; the codes are not stored.

    You need a token with all scopes of your account.
    """
    return RecoveryCodesSeen(await accounts.codes_left(owner.player))


@post(
    "/v1/recoveries",
    "Recover a player",
    "Player recovered: the id, the name and a new token.",
    links=(Link("listTokens", {}), Link("createRecoveryCodes", {})),
)
async def recover_player(
    data: JSONBody[RecoveryBody],
    accounts: Part[Accounts],
    tokens: Part[TokenCache],
    world: Part[World],
) -> Created[PlayerTokenAnswer]:
    """Uses up a recovery code and returns a new token of its player. No token is needed.

    The token has all scopes of the account. Set `revoke_tokens` if an earlier token may be in other
    hands.
    """
    secret, token = new_token(world, RECOVERED, (), data.expires_in)
    player = await accounts.use_code(hash_code(data.code), token)
    stored = await accounts.by_token(token.hash) if player else None
    account = await accounts.name(player) if player else None
    if player is None or stored is None or account is None or account.name is None:
        raise ApiProblem("code_unknown", field="code")
    if data.revoke_tokens:
        await accounts.revoke_others(player, token.id)
        await tokens.catch_up()
    return player_created(player, account.name, secret, token, stored.scopes)
