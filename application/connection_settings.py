"""Settings that bound what one caller, and all callers together, can make an API process hold."""

from dataclasses import dataclass

from application.setting_fields import setting
from application.setting_values import read_seconds, read_whole


@dataclass(frozen=True, kw_only=True)
class ConnectionSettings:
    """The bounds of the connections of one API process."""

    connections: int = setting(
        "LUDOTHEQUE_CONNECTIONS",
        12_000,
        read_whole,
        "The maximum number of connections per process; the limit of open files may lower it.",
    )
    connections_per_address: int = setting(
        "LUDOTHEQUE_CONNECTIONS_PER_ADDRESS",
        2_000,
        read_whole,
        "The maximum number of connections per address and process. This machine and trusted"
        " proxies have no such limit.",
    )
    request_seconds: float = setting(
        "LUDOTHEQUE_REQUEST_SECONDS",
        20.0,
        read_seconds,
        "Seconds within which a request must arrive before the API returns 408.",
    )
    idle_seconds: int = setting(
        "LUDOTHEQUE_IDLE_SECONDS",
        5,
        read_whole,
        "Seconds that a connection without a request stays open. Behind a proxy, let the proxy"
        " close its connections first: a request that meets a closing one is lost."
        " `serve --processes` sets 300.",
    )
    write_seconds: float = setting(
        "LUDOTHEQUE_WRITE_SECONDS",
        20.0,
        read_seconds,
        "Seconds within which a client must read 16 KiB of a response, or it is disconnected.",
    )
    largest_head: int = setting(
        "LUDOTHEQUE_LARGEST_HEAD",
        32 * 1024,
        read_whole,
        "The maximum size of the request line, headers and trailers in bytes; beyond it 431.",
    )
    largest_body: int = setting(
        "LUDOTHEQUE_LARGEST_BODY",
        64 * 1024,
        read_whole,
        "The maximum size of a request body in bytes; beyond it 413.",
    )
    pipelined: int = setting(
        "LUDOTHEQUE_PIPELINED",
        4,
        read_whole,
        "The maximum number of pipelined requests that wait on a connection; more are not read.",
    )
    held_megabytes: int = setting(
        "LUDOTHEQUE_HELD_MEGABYTES",
        256,
        read_whole,
        "MiB of unread responses and waiting input per process; beyond it the oldest are dropped.",
    )
