"""How many connections are taken, per network and in all."""

from typing import Any

import pytest

from api.asgi.server import connections_of
from api.transport.connection import Connection
from api.transport.connections import Connections
from application.setting_values import parse_networks
from application.settings import Settings
from tests.support.network.http_connection import RecordingTransport

pytestmark = pytest.mark.anyio


async def app(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError("no request is sent")


def shared(**settings: Any) -> Connections:
    return connections_of(app, Settings(**settings))


def opened(connections: Connections, host: str) -> tuple[Connection, bool]:
    """Open a connection; return it and whether it was refused."""
    connection, transport = Connection(connections), RecordingTransport()
    transport.peer = (host, 4711)
    connection.connection_made(transport)
    if transport.closed:
        assert transport.written[0].startswith(b"HTTP/1.1 503 ")
    return connection, transport.closed


@pytest.mark.parametrize(
    "hosts", [("192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8::2")], ids=["IPv4", "IPv6"]
)
async def test_one_network_has_a_limit_and_others_do_not_notice(hosts: tuple[str, str]) -> None:
    connections = shared(connections_per_address=1)
    first, refused = opened(connections, hosts[0])
    assert not refused
    second, refused = opened(connections, hosts[1])
    assert refused
    assert not opened(connections, "198.51.100.7")[1]
    second.connection_lost(None)
    assert opened(connections, hosts[1])[1], "the first one is still open"
    first.connection_lost(None)


async def test_a_closed_connection_makes_room() -> None:
    connections = shared(connections_per_address=1)
    first, _ = opened(connections, "192.0.2.1")
    first.connection_lost(None)
    assert not opened(connections, "192.0.2.1")[1]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "10.0.0.1"])
async def test_this_machine_and_trusted_proxies_have_no_limit(host: str) -> None:
    trusted = parse_networks("10.0.0.0/8")
    connections = shared(connections_per_address=1, trusted_proxies=trusted)
    assert [opened(connections, host)[1] for _ in range(3)] == 3 * [False]


async def test_all_together_have_a_limit() -> None:
    connections = shared(connections=2)
    hosts = [f"192.0.2.{number}" for number in range(3)]
    assert [opened(connections, host)[1] for host in hosts] == [False, False, True]
