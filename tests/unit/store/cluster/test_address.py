"""The URL of a cluster, and what is rejected when a process starts."""

import pytest

from application.setting_values import SettingError
from application.settings import Settings
from application.store_url import cluster_hosts, names_cluster, queue_beside
from store.cluster.address import Address, seed_addresses, server_url

URL = "rediss+cluster://u:p@one:7000,two,[::1]:7002/0?ssl_cert_reqs=none"


def test_a_url_names_some_servers() -> None:
    assert names_cluster(URL)
    assert not names_cluster("redis://one")
    assert seed_addresses(URL) == [Address("one", 7000), Address("two", 6379), Address("::1", 7002)]


def test_each_server_has_the_user_and_the_settings_of_all() -> None:
    assert server_url(URL, Address("x", 1)) == "rediss://u:p@x:1/0?ssl_cert_reqs=none"
    assert server_url("redis+cluster://a", Address("::1", 2)) == "redis://[::1]:2/0"


@pytest.mark.parametrize("url", ["redis+cluster://", "redis+cluster://a,,b", "redis+cluster://a/1"])
def test_an_invalid_url_is_rejected_when_a_process_starts(url: str) -> None:
    with pytest.raises(ValueError, match="cluster"):
        cluster_hosts(url)
    env = {"LUDOTHEQUE_REDIS_URL": url, "LUDOTHEQUE_QUEUE_URL": "redis://q"}
    with pytest.raises(SettingError, match="LUDOTHEQUE_REDIS_URL"):
        Settings.from_environment(env)


@pytest.mark.parametrize(
    ("store", "queue"),
    [
        ("unix:///run/x.sock?db=0", "unix:///run/x.sock?db=1"),
        ("redis://h:6379/0", "redis://h:6379/1"),
    ],
)
def test_by_default_the_queue_is_another_database_of_the_store(store: str, queue: str) -> None:
    assert queue_beside(store) == queue
