"""The network that counts as one caller: an IPv4 address, or the /64 of an IPv6 address.

An address may have many times what a player may have.
"""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

from application.setting_fields import SettingFields

Address: TypeAlias = IPv4Address | IPv6Address
NETWORK_BITS = 64  # of an IPv6 address, those that a provider gives to one customer


@lru_cache(maxsize=4096)
def caller_network(host: str) -> str:
    """Return an IPv4 address itself; of IPv6 the network, for one caller has all of it."""
    address = parsed_address(host)
    if address is None or address.version == 4:
        return host if address is None else str(address)
    return str(IPv6Network((int(address), NETWORK_BITS), strict=False))


@lru_cache(maxsize=4096)
def parsed_address(host: str) -> Address | None:
    """Return an address; IPv4 inside IPv6 as IPv4, None if it is not an address."""
    try:
        address = ip_address(host)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        return address.ipv4_mapped or address
    return address


def network_of(text: str) -> str | None:
    """Return the network of an address, or a /64 as it is; None for anything else."""
    if parsed_address(text) is not None:
        return caller_network(text)
    try:
        network = ip_network(text)
    except ValueError:
        return None
    is_one_caller = network.version == 6 and network.prefixlen == NETWORK_BITS
    return str(network) if is_one_caller else None


def players_at(settings: SettingFields, address: str) -> int | None:
    """Return how many times what a player may have an address may have; None for no limit."""
    own = parsed_address(address.partition("/")[0]) if settings.large_addresses else None
    found = (n for network, n in settings.large_addresses if own is not None and own in network)
    return next(found, settings.players_per_address)


def connections_at(settings: SettingFields, address: str) -> int:
    """Return how many connections an address may have: more if it has more players."""
    usual, players = settings.players_per_address, players_at(settings, address)
    most = settings.connections_per_address
    return most if usual is None or players is None else max(most, most * players // usual)
