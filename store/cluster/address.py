"""The address of a cluster names some of its servers; the others are found through them."""

from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit, urlunsplit

SCHEMES = {"redis+cluster": "redis", "rediss+cluster": "rediss"}
DEFAULT_PORT = 6379


class Address(NamedTuple):
    """Where one server listens."""

    host: str
    port: int


def names_cluster(url: str) -> bool:
    return urlsplit(url).scheme in SCHEMES


def checked(url: str) -> str:
    """The same address; raises ValueError if it names a cluster, but not as one can be reached."""
    if names_cluster(url):
        seeds(url)
    return url


def seeds(url: str) -> list[Address]:
    """The servers that are named: `redis+cluster://user:password@one:6379,two:6379`.

    Raises ValueError if there is none, or more than a cluster can offer.
    """
    parts = urlsplit(url)
    if parts.path not in ("", "/", "/0"):
        raise ValueError("A cluster has only the database 0; its address must name no other.")
    hosts = parts.netloc.rpartition("@")[2].split(",")
    found = [urlsplit(f"//{host}") for host in hosts]
    if not all(each.hostname for each in found):
        raise ValueError("The address of a cluster is redis+cluster://host:port,host:port,…")
    return [Address(str(each.hostname), each.port or DEFAULT_PORT) for each in found]


def at(url: str, address: Address) -> str:
    """The URL of one server of this cluster, with the user and the settings of all."""
    parts = urlsplit(url)
    user, sign, _ = parts.netloc.rpartition("@")
    host = f"[{address.host}]" if ":" in address.host else address.host
    place = f"{user}{sign}{host}:{address.port}"
    return urlunsplit(SplitResult(SCHEMES[parts.scheme], place, "/0", parts.query, ""))
