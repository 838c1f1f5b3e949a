"""Converts the text of an environment variable to the value of a setting, or raises an error."""

import re
from collections.abc import Callable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple, TypeAlias

from application.store_url import cluster_hosts, names_cluster

UNITS = "KMGT"
MOST_PROCESSES = 64
PREFIX = re.compile(r"(/[A-Za-z0-9_-]+)+")


class SettingError(Exception):
    """A setting is missing or invalid; the message names it and what to do."""


class Rate(NamedTuple):
    per_second: int
    burst: int  # that many at once


class Quota(NamedTuple):
    most: int
    seconds: int  # in which at most so many are allowed


class ListenAddress(NamedTuple):
    host: str
    port: int


Networks: TypeAlias = tuple[IPv4Network | IPv6Network, ...]
PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}


def read_whole(name: str, text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 10**9:
        raise SettingError(f"{name} is {text!r}; it must be a whole number from 1 to 999999999.")
    return int(text)


def read_processes(name: str, text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= MOST_PROCESSES:
        raise SettingError(
            f"{name} is {text!r}; it must be a whole number from 1 to {MOST_PROCESSES}."
        )
    return int(text)


def read_replicas(name: str, text: str) -> int:
    if text not in ("0", "1"):
        raise SettingError(f"{name} is {text!r}; it must be 0 or 1.")
    return int(text)


def read_percent(name: str, text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 100:
        raise SettingError(f"{name} is {text!r}; it must be a whole number from 1 to 100.")
    return int(text)


def read_bytes(name: str, text: str) -> int:
    """Return a size: a number, or one with `K`, `M`, `G` or `T` (times 1024) behind it."""
    number, power = (text[:-1], UNITS.index(text[-1]) + 1) if text[-1] in UNITS else (text, 0)
    if not number.isdecimal() or not 0 < int(number) < 10**15:
        raise SettingError(f"{name} is {text!r}; it must be a size such as 512M or 2G.")
    return int(number) << 10 * power


def read_seconds(name: str, text: str) -> float:
    if not text.replace(".", "", 1).isdecimal() or not 0 < float(text) < 10**9:
        raise SettingError(f"{name} is {text!r}; it must be a number above 0 and below 1000000000.")
    return float(text)


def read_store_seconds(name: str, text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0.05 <= found <= 60:
        raise SettingError(f"{name} is {text!r}; it must be from 0.05 to 60 seconds.")
    return found


def read_hours(name: str, text: str) -> int:
    if not text.isdecimal() or int(text) > 24 * 366:
        raise SettingError(
            f"{name} is {text!r}; it must be a number of hours from 0 to {24 * 366}."
        )
    return int(text)


def read_amount(name: str, text: str) -> float | None:
    if text == "off":
        return None
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 10**6:
        raise SettingError(f"{name} is {text!r}; it must be a number from 0 to 1000000, or `off`.")
    return found


def read_port(name: str, text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise SettingError(f"{name} is {text!r}; it must be a number from 1 to 65535.")
    return int(text)


def read_prefix(name: str, text: str) -> str:
    if not PREFIX.fullmatch(text):
        raise SettingError(
            f"{name} is {text!r}; it must be a path such as /ludo or /games/ludo: a slash before"
            " each part, none at the end, and in a part only letters, digits, `-` and `_`."
        )
    return text


def read_ports(name: str, text: str) -> frozenset[int]:
    return frozenset(read_port(name, port) for port in read_words(name, text))


def read_name_server(name: str, text: str) -> tuple[str, int]:
    address, _, port = text.rpartition(":")
    try:
        ip_address(address)
    except ValueError:
        raise SettingError(f"{name} is {text!r}; it must be `<IP address>:<port>`.") from None
    return address, read_port(name, port)


def read_rate(name: str, text: str) -> Rate | None:
    if text == "off":
        return None
    per_second, _, burst = text.partition(":")
    if not (per_second.isdecimal() and burst.isdecimal() and int(per_second) and int(burst)):
        raise SettingError(
            f"{name} is {text!r}; it must be `<requests per second>:<burst>` or `off`."
        )
    return Rate(int(per_second), int(burst))


def read_limit(name: str, text: str) -> int | None:
    return None if text == "off" else read_whole(name, text)


def read_quota(name: str, text: str) -> Quota | None:
    if text == "off":
        return None
    most, _, period = text.partition("/")
    if not most.isdecimal() or not 0 < int(most) < 10**9 or period not in PERIODS:
        raise SettingError(f"{name} must be `<number>/<s, m, h or d>` or `off`, not {text!r}.")
    return Quota(int(most), PERIODS[period])


def read_networks(name: str, text: str) -> Networks:
    try:
        return tuple(ip_network(word) for word in text.replace(",", " ").split())
    except ValueError as wrong:
        raise SettingError(f"{name} must list addresses and networks: {wrong}.") from None


def read_listen_address(name: str, text: str) -> ListenAddress:
    host, _, port = text.rpartition(":")
    if not host:
        raise SettingError(f"{name} is {text!r}; it must be `host:port`.")
    return ListenAddress(host.removeprefix("[").removesuffix("]"), read_port(name, port))


def one_of(allowed: Mapping[str, object] | tuple[str, ...]) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in allowed:
            raise SettingError(f"{name} is {text!r}; it must be one of {', '.join(allowed)}.")
        return text

    return read


def is_exactly(on: str) -> Callable[[str, str], bool]:
    return lambda _name, text: text == on


def is_not(off: str) -> Callable[[str, str], bool]:
    return lambda _name, text: text != off


def read_text(name: str, text: str) -> str:
    return text


def read_path(name: str, text: str) -> Path:
    return Path(text).absolute()


def read_words(name: str, text: str) -> frozenset[str]:
    return frozenset(text.replace(",", " ").split())


def read_store_url(name: str, text: str) -> str:
    try:
        if names_cluster(text):
            cluster_hosts(text)
    except ValueError as wrong:
        raise SettingError(f"{name}: {wrong}") from None
    return text
