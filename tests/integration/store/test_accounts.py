"""Accounts: names, tokens, recovery codes and erasure."""

import asyncio
import re
import secrets
import time

import pytest

from application.ports.accounts import (
    MOST_TOKENS,
    OWN_SCOPES,
    Account,
    AccountGone,
    AccountTaken,
    IssuedToken,
    TokenRotated,
    TooManyTokens,
)
from domain.kernel.ids import PlayerId
from store.client.pipeline import PipelinedClient
from store.people import people_keys
from store.people.accounts import RedisAccounts
from tests.support.servers.processes import eventually
from tests.support.tables.commits import issued, table_id

pytestmark = pytest.mark.anyio


@pytest.fixture
def accounts(client: PipelinedClient) -> RedisAccounts:
    return RedisAccounts(client)


@pytest.fixture
def token() -> IssuedToken:
    return issued()


@pytest.fixture
async def zoe(accounts: RedisAccounts, token: IssuedToken) -> PlayerId:
    player = table_id()
    await accounts.create(player, "Zoë", token)
    return player


async def owner(accounts: RedisAccounts, token: IssuedToken) -> PlayerId | None:
    found = await accounts.by_token(token.hash)
    return None if found is None else found.player


async def is_gone(accounts: RedisAccounts, token: IssuedToken) -> bool:
    return await owner(accounts, token) is None


async def test_a_player_is_found_by_token(
    accounts: RedisAccounts, zoe: PlayerId, token: IssuedToken
) -> None:
    assert await owner(accounts, issued()) is None
    found = await accounts.by_token(token.hash)
    assert found is not None
    assert (found.player, found.id, found.name) == (zoe, token.id, "first")
    assert (found.scopes, found.expires) == (frozenset(OWN_SCOPES), None)


async def test_a_player_has_a_name_and_a_birthday(accounts: RedisAccounts, zoe: PlayerId) -> None:
    assert await accounts.name(table_id()) is None
    account = await accounts.name(zoe)
    assert account is not None
    assert (account.id, account.name) == (zoe, "Zoë")
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", account.created)


async def test_an_erased_player_is_known_but_nameless(
    accounts: RedisAccounts, zoe: PlayerId, token: IssuedToken
) -> None:
    before = await accounts.name(zoe)
    await accounts.erase(zoe)
    assert before is not None
    assert await accounts.name(zoe) == Account(zoe, None, before.created)
    assert await owner(accounts, token) is None


async def test_nothing_of_an_erased_name_token_or_code_remains(
    client: PipelinedClient, accounts: RedisAccounts, zoe: PlayerId
) -> None:
    await accounts.add_token(zoe, issued(name="bot"))
    await accounts.replace_codes(zoe, [secrets.token_bytes(32) for _ in range(10)])
    await accounts.erase(zoe)
    keys = set(await client.send_once("KEYS", "*")) - {people_keys.ACCOUNT_CHANGES.encode()}
    assert keys == {people_keys.player(zoe).encode()}
    assert await client.send_once("HKEYS", people_keys.player(zoe)) == [b"created"]


async def test_creating_the_same_account_twice_is_no_error(
    accounts: RedisAccounts, zoe: PlayerId, token: IssuedToken
) -> None:
    await accounts.create(zoe, "Zoë", token)
    assert await owner(accounts, token) == zoe
    assert len(await accounts.tokens(zoe)) == 1


async def test_ids_and_tokens_are_never_given_twice(
    accounts: RedisAccounts, zoe: PlayerId, token: IssuedToken
) -> None:
    with pytest.raises(AccountTaken):
        await accounts.create(zoe, "Max", issued())
    with pytest.raises(AccountTaken):
        await accounts.create(table_id(), "Max", issued(token.hash))
    await accounts.erase(zoe)
    with pytest.raises(AccountTaken):
        await accounts.create(zoe, "Zoë", token)


async def test_erasing_nobody_is_no_error(accounts: RedisAccounts) -> None:
    player = table_id()
    await accounts.erase(player)
    assert await accounts.name(player) is None


async def test_a_renamed_player_keeps_the_token(
    accounts: RedisAccounts, zoe: PlayerId, token: IssuedToken
) -> None:
    await accounts.rename(zoe, "Chloé")
    assert await accounts.names([zoe]) == ["Chloé"]
    assert await owner(accounts, token) == zoe
    await accounts.erase(zoe)
    with pytest.raises(AccountGone):
        await accounts.rename(zoe, "Zoë")


async def test_a_token_is_revoked_without_the_others(
    accounts: RedisAccounts, zoe: PlayerId, token: IssuedToken
) -> None:
    bot = issued(name="bot", scopes=("play",))
    await accounts.add_token(zoe, bot)
    assert {each.name for each in await accounts.tokens(zoe)} == {"first", "bot"}
    assert not await accounts.revoke_token(table_id(), bot.id)
    assert await accounts.revoke_token(zoe, bot.id)
    assert not await accounts.revoke_token(zoe, bot.id)
    assert await accounts.are_valid([bot.hash, token.hash]) == [False, True]
    assert [each.name for each in await accounts.tokens(zoe)] == ["first"]


async def test_an_expired_token_is_gone_from_the_list(
    accounts: RedisAccounts, zoe: PlayerId
) -> None:
    short = issued(name="short", expires=int(time.time() * 1000) + 50)
    await accounts.add_token(zoe, short)
    await eventually(lambda: is_gone(accounts, short))
    assert [each.name for each in await accounts.tokens(zoe)] == ["first"]


async def test_a_player_has_a_bounded_number_of_tokens(
    client: PipelinedClient, accounts: RedisAccounts, zoe: PlayerId
) -> None:
    short = issued(name="short", expires=int(time.time() * 1000) + 3_600_000)
    await accounts.add_token(zoe, short)
    for _ in range(MOST_TOKENS - 2):
        await accounts.add_token(zoe, issued())
    with pytest.raises(TooManyTokens):
        await accounts.add_token(zoe, issued())
    await client.execute("PEXPIREAT", people_keys.token(short.hash), 1)
    await accounts.add_token(zoe, issued())  # in the place of the one that expired


async def test_a_rotated_token_keeps_name_and_scopes(
    accounts: RedisAccounts, zoe: PlayerId
) -> None:
    old, new = issued(name="bot", scopes=("play",)), issued(name="", scopes=())
    await accounts.add_token(zoe, old)
    await accounts.rotate_token(old.hash, new, None)
    found = await accounts.by_token(new.hash)
    assert found is not None
    assert (found.name, found.scopes, found.player) == ("bot", frozenset({"play"}), zoe)
    assert await owner(accounts, old) is None
    with pytest.raises(AccountGone):
        await accounts.rotate_token(old.hash, issued(), None)


async def test_simultaneous_rotations_make_one_token(
    accounts: RedisAccounts, zoe: PlayerId, token: IssuedToken
) -> None:
    ends = int(time.time() * 1000) + 60_000
    rotations = [accounts.rotate_token(token.hash, issued(), ends) for _ in range(20)]
    done = await asyncio.gather(*rotations, return_exceptions=True)
    assert sorted(map(type, done), key=str) == [type(None), *[TokenRotated] * 19]
    assert len(await accounts.tokens(zoe)) == 2


async def test_a_code_gives_a_token_in_the_place_of_the_oldest(
    client: PipelinedClient, accounts: RedisAccounts, zoe: PlayerId, token: IssuedToken
) -> None:
    code = secrets.token_bytes(32)
    await accounts.replace_codes(zoe, [code])
    for _ in range(MOST_TOKENS - 1):
        await accounts.add_token(zoe, issued(name="later"))
    await client.execute("HSET", people_keys.token(token.hash), "created", 1)
    assert await accounts.use_code(code, issued(name="recovered")) == zoe
    names = [each.name for each in await accounts.tokens(zoe)]
    assert (len(names), "first" in names, "recovered" in names) == (MOST_TOKENS, False, True)


async def test_one_of_many_simultaneous_uses_of_a_code_gets_a_token(
    accounts: RedisAccounts, zoe: PlayerId
) -> None:
    codes = [secrets.token_bytes(32) for _ in range(10)]
    await accounts.replace_codes(zoe, codes)
    uses = [accounts.use_code(codes[0], issued(name="recovered")) for _ in range(20)]
    assert [each for each in await asyncio.gather(*uses) if each is not None] == [zoe]
    assert await accounts.codes_left(zoe) == 9
    recovered = [each for each in await accounts.tokens(zoe) if each.name == "recovered"]
    assert [each.scopes for each in recovered] == [frozenset(OWN_SCOPES)]


async def test_new_codes_replace_all_earlier_ones(accounts: RedisAccounts, zoe: PlayerId) -> None:
    first, second = ([secrets.token_bytes(32) for _ in range(10)] for _ in range(2))
    await accounts.replace_codes(zoe, first)
    await accounts.replace_codes(zoe, second)
    assert await accounts.codes_left(zoe) == 10
    assert await accounts.use_code(first[3], issued()) is None
    assert await accounts.use_code(second[3], issued()) == zoe


async def test_changes_name_what_must_be_forgotten(
    accounts: RedisAccounts, zoe: PlayerId, token: IssuedToken
) -> None:
    before = await accounts.last_change()
    bot, rotated = issued(name="bot"), issued()
    await accounts.add_token(zoe, bot)
    await accounts.rotate_token(bot.hash, rotated, int(time.time() * 1000) + 60_000)
    await accounts.revoke_token(zoe, rotated.id)
    await accounts.rename(zoe, "Chloé")
    changes = await accounts.changes(before)
    assert [(each.token, each.player, each.revoked) for each in changes] == [
        (bot.hash, None, False),
        (rotated.hash, None, True),
        (None, zoe, False),
    ]
    assert await accounts.changes(changes[-1].id) == []
    assert await accounts.last_change() == changes[-1].id
