"""A store of webhooks and its queue."""

import pytest

from store.client.pipeline import PipelinedClient
from store.deadlines import RedisDueWebhooks
from store.webhooks import RedisWebhookStore
from tests.support.stores.stored_webhooks import WebhookQueue


@pytest.fixture
def queue(client: PipelinedClient) -> WebhookQueue:
    return WebhookQueue(RedisWebhookStore(client), RedisDueWebhooks(client))


@pytest.fixture
def hooks(queue: WebhookQueue) -> RedisWebhookStore:
    return queue.hooks
