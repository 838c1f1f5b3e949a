"""The kinds of values that a setting may have, and how each is read from a text."""

import re
from collections.abc import Callable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeAlias

from application.store_url import cluster_hosts, names_cluster

UNITS = "KMGT"
PREFIX = re.compile(r"(/[A-Za-z0-9_-]+)+")
PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
SWITCH = {"on": True, "off": False, "1": True, "0": False}
NUMBERS_OF_PORTS = (1, 65535)


class SettingError(Exception):
    """A setting is missing or invalid; the message names it and what to do."""


class Rate(NamedTuple):
    per_second: int
    burst: int  # that many at once

    def __str__(self) -> str:
        return f"{self.per_second}:{self.burst}"


class Quota(NamedTuple):
    most: int
    seconds: int  # in which at most so many are allowed

    def __str__(self) -> str:
        [unit] = (unit for unit, seconds in PERIODS.items() if seconds == self.seconds)
        return f"{self.most}/{unit}"


class ListenAddress(NamedTuple):
    host: str
    port: int


class Kind(NamedTuple):
    """How a text becomes a value, and how the documentation shows a value."""

    parse: Callable[[str], Any]  # raises ValueError or KeyError
    must_be: str
    show: Callable[[Any], str] = str

    def read(self, variable: str, text: str) -> Any:
        """Return the value of a variable; raises SettingError."""
        try:
            return self.parse(text)
        except (KeyError, ValueError):
            raise SettingError(f"{variable} is {text!r}; it must be {self.must_be}.") from None


def whole_between(text: str, least: int, most: int) -> int:
    if not text.isdecimal() or not least <= int(text) <= most:
        raise ValueError
    return int(text)


def whole(least: int, most: int, what: str = "a whole number") -> Kind:
    return Kind(lambda text: whole_between(text, least, most), f"{what} from {least} to {most}")


def number(least: float, most: float, must_be: str) -> Kind:
    def parse(text: str) -> float:
        if not least <= float(text) <= most:
            raise ValueError
        return float(text)

    return Kind(parse, must_be, "{:g}".format)


def one_of(*allowed: str) -> Kind:
    return Kind({each: each for each in allowed}.__getitem__, f"one of {', '.join(allowed)}")


def or_off(kind: Kind) -> Kind:
    """Return the kind of a value that can be switched off."""
    parse, must_be, show = kind
    return Kind(lambda text: None if text == "off" else parse(text), must_be + " or `off`", show)


def parse_size(text: str) -> int:
    shift = 10 * (UNITS.index(text[-1]) + 1) if text[-1] in UNITS else 0
    return whole_between(text[:-1] if shift else text, 1, 10**15 - 1) << shift


def parse_prefix(text: str) -> str:
    if not PREFIX.fullmatch(text):
        raise ValueError
    return text


def parse_port(text: str) -> int:
    return whole_between(text, *NUMBERS_OF_PORTS)


def parse_words(text: str) -> frozenset[str]:
    return frozenset(text.replace(",", " ").split())


def parse_ports(text: str) -> frozenset[int]:
    return frozenset(map(parse_port, parse_words(text)))


def parse_name_server(text: str) -> tuple[str, int]:
    address, _, port = text.rpartition(":")
    return str(ip_address(address)), parse_port(port)


def parse_rate(text: str) -> Rate:
    per_second, _, burst = text.partition(":")
    return Rate(whole_between(per_second, 1, 10**9), whole_between(burst, 1, 10**9))


def parse_quota(text: str) -> Quota:
    most, _, period = text.partition("/")
    return Quota(whole_between(most, 1, 10**9), PERIODS[period])


def parse_networks(text: str) -> "Networks":
    return tuple(ip_network(word) for word in text.replace(",", " ").split())


def parse_shares(text: str) -> "Shares":
    pairs = [word.rpartition("=") for word in text.replace(",", " ").split()]
    return tuple((ip_network(network), whole_between(n, 1, 10**6)) for network, _, n in pairs)


def parse_listen_address(text: str) -> ListenAddress:
    host, _, port = text.rpartition(":")
    if not host:
        raise ValueError
    return ListenAddress(host.removeprefix("[").removesuffix("]"), parse_port(port))


def parse_store_url(text: str) -> str:
    if names_cluster(text):
        cluster_hosts(text)
    return text


def size_text(size: int) -> str:
    return f"{size >> 20}M"


WHOLE = whole(1, 10**9 - 1)
RATE = or_off(Kind(parse_rate, "`<requests per second>:<burst>`"))
QUOTA = or_off(Kind(parse_quota, "`<number>/<s, m, h or d>`"))
LIMIT = or_off(WHOLE)
LIMITS = (RATE, QUOTA, LIMIT)  # what LUDOTHEQUE_LIMITS=off switches off

Text: TypeAlias = Annotated[str, Kind(str, "a text")]
Whole: TypeAlias = Annotated[int, WHOLE]
Percent: TypeAlias = Annotated[int, whole(1, 100)]
Hours: TypeAlias = Annotated[int, whole(0, 24 * 366, "a number of hours")]
Processes: TypeAlias = Annotated[int, whole(1, 64)]
Replicas: TypeAlias = Annotated[int, Kind({"0": 0, "1": 1}.__getitem__, "0 or 1")]
Seconds: TypeAlias = Annotated[float, number(1e-9, 1e9, "a number of seconds above 0")]
StoreSeconds: TypeAlias = Annotated[float, number(0.05, 60, "from 0.05 to 60 seconds")]
Amount: TypeAlias = Annotated[float | None, or_off(number(0, 1e6, "a number from 0 to 1000000"))]
Size: TypeAlias = Annotated[int, Kind(parse_size, "a size such as 512M or 2G", size_text)]
Switch: TypeAlias = Annotated[
    bool, Kind(SWITCH.__getitem__, "`on` or `off`", lambda on: "on" if on else "off")
]
Port: TypeAlias = Annotated[int, whole(*NUMBERS_OF_PORTS, "a number")]
Ports: TypeAlias = Annotated[
    frozenset[int],
    Kind(parse_ports, "numbers from 1 to 65535", lambda ports: ",".join(map(str, sorted(ports)))),
]
Words: TypeAlias = Annotated[frozenset[str], Kind(parse_words, "words")]
Place: TypeAlias = Annotated[Path, Kind(lambda text: Path(text).absolute(), "a path")]
Prefix: TypeAlias = Annotated[
    str,
    Kind(
        parse_prefix,
        "a path such as /ludo or /games/ludo: a slash before each part, none at the end, and in a"
        " part only letters, digits, `-` and `_`",
    ),
]
StoreUrl: TypeAlias = Annotated[
    str, Kind(parse_store_url, "`redis://host:port/0` or `redis+cluster://host:port,host:port`")
]
Listen: TypeAlias = Annotated[ListenAddress, Kind(parse_listen_address, "`host:port`")]
NameServer: TypeAlias = Annotated[tuple[str, int], Kind(parse_name_server, "`<IP address>:<port>`")]
Networks: TypeAlias = tuple[IPv4Network | IPv6Network, ...]
Proxies: TypeAlias = Annotated[
    Networks, Kind(parse_networks, "a list of IP addresses and networks such as 10.0.0.0/8")
]
Shares: TypeAlias = Annotated[
    tuple[tuple[IPv4Network | IPv6Network, int], ...],
    Kind(parse_shares, "a list such as `203.0.113.7=200 2001:db8::/64=500`"),
]
RateLimit: TypeAlias = Annotated[Rate | None, RATE]
QuotaLimit: TypeAlias = Annotated[Quota | None, QUOTA]
Limit: TypeAlias = Annotated[int | None, LIMIT]
