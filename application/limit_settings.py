"""What one caller may use of the server: rates, work, and quotas. `None` means no limit."""

from dataclasses import dataclass, fields
from typing import Any

from application.setting_field import setting
from application.setting_values import (
    Quota,
    Rate,
    read_limit,
    read_quota,
    read_rate,
    read_whole,
)

FOR_CALLERS, FOR_REGISTRATION = Rate(300, 1500), Rate(5, 100)
FOR_WORK = Rate(5_000, 50_000)  # events
ALWAYS_BOUND = frozenset({"replays", "replays_waiting", "histories", "streams"})


@dataclass(frozen=True, kw_only=True)
class LimitSettings:
    per_token: Rate | None = setting(
        "LUDOTHEQUE_RATE_PER_TOKEN",
        FOR_CALLERS,
        read_rate,
        "Requests per second, and at once, of one token; `off` = no limit.",
        "300:1500",
    )
    per_address: Rate | None = setting(
        "LUDOTHEQUE_RATE_PER_ADDRESS",
        FOR_CALLERS,
        read_rate,
        "The same for all requests of one address, with or without a token.",
        "300:1500",
    )
    of_registration: Rate | None = setting(
        "LUDOTHEQUE_RATE_OF_REGISTRATION",
        FOR_REGISTRATION,
        read_rate,
        "New players per second, and at once, from one address.",
        "5:100",
    )
    work_per_token: Rate | None = setting(
        "LUDOTHEQUE_WORK_PER_TOKEN",
        FOR_WORK,
        read_rate,
        "Events that the requests of one token may replay per second, and at once.",
        "5000:50000",
    )
    work_per_address: Rate | None = setting(
        "LUDOTHEQUE_WORK_PER_ADDRESS",
        FOR_WORK,
        read_rate,
        "The same for all requests of one address.",
        "5000:50000",
    )
    replays: int = setting(
        "LUDOTHEQUE_REPLAYS", 2, read_whole, "Histories that one process replays at once."
    )
    replays_waiting: int = setting(
        "LUDOTHEQUE_REPLAYS_WAITING",
        64,
        read_whole,
        "Replays that may wait for their turn at one process; more get 503 `server_busy`.",
    )
    histories: int = setting(
        "LUDOTHEQUE_HISTORIES", 32, read_whole, "Histories that one process sends at once."
    )
    tables_per_player: int | None = setting(
        "LUDOTHEQUE_TABLES_PER_PLAYER",
        100,
        read_limit,
        "Tables that are not closed, of one host. A table counts for seven days at most.",
    )
    bot_tables_per_player: int | None = setting(
        "LUDOTHEQUE_BOT_TABLES_PER_PLAYER",
        4,
        read_limit,
        "Running tables of one host at which only bots sit.",
    )
    seat_changes: Quota | None = setting(
        "LUDOTHEQUE_SEAT_CHANGES",
        Quota(600, 3600),
        read_quota,
        "How often one player may take, leave or fill a seat: `<number>/<s, m, h or d>`.",
        "600/h",
    )
    events_before_start: int | None = setting(
        "LUDOTHEQUE_EVENTS_BEFORE_START",
        200,
        read_limit,
        "Events of a table before its start; then nobody can sit down any more.",
    )
    audits: Quota | None = setting(
        "LUDOTHEQUE_AUDITS",
        Quota(60, 3600),
        read_quota,
        "Audits that one player, or one address without a token, may request.",
        "60/h",
    )
    forks: Quota | None = setting(
        "LUDOTHEQUE_FORKS", Quota(60, 3600), read_quota, "Forks that one player may make.", "60/h"
    )
    webhooks_per_player: int | None = setting(
        "LUDOTHEQUE_WEBHOOKS_PER_PLAYER", 10, read_limit, "Webhooks of one player."
    )
    streams_per_token: int | None = setting(
        "LUDOTHEQUE_STREAMS_PER_TOKEN", 16, read_limit, "Open streams of one token."
    )
    streams_per_address: int | None = setting(
        "LUDOTHEQUE_STREAMS_PER_ADDRESS",
        500,
        read_limit,
        "Open streams of one address, with or without a token.",
    )
    streams_per_table: int | None = setting(
        "LUDOTHEQUE_STREAMS_PER_TABLE", 1_000, read_limit, "Open streams of one table."
    )
    streams: int = setting("LUDOTHEQUE_STREAMS", 10_000, read_whole, "Streams at one process.")


NO_LIMITS: dict[str, Any] = dict.fromkeys(
    (each.name for each in fields(LimitSettings) if each.name not in ALWAYS_BOUND), None
)
