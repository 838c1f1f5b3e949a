"""Where the API listens, in how many processes, and which proxies it believes."""

from dataclasses import dataclass
from pathlib import Path

from application.setting_fields import setting
from application.setting_values import (
    ListenAddress,
    Networks,
    one_of,
    read_listen_address,
    read_networks,
    read_path,
    read_port,
    read_prefix,
    read_processes,
    read_text,
    read_words,
)

PROXY_HEADERS = ("X-Forwarded-For", "Forwarded")


@dataclass(frozen=True, kw_only=True)
class ListenSettings:
    host: str = setting("HOST", "127.0.0.1", read_text, "The address the API listens on.")
    port: int = setting("PORT", 8000, read_port, "The port the API listens on.")
    prefix: str = setting(
        "LUDOTHEQUE_PREFIX",
        "",
        read_prefix,
        "The path below which everything is served, such as `/ludo`. The proxy before the server"
        " must leave it in the path.",
        "none",
    )
    processes: int = setting(
        "LUDOTHEQUE_PROCESSES",
        1,
        read_processes,
        "The number of server processes, which share the limits that each counts by itself."
        " `ludotheque serve` starts so many behind HAProxy.",
    )
    socket: Path | None = setting(
        "LUDOTHEQUE_SOCKET",
        None,
        read_path,
        "A unix socket that the API listens on instead of `PORT`. What connects to it is believed"
        " like a trusted proxy.",
        "none",
    )
    trusted_proxies: Networks = setting(
        "LUDOTHEQUE_TRUSTED_PROXIES",
        (),
        read_networks,
        "The addresses and networks of proxies whose header names the address of the client.",
        "none",
    )
    proxy_header: str = setting(
        "LUDOTHEQUE_PROXY_HEADER",
        PROXY_HEADERS[0],
        one_of(PROXY_HEADERS),
        "The header of these proxies, `X-Forwarded-For` or `Forwarded`; the other is ignored.",
    )
    metrics_address: ListenAddress | None = setting(
        "LUDOTHEQUE_METRICS_ADDRESS",
        None,
        read_listen_address,
        "The `host:port` that serves `/metrics` instead of the public address.",
        "the public address",
    )
    cors_origins: frozenset[str] = setting(
        "LUDOTHEQUE_CORS_ORIGINS",
        frozenset(),
        read_words,
        "Origins whose web pages may call the API, separated by spaces or commas; `*` for all,"
        " `loopback` for pages on this machine (any port; the default of `make serve`).",
        "none",
    )
