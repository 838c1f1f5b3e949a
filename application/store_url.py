"""The URL of a store: one server (`redis://`, `unix://`) or a cluster (`redis+cluster://`)."""

import re
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit, urlunsplit

CLUSTER_SCHEMES = {"redis+cluster": "redis", "rediss+cluster": "rediss"}
DEFAULT_PORT = 6379
QUEUE_DATABASE = "1"
CLUSTER_HAS_NO_QUEUE = (
    "A cluster cannot hold the job queue. Set LUDOTHEQUE_QUEUE_URL to a single Redis or Valkey: "
    "LUDOTHEQUE_QUEUE_URL=redis://host:6379/0."
)


def names_cluster(url: str) -> bool:
    return url.partition("://")[0].lower() in CLUSTER_SCHEMES


def cluster_hosts(url: str) -> list[tuple[str, int]]:
    """Return the servers that are named: `redis+cluster://user:password@one:6379,two:6379`.

    Raises ValueError if there is none, or if the URL names a database.
    """
    parts, hosts = split_url(url)
    if parts.path not in ("", "/", "/0"):
        raise ValueError("A cluster has only database 0; remove the database from its URL.")
    found = [urlsplit(f"//{host}") for host in hosts]
    if not all(each.hostname for each in found):
        raise ValueError("The URL of a cluster must be redis+cluster://host:port,host:port,…")
    return [(str(each.hostname), each.port or DEFAULT_PORT) for each in found]


def split_url(url: str) -> tuple[SplitResult, list[str]]:
    """Return the parts of a URL that has only the first of its servers, and all servers.

    `urlsplit` of newer Pythons rejects a list of servers if one of them has an IPv6 address.
    """
    if not names_cluster(url):
        parts = urlsplit(url)
        return parts, [parts.netloc.rpartition("@")[2]]
    scheme, _, rest = url.partition("://")
    place = re.split("[/?#]", rest, maxsplit=1)[0]
    user, sign, named = place.rpartition("@")
    first, *_ = hosts = named.split(",")
    return urlsplit(f"{scheme}://{user}{sign}{first}{rest[len(place) :]}"), hosts


def queue_beside(url: str) -> str:
    """Return the URL of the queue's database on the same server; ValueError for a cluster."""
    if names_cluster(url):
        raise ValueError(CLUSTER_HAS_NO_QUEUE)
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    if parts.scheme == "unix":
        return f"unix://{parts.path}?{urlencode(query | {'db': QUEUE_DATABASE})}"
    query.pop("db", None)
    return urlunsplit(parts._replace(path=f"/{QUEUE_DATABASE}", query=urlencode(query)))
