"""Problems of callers who have used up a limit."""

from api.problems.code import code

CODES = (
    code(
        409,
        "too_many_tokens",
        "You have reached the limit of tokens per player (`limit`). Revoke one with `DELETE "
        "/v1/players/me/tokens/{token}`.",
    ),
    code(
        409,
        "too_many_webhooks",
        "You have reached the limit of webhooks per player (`limit`). Delete one with `DELETE "
        "/v1/webhooks/{webhook}`.",
    ),
    code(
        409,
        "too_many_seeks",
        "You have reached the limit of seeks that wait at the same time (`limit`). Cancel one with "
        "`DELETE /v1/seeks/{seek}`.",
    ),
    code(
        409,
        "too_many_tables",
        "You have reached the limit of open and running tables per host (`limit`). Finish one, or "
        "cancel a table that has not started.",
    ),
    code(
        409,
        "too_many_bot_tables",
        "You have reached the limit of running tables with bots only (`limit`). Wait until one "
        "is finished, or take a seat yourself.",
    ),
    code(
        409,
        "too_many_events",
        "This table has reached the limit of events before its start (`limit`), so nobody can sit "
        "down. Start the table, or open another one.",
    ),
    code(
        429,
        "too_many_requests",
        "You have reached your rate limit. Wait for the seconds of `Retry-After`. The command "
        "of a seat that must decide is not limited.",
    ),
    code(
        429,
        "too_much_work",
        "You have reached your limit for replays of history, which cost one unit per event. Wait "
        "for the seconds of `Retry-After`, or read the table without `at` and `head`.",
    ),
    code(
        429,
        "too_many_seat_changes",
        "You have taken, left or filled too many seats (`limit`). Wait for the seconds of "
        "`Retry-After`.",
    ),
    code(
        429,
        "too_many_audits",
        "You have requested too many audits (`limit`). Wait for the seconds of `Retry-After`, or "
        "check the history yourself with `ludotheque verify`.",
    ),
    code(
        429,
        "too_many_tests",
        "You have tested webhooks too often (`limit`). Wait for the seconds of `Retry-After`.",
    ),
    code(
        429,
        "too_many_forks",
        "You have created too many forks (`limit`). Wait for the seconds of `Retry-After`.",
    ),
    code(
        429,
        "too_many_streams",
        "You, your address, this table or this server have reached the limit of open streams "
        "(`limit`). Close one, or retry later.",
    ),
    code(
        503,
        "server_busy",
        "This server replays as many histories as it can. Nothing was stored; retry after the "
        "seconds of `Retry-After`. Commands do not wait for replays.",
    ),
)
