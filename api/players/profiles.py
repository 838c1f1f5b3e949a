"""Players: a name, a token that is returned once, and an id that histories contain."""

from typing import Annotated, NamedTuple, TypeAlias

from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from api.http.callers import MaybeReader, Owner, Reader, require_confirmation
from api.http.injection import Needs, Part
from api.http.min_version import (
    FreshLeaderboard,
    MinVersion,
    Versioned,
    wait_for_table_list,
)
from api.http.operation import Created, Link, delete, get, post
from api.http.player_names import PlayerName, visible_name, with_names
from api.players.bodies import ExpiresIn, PlayerTokenAnswer, Scopes
from api.players.tokens import player_created
from api.problems.handlers import ApiProblem
from application.administration.registration import admission, invitation_unknown
from application.administration.watch import AdministrationWatch
from application.credentials import new_token
from application.player_names import PlayerNames
from application.ports.accounts import OWN_SCOPES, Account, Accounts, InvitationUsedUp
from application.ports.seeks import SeekStore
from application.ports.webhooks import WebhookStore
from application.ports.world import World
from application.table_cache import TableCache
from application.token_cache import TokenCache
from application.world import new_id
from domain.games import GAMES
from domain.kernel.ids import Moment, PlayerId
from domain.kernel.messages import Value
from domain.table.bot_names import bot_name
from projections.leaderboard.query import Leaderboard, RecordSeen, record_seen
from projections.seat_view.names import Kind
from projections.table_list.filters import Filters
from projections.table_list.indexes import is_public
from projections.table_list.listed import ListedTable
from projections.table_list.query import TableList

RECENT = 10  # tables in a profile


OF_THE_PLAYER = (
    Link("getPlayer", {"player": "$response.body#/id"}),
    Link("listTables", {"player": "$response.body#/id"}),
    Link("listWebhooks", {}),
)
MANAGES = (Link("createToken", {}), Link("listTokens", {}), Link("createRecoveryCodes", {}))
FIRST_NAME = "first"  # of a token


class PlayerBody(Value, frozen=True, forbid_unknown_fields=True):
    """The player to create."""

    name: PlayerName
    scopes: Annotated[
        Scopes, Meta(description="What the tokens of the account may do. All three by default.")
    ] = OWN_SCOPES
    expires_in: ExpiresIn | None = None
    """After how many seconds the token expires; null if it does not."""
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
    """The code of an invitation; needed while registration is closed."""


class PlayerSeen(Value, frozen=True):
    """A player, a record for each game, and the last 10 tables; an erased name is null.

    A bot has a table of its own, and no records.
    """

    id: PlayerId
    name: str | None
    """The name of the player; null after a person was erased."""
    kind: Kind
    """A person or a bot."""
    created: Moment
    records: tuple[RecordSeen, ...]
    """A record for each game."""
    recent: tuple[ListedTable, ...]
    """The last tables of the player."""
    withheld: int = 0  # tables at which the player did not reveal the sealed luck
    """How many tables closed because this player did not reveal sealed luck."""


class Profiles(NamedTuple):
    """Makes profiles from read models that are as new as the caller wants."""

    leaderboard: Leaderboard
    table_list: TableList
    names: PlayerNames

    async def of(self, account: Account, caller: PlayerId | None) -> Versioned[PlayerSeen]:
        """Return the profile of a person; the caller sees own private tables."""
        player = account.id
        position, standings = await self.leaderboard.records(player, GAMES)
        filters = Filters(player=player, asker=caller)
        recent, _ = await self.table_list.page(filters, limit=RECENT)
        seen = PlayerSeen(
            player,
            account.name,
            "person",
            account.created,
            tuple(record_seen(standing) for standing in standings),
            await with_names(self.names, recent),
            await self.table_list.withheld(player),
        )
        return Versioned(seen, position)

    async def of_bot(self, bot: PlayerId) -> Versioned[PlayerSeen]:
        """Return the profile of a bot; a private table is not shown."""
        position = await self.leaderboard.store.position()
        row = await self.table_list.of_bot(bot)
        if row is None:
            raise ApiProblem("no_such_player")
        recent = await with_names(self.names, [row] if is_public(row) else [])
        return Versioned(PlayerSeen(bot, bot_name(bot), "bot", row.opened_at, (), recent), position)


async def _profiles(
    caller: MaybeReader,
    leaderboard: FreshLeaderboard,
    tables: Part[TableCache],
    table_list: Part[TableList],
    names: Part[PlayerNames],
    min_version: MinVersion = None,
) -> Profiles:
    if min_version is not None and ":" in min_version:
        await wait_for_table_list(tables, table_list, min_version, caller)
    return Profiles(leaderboard, table_list, names)


OwnProfiles: TypeAlias = Annotated[Profiles, Needs(_profiles)]


@post(
    "/v1/players",
    "Create a player",
    "Player created: the id, the name and the token.",
    links=(*OF_THE_PLAYER, *MANAGES, Link("erasePlayer", {})),
)
async def create_player(
    data: JSONBody[PlayerBody],
    administration: Part[AdministrationWatch],
    accounts: Part[Accounts],
    world: Part[World],
) -> Created[PlayerTokenAnswer]:
    """Creates a player and returns an id and a token. No token is needed.

    The server returns the token only here, and stores only a hash of it. Keep it, or create
    recovery codes. For a guest, choose `scopes` and `expires_in`. While registration is closed, you
    need an `invitation`.
    """
    name = visible_name(data.name, "name")
    admitted = admission(await administration.current(), data.invitation, world.now())
    player = new_id(world)
    secret, token = new_token(world, FIRST_NAME, data.scopes, data.expires_in)
    try:
        await accounts.create(player, name, token, admitted)
    except InvitationUsedUp:
        raise invitation_unknown() from None
    return player_created(player, name, secret, token, token.scopes)


@get(
    "/v1/players/me",
    "Get your profile",
    "Your profile, including your private tables.",
    links=OF_THE_PLAYER,
)
async def get_me(
    player: Reader, accounts: Part[Accounts], profiles: OwnProfiles
) -> Versioned[PlayerSeen]:
    """Returns the profile of the player whose token you send, including private tables."""
    account = await accounts.name(player)
    assert account is not None  # it has a token
    return await profiles.of(account, player)


@get(
    "/v1/players/{player:str}",
    "Get a player",
    "The public profile: name, records and last public tables.",
)
async def get_player(
    player: FromPath[str],
    caller: MaybeReader,
    accounts: Part[Accounts],
    profiles: OwnProfiles,
) -> Versioned[PlayerSeen]:
    """Returns the public profile of a player: name, records and last public tables.

    Histories contain the id only. The id of a bot is answered too. No token is needed;
    with your own you get your private tables too.
    """
    account = await accounts.name(player)
    return await (profiles.of_bot(player) if account is None else profiles.of(account, caller))


@delete("/v1/players/me", "Erase your player", "Player erased; the tokens are no longer valid.")
async def erase_player(
    owner: Owner,
    webhooks: Part[WebhookStore],
    seeks: Part[SeekStore],
    accounts: Part[Accounts],
    tokens: Part[TokenCache],
    confirm: Annotated[
        str | None,
        QueryParameter(name="confirm", max_length=40, description="Your own player id."),
    ] = None,
) -> None:
    """Deletes your name and your webhooks, revokes your tokens, ends your streams and seeks.

    Histories and leaderboards contain only your id, and stay valid. You cannot undo this, so send
    your own player id as `confirm`.
    """
    require_confirmation(owner, confirm)
    for hook in await webhooks.of(owner.player):
        await webhooks.remove(hook)
    await seeks.cancel_all(owner.player)
    await accounts.erase(owner.player)
    await tokens.catch_up()
