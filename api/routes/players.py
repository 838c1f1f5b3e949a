"""Players: a name, a token that is returned once, and an id that histories contain."""

from typing import Annotated, Any

from litestar import Request, Response, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from api.http import auth
from api.http.min_version import (
    HEADER,
    MIN_VERSION_PROBLEMS,
    MinVersion,
    wait_for_leaderboard,
    wait_for_table_list,
)
from api.http.names import PlayerName, visible_name
from api.http.people import with_names
from api.http.records import RecordSeen, record_seen
from api.http.tokens import ExpiresIn, NewToken, Scopes, player_created
from api.openapi.operation import Link, describe
from api.problems.handlers import ApiProblem
from api.services import Services, services_of
from application.administration.registration import admission, invitation_unknown
from application.credentials import new_token
from application.ports.accounts import OWN_SCOPES, Account, InvitationUsedUp
from application.world import new_id
from domain.games import GAMES
from domain.kernel.ids import Moment, PlayerId
from domain.kernel.messages import Value
from domain.table.bot_names import bot_name
from projections.seat_view.names import Kind
from projections.table_list.filters import Filters
from projections.table_list.indexes import is_public
from projections.table_list.listed import ListedTable

RECENT = 10  # tables in a profile


OF_THE_PLAYER = (
    Link("getPlayer", {"player": "$response.body#/id"}),
    Link("listTables", {"player": "$response.body#/id"}),
    Link("listWebhooks", {}),
)
MANAGES = (Link("createToken", {}), Link("listTokens", {}), Link("createRecoveryCodes", {}))
FIRST_NAME = "first"  # of a token


class NewPlayer(Value, frozen=True, forbid_unknown_fields=True):
    """The player to create."""

    name: PlayerName
    scopes: Annotated[
        Scopes, Meta(description="What the tokens of the account may do. All three by default.")
    ] = OWN_SCOPES
    expires_in: ExpiresIn | None = None
    invitation: (
        Annotated[
            str,
            Meta(
                min_length=1,
                max_length=64,
                description="The code of an invitation; needed while registration is closed.",
            ),
        ]
        | None
    ) = None


class PlayerSeen(Value, frozen=True):
    """A player, a record for each game, and the last 10 tables; an erased name is null.

    A bot has a table of its own, and no records.
    """

    id: PlayerId
    name: str | None
    kind: Kind
    created: Moment
    records: tuple[RecordSeen, ...]
    recent: tuple[ListedTable, ...]
    withheld: int = 0  # tables at which the player did not reveal the sealed luck


@post(
    "/v1/players",
    operation_id="createPlayer",
    summary="Create a player",
    opt=describe(
        tag="Players",
        body=NewPlayer,
        answers={201: NewToken},
        returns={201: "Player created: the id, the name and the token."},
        problems=(
            "malformed",
            "media_type",
            "body_too_large",
            "name_not_visible",
            "registration_closed",
            "invitation_unknown",
            "outcome_unknown",
        ),
        headers={201: ("Location",)},
        links=(*OF_THE_PLAYER, *MANAGES, Link("erasePlayer", {})),
    ),
)
async def create_player(
    request: Request[Any, Any, Any], data: JSONBody[NewPlayer]
) -> Response[NewToken]:
    """Creates a player and returns an id and a token. No token is needed.

    The server returns the token only here, and stores only a hash of it. Keep it, or create
    recovery codes. For a guest, choose `scopes` and `expires_in`. While registration is closed, you
    need an `invitation`.
    """
    services = services_of(request)
    name = visible_name(data.name, "name")
    state = await services.administration.current()
    admitted = admission(state, data.invitation, services.world.now())
    player = new_id(services.world)
    secret, token = new_token(services.world, FIRST_NAME, data.scopes, data.expires_in)
    try:
        await services.accounts.create(player, name, token, admitted)
    except InvitationUsedUp:
        raise invitation_unknown() from None
    return player_created(player, name, secret, token, token.scopes)


@get(
    "/v1/players/me",
    operation_id="getMe",
    summary="Get your profile",
    opt=describe(
        tag="Players",
        answers={200: PlayerSeen},
        returns={200: "Your profile, including your private tables."},
        problems=MIN_VERSION_PROBLEMS,
        bearer=True,
        scope="read",
        headers={200: (HEADER,)},
        links=OF_THE_PLAYER,
    ),
)
async def get_me(
    request: Request[Any, Any, Any], min_version: MinVersion = None
) -> Response[PlayerSeen]:
    """Returns the profile of the player whose token you send, including private tables."""
    player = await auth.player(request)
    return await _profile(services_of(request), player, min_version, asker=player)


@get(
    "/v1/players/{player:str}",
    operation_id="getPlayer",
    summary="Get a player",
    opt=describe(
        tag="Players",
        answers={200: PlayerSeen},
        returns={200: "The public profile: name, records and last public tables."},
        problems=("no_such_player", *MIN_VERSION_PROBLEMS),
        bearer=None,
        headers={200: (HEADER,)},
    ),
)
async def get_player(
    request: Request[Any, Any, Any], player: FromPath[str], min_version: MinVersion = None
) -> Response[PlayerSeen]:
    """Returns the public profile of a player: name, records and last public tables.

    Histories contain the id only. The id of a bot is answered too. No token is needed;
    with your own you get your private tables too.
    """
    asker = await auth.maybe_player(request)
    return await _profile(services_of(request), player, min_version, asker)


@delete(
    "/v1/players/me",
    operation_id="erasePlayer",
    summary="Erase your player",
    status_code=204,
    opt=describe(
        tag="Players",
        answers={204: None},
        returns={204: "Player erased; the tokens are no longer valid."},
        problems=("scope_missing", "outcome_unknown"),
        bearer=True,
        scope=None,
    ),
)
async def erase_me(request: Request[Any, Any, Any]) -> None:
    """Deletes your name and your webhooks, revokes your tokens and ends your streams.

    Histories and leaderboards contain only your id, and stay valid. You cannot undo this.
    """
    services, player = services_of(request), (await auth.owner(request)).player
    for hook in await services.webhooks.of(player):
        await services.webhooks.remove(hook)
    await services.accounts.erase(player)
    await services.tokens.catch_up()


async def _profile(
    services: Services, player: PlayerId, min_version: str | None, asker: PlayerId | None
) -> Response[PlayerSeen]:
    account: Account | None = await services.accounts.name(player)
    if account is None:
        return await _bot_profile(services, player, min_version, asker)
    await wait_for_leaderboard(services, min_version, asker)
    if min_version is not None and ":" in min_version:
        await wait_for_table_list(services, min_version, asker)
    position, standings = await services.leaderboard.records(player, GAMES)
    recent, _ = await services.table_list.page(Filters(player=player, asker=asker), limit=RECENT)
    records = tuple(record_seen(standing) for standing in standings)
    withheld = await services.table_list.withheld(player)
    seen = PlayerSeen(
        account.id,
        account.name,
        "person",
        account.created,
        records,
        await with_names(services, recent),
        withheld,
    )
    return Response(seen, headers={HEADER: str(position)})


async def _bot_profile(
    services: Services, bot: PlayerId, min_version: str | None, asker: PlayerId | None
) -> Response[PlayerSeen]:
    """Return the profile of a bot; a private table is not shown."""
    if min_version is not None and ":" in min_version:
        await wait_for_table_list(services, min_version, asker)
    position = await services.leaderboard.store.position()
    row = await services.table_list.of_bot(bot)
    if row is None:
        raise ApiProblem("no_such_player")
    recent = await with_names(services, [row] if is_public(row) else [])
    seen = PlayerSeen(bot, bot_name(bot), "bot", row.opened_at, (), recent)
    return Response(seen, headers={HEADER: str(position)})


HANDLERS = (create_player, get_me, get_player, erase_me)
