"""Accounts: names, tokens and erasure."""

import re
import secrets

import pytest

from application.ports.accounts import Account, AccountTaken
from store.accounts import RedisAccounts
from store.client.pipeline import PipelinedClient
from tests.support.commits import table_id

pytestmark = pytest.mark.anyio


@pytest.fixture
def accounts(client: PipelinedClient) -> RedisAccounts:
    return RedisAccounts(client)


@pytest.fixture
def token() -> bytes:
    return secrets.token_bytes(32)


async def test_a_player_is_found_by_token(accounts: RedisAccounts, token: bytes) -> None:
    player = table_id()
    assert await accounts.by_token(token) is None
    await accounts.create(player, "Zoë", token)
    assert await accounts.by_token(token) == player


async def test_a_player_has_a_name_and_a_birthday(accounts: RedisAccounts, token: bytes) -> None:
    player = table_id()
    assert await accounts.name(player) is None
    await accounts.create(player, "Zoë", token)
    account = await accounts.name(player)
    assert account is not None
    assert (account.id, account.name) == (player, "Zoë")
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", account.created)


async def test_an_erased_player_is_known_but_nameless(
    accounts: RedisAccounts, token: bytes
) -> None:
    player = table_id()
    await accounts.create(player, "Zoë", token)
    before = await accounts.name(player)
    await accounts.erase(player)
    assert before is not None
    assert await accounts.name(player) == Account(player, None, before.created)
    assert await accounts.by_token(token) is None


async def test_nothing_of_an_erased_name_or_token_remains(
    client: PipelinedClient, accounts: RedisAccounts, token: bytes
) -> None:
    player = table_id()
    await accounts.create(player, "Zoë", token)
    await accounts.erase(player)
    [key] = await client.send_once("KEYS", "*")
    assert await client.send_once("HKEYS", key) == [b"created"]


async def test_creating_the_same_account_twice_is_no_error(
    accounts: RedisAccounts, token: bytes
) -> None:
    player = table_id()
    await accounts.create(player, "Zoë", token)
    await accounts.create(player, "Zoë", token)
    assert await accounts.by_token(token) == player


async def test_ids_and_tokens_are_never_given_twice(accounts: RedisAccounts, token: bytes) -> None:
    player = table_id()
    await accounts.create(player, "Zoë", token)
    with pytest.raises(AccountTaken):
        await accounts.create(player, "Max", secrets.token_bytes(32))
    with pytest.raises(AccountTaken):
        await accounts.create(table_id(), "Max", token)
    await accounts.erase(player)
    with pytest.raises(AccountTaken):
        await accounts.create(player, "Zoë", token)


async def test_erasing_nobody_is_no_error(accounts: RedisAccounts) -> None:
    player = table_id()
    await accounts.erase(player)
    assert await accounts.name(player) is None
