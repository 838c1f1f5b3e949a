"""Webhooks lead to public https addresses only, however an address is spelled."""

from collections.abc import Sequence

import pytest

from application.webhooks.address import (
    AddressRefused,
    Target,
    parse_target,
    permitted,
)
from application.webhooks.policy import WebhookPolicy
from application.webhooks.resolving import DnsResolver, Resolve
from application.webhooks.special_ranges import is_public

pytestmark = pytest.mark.anyio

PUBLIC = "93.184.216.34"
HERE = WebhookPolicy(loopback=True)
INTERNAL = [
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",  # where clouds keep credentials
    "100.100.100.200",
    "192.0.2.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:93.184.216.34",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "fd00:ec2::254",
    "ff02::1",
]
NOT_ADDRESSES = [
    "",
    "example.org",
    "ftp://example.org/",
    "https://",
    "https:///path",
    "https://user@example.org/",
    "https://user:secret@example.org/",
    "https://example.org#fragment",
    "https://example.org/#fragment",
    "https://example.org\\@127.0.0.1/",
    "https://example.org/a b",
    "https://example.org/\n",
    "https://example.org/é",
    "https://exämple.org/",
    "https://example.org:99999/",
    "https://example.org:0/",
    "https://example.org:/",
    "https://[::1/",
    "https://.example.org/",
    " https://example.org/",
    "https://example.org?x=1",
]


def leads_to(*addresses: str) -> Resolve:
    async def resolve(host: str) -> Sequence[str]:
        return addresses

    return resolve


@pytest.mark.parametrize(
    ("url", "expected", "authority"),
    [
        ("https://example.org", Target("https", "example.org", 443, "/"), "example.org"),
        (
            "https://Example.org:8443/a/b?c=d&e",
            Target("https", "example.org", 8443, "/a/b?c=d&e"),
            "example.org:8443",
        ),
        ("https://[2606:4700::1]/", Target("https", "2606:4700::1", 443, "/"), "[2606:4700::1]"),
        ("http://127.0.0.1:80/x", Target("http", "127.0.0.1", 80, "/x"), "127.0.0.1"),
    ],
)
def test_an_address_is_taken_apart(url: str, expected: Target, authority: str) -> None:
    assert parse_target(url) == expected
    assert parse_target(url).authority == authority


@pytest.mark.parametrize("url", NOT_ADDRESSES)
def test_what_is_no_plain_address_is_refused(url: str) -> None:
    with pytest.raises(AddressRefused):
        parse_target(url)


@pytest.mark.parametrize("address", INTERNAL)
async def test_an_internal_number_is_refused_alone_and_among_others(address: str) -> None:
    assert not is_public(address)
    for found in ([address], [PUBLIC, address], [address, PUBLIC]):
        with pytest.raises(AddressRefused, match="public"):
            await permitted("https://example.org/", WebhookPolicy(), leads_to(*found))


@pytest.mark.parametrize("address", [PUBLIC, "2606:4700:4700::1111"])
async def test_a_public_number_is_permitted_over_https_only(address: str) -> None:
    _, found = await permitted("https://example.org/", WebhookPolicy(), leads_to(address))
    assert found == (address,)
    for loopback in (False, True):
        with pytest.raises(AddressRefused, match="https"):
            await permitted("http://example.org/", WebhookPolicy(loopback), leads_to(address))


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_this_machine_is_permitted_in_development_and_nothing_else_of_its_network(
    scheme: str,
) -> None:
    url = f"{scheme}://localhost:1234/"
    assert (await permitted(url, HERE, leads_to("127.0.0.1", "::1")))[1] == ("127.0.0.1", "::1")
    for others in (["127.0.0.1", "10.0.0.1"], ["192.168.0.1"], ["127.0.0.1", PUBLIC]):
        with pytest.raises(AddressRefused):
            await permitted(url, HERE, leads_to(*others))


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "[::1]"]
)
async def test_no_spelling_of_this_machine_gets_past_the_real_resolver(host: str) -> None:
    with pytest.raises(AddressRefused):
        await permitted(f"https://{host}/", WebhookPolicy(), DnsResolver())


async def test_a_name_that_has_no_address_is_refused() -> None:
    async def fails(host: str) -> Sequence[str]:
        raise OSError("no such name")

    for resolve in (fails, leads_to()):
        with pytest.raises(AddressRefused, match="no address"):
            await permitted("https://example.org/", WebhookPolicy(), resolve)


@pytest.mark.parametrize(
    "host", ["intranet", "printer.local", "vault.internal", "x.localhost", "1.0.0.127.in-addr.arpa"]
)
async def test_the_name_of_a_local_machine_is_not_looked_up(host: str) -> None:
    async def looked_up(host: str) -> Sequence[str]:
        raise AssertionError(host)

    with pytest.raises(AddressRefused, match="not the name of a public host"):
        await permitted(f"https://{host}/", WebhookPolicy(), looked_up)


async def test_only_two_ports_are_allowed_unless_others_are_configured() -> None:
    for port in (443, 8443):
        await permitted(f"https://example.org:{port}/", WebhookPolicy(), leads_to(PUBLIC))
    for port in (22, 80, 6379, 8080):
        with pytest.raises(AddressRefused, match="Use port 443 or 8443"):
            await permitted(f"https://example.org:{port}/", WebhookPolicy(), leads_to(PUBLIC))
    other = WebhookPolicy(ports=frozenset({9443}))
    await permitted("https://example.org:9443/", other, leads_to(PUBLIC))
    with pytest.raises(AddressRefused, match="Use port 9443"):
        await permitted("https://example.org/", other, leads_to(PUBLIC))


async def test_a_name_that_is_not_resolved_in_time_is_refused() -> None:
    async def slow(host: str) -> Sequence[str]:
        raise TimeoutError

    with pytest.raises(AddressRefused, match="in time"):
        await permitted("https://example.org/", WebhookPolicy(), slow)
