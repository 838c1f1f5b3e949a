"""Webhooks lead to public https addresses only, however an address is spelled."""

from collections.abc import Sequence

import pytest

from application.webhooks.address import (
    AddressRefused,
    Resolve,
    Target,
    parse_target,
    permitted,
    public,
    resolve_host,
)

pytestmark = pytest.mark.anyio

PUBLIC = "93.184.216.34"
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
    async def resolve(host: str, port: int) -> Sequence[str]:
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
    assert not public(address)
    for found in ([address], [PUBLIC, address], [address, PUBLIC]):
        with pytest.raises(AddressRefused, match="public"):
            await permitted("https://example.org/", False, leads_to(*found))


@pytest.mark.parametrize("address", [PUBLIC, "2606:4700:4700::1111"])
async def test_a_public_number_is_permitted_over_https_only(address: str) -> None:
    _, found = await permitted("https://example.org/", False, leads_to(address))
    assert found == (address,)
    for loopback in (False, True):
        with pytest.raises(AddressRefused, match="https"):
            await permitted("http://example.org/", loopback, leads_to(address))


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_this_machine_is_permitted_in_development_and_nothing_else_of_its_network(
    scheme: str,
) -> None:
    url = f"{scheme}://localhost:1234/"
    assert (await permitted(url, True, leads_to("127.0.0.1", "::1")))[1] == ("127.0.0.1", "::1")
    for others in (["127.0.0.1", "10.0.0.1"], ["192.168.0.1"], ["127.0.0.1", PUBLIC]):
        with pytest.raises(AddressRefused):
            await permitted(url, True, leads_to(*others))


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "[::1]"]
)
async def test_no_spelling_of_this_machine_gets_past_the_real_resolver(host: str) -> None:
    with pytest.raises(AddressRefused):
        await permitted(f"https://{host}/", False, resolve_host)


async def test_a_name_that_leads_nowhere_is_refused() -> None:
    async def fails(host: str, port: int) -> Sequence[str]:
        raise OSError("no such name")

    for resolve in (fails, leads_to()):
        with pytest.raises(AddressRefused, match="has no address"):
            await permitted("https://example.org/", False, resolve)
