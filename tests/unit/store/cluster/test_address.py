"""How a cluster is named, and that anything else is refused in words."""

import pytest

from application.settings import Settings
from application.settings import Settings as ApiSettings
from store.cluster.address import Address, checked, names_cluster, seed_addresses, server_url

URL = "rediss+cluster://u:p@one:7000,two,[::1]:7002/0?ssl_cert_reqs=none"


def test_an_address_names_some_servers() -> None:
    assert names_cluster(URL)
    assert not names_cluster("redis://one")
    assert seed_addresses(URL) == [Address("one", 7000), Address("two", 6379), Address("::1", 7002)]


def test_each_server_has_the_user_and_the_settings_of_all() -> None:
    assert server_url(URL, Address("x", 1)) == "rediss://u:p@x:1/0?ssl_cert_reqs=none"
    assert server_url("redis+cluster://a", Address("::1", 2)) == "redis://[::1]:2/0"


@pytest.mark.parametrize("url", ["redis+cluster://", "redis+cluster://a,,b", "redis+cluster://a/1"])
def test_nonsense_is_refused_when_a_process_starts(url: str) -> None:
    with pytest.raises(ValueError, match="cluster"):
        checked(url)
    env = {"LUDOTHEQUE_REDIS_URL": url, "LUDOTHEQUE_QUEUE_URL": "redis://q"}
    with pytest.raises(NotSet, match="LUDOTHEQUE_REDIS_URL"):
        Settings.from_environment(env)
    with pytest.raises(SystemExit, match="cluster"):
        ApiSettings.from_environment(env)


def test_a_cluster_needs_a_queue_of_its_own() -> None:
    env = {"LUDOTHEQUE_REDIS_URL": "redis+cluster://a"}
    with pytest.raises(NotSet, match="LUDOTHEQUE_QUEUE_URL=redis://"):
        Settings.from_environment(env).queue()
    with pytest.raises(SystemExit, match="LUDOTHEQUE_QUEUE_URL=redis://"):
        ApiSettings.from_environment(env)
    named = {**env, "LUDOTHEQUE_QUEUE_URL": "redis://q/0"}
    assert Settings.from_environment(named).queue() == "redis://q/0"
    assert ApiSettings.from_environment(named).queue_url == "redis://q/0"
