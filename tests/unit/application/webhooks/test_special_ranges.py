"""Every block of the IANA special-purpose registries is refused, with both its ends."""

from ipaddress import ip_network

import pytest

from application.webhooks.special_ranges import is_public

# https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast
V4 = [
    "0.0.0.0/8",
    "0.0.0.0/32",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.0.0/29",
    "192.0.0.8/32",
    "192.0.0.9/32",
    "192.0.0.10/32",
    "192.0.0.170/32",
    "192.0.0.171/32",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.88.99.2/32",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "255.255.255.255/32",
]
# https://www.iana.org/assignments/iana-ipv6-special-registry, and what is no global unicast
V6 = [
    "::/128",
    "::1/128",
    "::/96",
    "::ffff:0:0/96",
    "64:ff9b::/96",
    "64:ff9b:1::/48",
    "100::/64",
    "100:0:0:1::/64",
    "2001::/23",
    "2001::/32",
    "2001:1::1/128",
    "2001:1::2/128",
    "2001:1::3/128",
    "2001:2::/48",
    "2001:3::/32",
    "2001:4:112::/48",
    "2001:10::/28",
    "2001:20::/28",
    "2001:30::/28",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3ffe::/16",
    "3fff::/20",
    "4000::/2",
    "5f00::/16",
    "8000::/1",
    "fc00::/7",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
]
PUBLIC = [
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "93.184.216.34",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.88.98.255",
    "192.88.100.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2001:200::1",
    "2001:db7::1",
    "2003::1",
    "2606:2800:220:1::1",
    "2a00:1450::1",
]


@pytest.mark.parametrize("block", V4 + V6)
def test_a_special_range_is_not_public(block: str) -> None:
    network = ip_network(block)
    middle = network[network.num_addresses // 2]
    for address in (network[0], middle, network[-1]):
        assert not is_public(str(address)), address


@pytest.mark.parametrize("address", PUBLIC)
def test_an_ordinary_address_is_public(address: str) -> None:
    assert is_public(address)


def test_an_interface_does_not_change_what_an_address_is() -> None:
    assert not is_public("fe80::1%eth0")
