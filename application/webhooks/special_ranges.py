"""IP addresses that are not ordinary public ones, from the IANA special-purpose registries.

`ipaddress.is_global` of the standard library follows older registries, and counts some relays as
global that lead to other networks.
"""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

SPECIAL_V4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private
        "100.64.0.0/10",  # shared by carriers
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link-local; clouds keep credentials there
        "172.16.0.0/12",  # private
        "192.0.0.0/24",  # protocol assignments: DS-Lite, PCP, TURN, NAT64 discovery, dummy
        "192.0.2.0/24",  # documentation
        "192.31.196.0/24",  # AS112
        "192.52.193.0/24",  # multicast tunnels
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",  # private
        "192.175.48.0/24",  # AS112
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and limited broadcast
    )
)
# Everything else is reserved, private, link-local, multicast or a translation of an IPv4 address.
GLOBAL_UNICAST_V6 = IPv6Network("2000::/3")
SPECIAL_V6 = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments: Teredo, benchmarking, ORCHID, AS112, drone ids
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",  # AS112
        "3ffe::/16",  # the former 6bone
        "3fff::/20",  # documentation
    )
)


def is_public(address: str) -> bool:
    """Return whether this is an ordinary public address, which does not lead to another one."""
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        return ip in GLOBAL_UNICAST_V6 and not any(ip in network for network in SPECIAL_V6)
    return not any(ip in network for network in SPECIAL_V4)
