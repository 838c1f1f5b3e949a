"""A store of webhooks and its queue."""

import pytest

from store.client.pipeline import PipelinedClient
from store.people.webhooks import RedisWebhookStore
from store.tables.deadlines import RedisDueWebhooks
from tests.support.stores.stored_webhooks import WebhookQueue


@pytest.fixture
def queue(client: PipelinedClient) -> WebhookQueue:
    return WebhookQueue(RedisWebhookStore(client), RedisDueWebhooks(client))


@pytest.fixture
def hooks(queue: WebhookQueue) -> RedisWebhookStore:
    return queue.hooks
