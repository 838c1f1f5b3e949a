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
        "Connections at one process; the limit of open files may lower it.",
    )
    request_seconds: float = setting(
        "LUDOTHEQUE_REQUEST_SECONDS",
        20.0,
        read_seconds,
        "How long a request may take to arrive before the API returns 408.",
    )
    write_seconds: float = setting(
        "LUDOTHEQUE_WRITE_SECONDS",
        20.0,
        read_seconds,
        "A connection is dropped when its client reads less than 16 KiB of an answer in this time.",
    )
    largest_head: int = setting(
        "LUDOTHEQUE_LARGEST_HEAD",
        32 * 1024,
        read_whole,
        "Bytes of a request's line, headers and trailers together, before the API returns 431.",
    )
    largest_body: int = setting(
        "LUDOTHEQUE_LARGEST_BODY",
        64 * 1024,
        read_whole,
        "Bytes of a request's body, before the API returns 413.",
    )
    pipelined: int = setting(
        "LUDOTHEQUE_PIPELINED",
        4,
        read_whole,
        "Requests of one connection that wait while another is answered; more are not read.",
    )
    held_megabytes: int = setting(
        "LUDOTHEQUE_HELD_MEGABYTES",
        256,
        read_whole,
        "Unread answers and waiting input of all connections; beyond it the oldest are dropped.",
    )
