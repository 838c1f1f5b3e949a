"""The URL of the queue beside a store."""

import pytest

from application.settings import Settings
from application.store_url import queue_beside


@pytest.mark.parametrize(
    ("store", "queue"),
    [
        ("redis://store", "redis://store/1"),
        ("redis://u:p@store:6380/0", "redis://u:p@store:6380/1"),
        ("rediss://store/0?ssl_cert_reqs=none", "rediss://store/1?ssl_cert_reqs=none"),
        ("redis://store?db=0", "redis://store/1"),
        ("unix:///run/store.sock?db=0", "unix:///run/store.sock?db=1"),
        ("unix:///run/store.sock", "unix:///run/store.sock?db=1"),
    ],
)
def test_the_queue_is_beside_the_store(store: str, queue: str) -> None:
    assert queue_beside(store) == queue
    assert Settings.from_environment({"LUDOTHEQUE_REDIS_URL": store}).queue() == queue
