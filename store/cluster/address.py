"""Addresses of the servers of a cluster; its URL names some, and those name the others."""

from typing import NamedTuple
from urllib.parse import SplitResult, urlunsplit

from application.store_url import CLUSTER_SCHEMES, cluster_hosts, split_url


class Address(NamedTuple):
    host: str
    port: int


def seed_addresses(url: str) -> list[Address]:
    """Return the servers that the URL of a cluster names."""
    return [Address(host, port) for host, port in cluster_hosts(url)]


def server_url(url: str, address: Address) -> str:
    """Return the URL of one server of a cluster, with the user and the settings of the cluster."""
    parts, _ = split_url(url)
    user, sign, _ = parts.netloc.rpartition("@")
    host = f"[{address.host}]" if ":" in address.host else address.host
    place = f"{user}{sign}{host}:{address.port}"
    return urlunsplit(SplitResult(CLUSTER_SCHEMES[parts.scheme], place, "/0", parts.query, ""))
