"""What one caller may use of the server: rates, work, and quotas. `None` means no limit."""

from dataclasses import dataclass, fields
from typing import Any

from application.setting_fields import setting
from application.setting_values import (
    Quota,
    Rate,
    read_limit,
    read_quota,
    read_rate,
    read_seconds,
    read_whole,
)

FOR_CALLERS, FOR_REGISTRATION = Rate(300, 1500), Rate(5, 100)
FOR_WORK = Rate(5_000, 50_000)  # events
ALWAYS_BOUND = frozenset({"replays", "replays_waiting", "histories", "streams", "seek_seconds"})

COUNTED_BY_PROCESS = (
    "per_token",
    "per_address",
    "of_registration",
    "work_per_token",
    "work_per_address",
    "streams_per_token",
    "streams_per_address",
)


@dataclass(frozen=True, kw_only=True)
class LimitSettings:
    per_token: Rate | None = setting(
        "LUDOTHEQUE_RATE_PER_TOKEN",
        FOR_CALLERS,
        read_rate,
        "The rate limit of a token: requests per second and burst; `off` for no limit.",
        "300:1500",
    )
    per_address: Rate | None = setting(
        "LUDOTHEQUE_RATE_PER_ADDRESS",
        FOR_CALLERS,
        read_rate,
        "The rate limit of an address, for all of its requests with or without a token.",
        "300:1500",
    )
    of_registration: Rate | None = setting(
        "LUDOTHEQUE_RATE_OF_REGISTRATION",
        FOR_REGISTRATION,
        read_rate,
        "The rate limit of new players from an address.",
        "5:100",
    )
    work_per_token: Rate | None = setting(
        "LUDOTHEQUE_WORK_PER_TOKEN",
        FOR_WORK,
        read_rate,
        "The replay limit of a token: events per second and burst.",
        "5000:50000",
    )
    work_per_address: Rate | None = setting(
        "LUDOTHEQUE_WORK_PER_ADDRESS",
        FOR_WORK,
        read_rate,
        "The replay limit of an address, for all of its requests.",
        "5000:50000",
    )
    replays: int = setting(
        "LUDOTHEQUE_REPLAYS",
        2,
        read_whole,
        "The maximum number of replays at the same time per process.",
    )
    replays_waiting: int = setting(
        "LUDOTHEQUE_REPLAYS_WAITING",
        64,
        read_whole,
        "The maximum number of replays that wait per process before the API returns 503.",
    )
    histories: int = setting(
        "LUDOTHEQUE_HISTORIES",
        32,
        read_whole,
        "The maximum number of histories sent at the same time per process.",
    )
    tables_per_player: int | None = setting(
        "LUDOTHEQUE_TABLES_PER_PLAYER",
        100,
        read_limit,
        "The maximum number of open and running tables per host. Each counts for 7 days.",
    )
    bot_tables_per_player: int | None = setting(
        "LUDOTHEQUE_BOT_TABLES_PER_PLAYER",
        4,
        read_limit,
        "The maximum number of running tables with bots only per host.",
    )
    seat_changes: Quota | None = setting(
        "LUDOTHEQUE_SEAT_CHANGES",
        Quota(600, 3600),
        read_quota,
        "The limit of seats that a player takes, leaves or fills: `<number>/<s, m, h or d>`.",
        "600/h",
    )
    events_before_start: int | None = setting(
        "LUDOTHEQUE_EVENTS_BEFORE_START",
        200,
        read_limit,
        "The maximum number of events of a table before its start; then nobody can sit down.",
    )
    audits: Quota | None = setting(
        "LUDOTHEQUE_AUDITS",
        Quota(60, 3600),
        read_quota,
        "The limit of audits per player, or per address without a token.",
        "60/h",
    )
    forks: Quota | None = setting(
        "LUDOTHEQUE_FORKS", Quota(60, 3600), read_quota, "The limit of forks per player.", "60/h"
    )
    seeks_per_player: int | None = setting(
        "LUDOTHEQUE_SEEKS_PER_PLAYER",
        5,
        read_limit,
        "The maximum number of seeks per player that wait at the same time.",
    )
    seek_seconds: float = setting(
        "LUDOTHEQUE_SEEK_SECONDS",
        30.0,
        read_seconds,
        "Seconds after which a seek expires unless its player polls it or has a stream open.",
    )
    webhooks_per_player: int | None = setting(
        "LUDOTHEQUE_WEBHOOKS_PER_PLAYER",
        10,
        read_limit,
        "The maximum number of webhooks per player.",
    )
    webhook_tests: Quota | None = setting(
        "LUDOTHEQUE_WEBHOOK_TESTS",
        Quota(60, 3600),
        read_quota,
        "The limit of test deliveries per player.",
        "60/h",
    )
    streams_per_token: int | None = setting(
        "LUDOTHEQUE_STREAMS_PER_TOKEN", 16, read_limit, "The maximum number of streams per token."
    )
    streams_per_address: int | None = setting(
        "LUDOTHEQUE_STREAMS_PER_ADDRESS",
        500,
        read_limit,
        "The maximum number of streams per address, with or without a token.",
    )
    streams_per_table: int | None = setting(
        "LUDOTHEQUE_STREAMS_PER_TABLE",
        1_000,
        read_limit,
        "The maximum number of streams per table.",
    )
    streams: int = setting(
        "LUDOTHEQUE_STREAMS", 10_000, read_whole, "The maximum number of streams per process."
    )

    def shared_limits(self, processes: int) -> dict[str, Any]:
        """Return what each of several processes counts by itself, as its share of the whole."""
        return {name: _share(getattr(self, name), processes) for name in COUNTED_BY_PROCESS}


def _share(limit: Rate | int | None, processes: int) -> Rate | int | None:
    """Return a limit divided by the processes, and rounded up."""
    if isinstance(limit, Rate):
        return Rate(-(-limit.per_second // processes), -(-limit.burst // processes))
    return None if limit is None else -(-limit // processes)


NO_LIMITS: dict[str, Any] = dict.fromkeys(
    (each.name for each in fields(LimitSettings) if each.name not in ALWAYS_BOUND), None
)
