"""Problems of callers who have used up a limit."""

from domain.kernel.words.texts import Meaning

too_many_tokens = Meaning(
    "Too many tokens",
    "You have reached the limit of tokens per player (`limit`). Revoke one with `DELETE"
    " /v1/players/me/tokens/{token}`, or all others with `DELETE /v1/players/me/tokens`.",
)
token_rotated = Meaning(
    "Token already rotated",
    "This token was rotated and is in its grace time. Use the new token. If that answer was lost,"
    " create a token with one that has all scopes of your account, or with a recovery code.",
)
too_many_webhooks = Meaning(
    "Too many webhooks",
    "You have reached the limit of webhooks per player (`limit`). Delete one with `DELETE"
    " /v1/webhooks/{webhook}`.",
)
too_many_seeks = Meaning(
    "Too many seeks",
    "You have reached the limit of seeks that wait at the same time (`limit`). Cancel one with"
    " `DELETE /v1/seeks/{seek}`.",
)
too_many_tables = Meaning(
    "Too many tables",
    "You have reached the limit of open and running tables per host (`limit`). Finish one, or"
    " cancel a table that has not started.",
)
too_many_bot_tables = Meaning(
    "Too many bot tables",
    "You have reached the limit of running tables with bots only (`limit`). Wait until one is"
    " finished, or take a seat yourself.",
)
too_many_at_address = Meaning(
    "Too many at your address",
    "The players of your address have as many tables, tables of bots, seeks or webhooks as an"
    " address may have (`limit`). Close one, or ask the operator to raise the limit.",
)
too_many_events = Meaning(
    "Too many events",
    "This table has reached the limit of events before its start (`limit`), so nobody can sit"
    " down. Start the table, or open another one.",
)
too_many_requests = Meaning(
    "Too many requests",
    "You have reached your rate limit. Wait for the seconds of `Retry-After`. The command of a"
    " seat that must decide is not limited.",
)
too_much_work = Meaning(
    "Too much work",
    "You have reached your limit for replays of history, which cost one unit per event. Wait"
    " for the seconds of `Retry-After`, or read the table without `at` and `head`.",
)
too_many_seat_changes = Meaning(
    "Too many seat changes",
    "You have taken, left or filled too many seats (`limit`). Wait for the seconds of"
    " `Retry-After`.",
)
too_many_audits = Meaning(
    "Too many audits",
    "You have requested too many audits (`limit`). Wait for the seconds of `Retry-After`, or"
    " check the history yourself with `ludotheque verify`.",
)
too_many_tests = Meaning(
    "Too many tests",
    "You have tested webhooks too often (`limit`). Wait for the seconds of `Retry-After`.",
)
too_many_forks = Meaning(
    "Too many forks",
    "You have created too many forks (`limit`). Wait for the seconds of `Retry-After`.",
)
too_many_streams = Meaning(
    "Too many streams",
    "You, your address, this table or this server have reached the limit of open streams"
    " (`limit`). Close one, or retry later.",
)
server_busy = Meaning(
    "Server busy",
    "This server replays as many histories as it can. Nothing was stored; retry after the"
    " seconds of `Retry-After`. Commands do not wait for replays.",
)
