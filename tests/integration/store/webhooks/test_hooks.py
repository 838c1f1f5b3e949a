"""Webhooks are found by owner and subject, and the store knows whether there is any."""

import pytest

from application.ports.webhooks import About, Secret
from store.client.pipeline import PipelinedClient
from store.people.people_keys import ALL_WEBHOOKS
from store.people.webhooks import RedisWebhookStore
from tests.support.stores.stored_webhooks import (
    ANNE,
    BOB,
    OLD,
    TABLE,
    about,
    made,
)

pytestmark = pytest.mark.anyio

NEW = Secret("whsec_new")
LOBBY = About(BOB, "https://example.org/", ("lobby_opened",), None)
FEED = About(BOB, "https://example.org/", ("feed",), None)


async def test_what_was_made_is_found_by_its_owner_and_by_what_it_is_about(
    hooks: RedisWebhookStore,
) -> None:
    own, other = await made(hooks), await made(hooks, "two", about(BOB, TABLE))
    assert await hooks.find(["one", "none"]) == [own, None]
    assert await hooks.of(ANNE) == [own]
    assert {hook.id for hook in await hooks.every()} == {own.id, other.id}


async def test_a_player_cannot_exceed_the_limit(hooks: RedisWebhookStore) -> None:
    assert await hooks.add("one", about(), OLD, 2)
    assert await hooks.add("two", about(), OLD, 2)
    assert await hooks.add("three", about(), OLD, 2) is None
    assert await hooks.add("two", about(), OLD, 2)  # asked twice
    assert len(await hooks.of(ANNE)) == 2


async def test_a_secret_is_changed_by_the_caller_that_saw_the_last_one(
    hooks: RedisWebhookStore,
) -> None:
    hook = await made(hooks)
    assert await hooks.rotate(hook, (NEW, OLD))
    assert not await hooks.rotate(hook, (Secret("whsec_other"), OLD))
    [after] = await hooks.find(["one"])
    assert after is not None
    assert after.secrets == (NEW, OLD)


@pytest.mark.parametrize("what", [about(), about(BOB, TABLE), LOBBY, FEED])
@pytest.mark.on_cluster
async def test_a_revision_shows_that_the_set_of_webhooks_has_changed(
    hooks: RedisWebhookStore, what: About
) -> None:
    revisions = [await hooks.revision()]
    one = await made(hooks, "one", what)
    revisions.append(await hooks.revision())
    two = await made(hooks, "two", what)
    revisions.append(await hooks.revision())
    assert await hooks.every() in ([one, two], [two, one])
    await hooks.remove(one)
    revisions.append(await hooks.revision())
    assert await hooks.every() == [two]
    assert revisions == sorted(set(revisions))


@pytest.mark.on_cluster
async def test_webhooks_that_another_version_has_not_listed_are_found(
    client: PipelinedClient, hooks: RedisWebhookStore
) -> None:
    created = [await made(hooks, key) for key in ("one", "two")]
    await client.execute("DEL", ALL_WEBHOOKS)
    assert {hook.id for hook in await hooks.every()} == {hook.id for hook in created}


async def test_a_webhook_that_is_deleted_while_all_are_listed_does_not_stay_in_the_list(
    client: PipelinedClient, hooks: RedisWebhookStore
) -> None:
    hook = await made(hooks)

    class Deleting(RedisWebhookStore):
        """Deletes the webhook after the scan has found it, before it is listed."""

        async def _list(self, ids: list[str]) -> None:
            assert ids == [hook.id]
            await hooks.remove(hook)
            await super()._list(ids)

    await client.execute("DEL", ALL_WEBHOOKS)
    assert await Deleting(client).every() == []
    assert await hooks.every() == []
