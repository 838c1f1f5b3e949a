"""Problems of the server: a failure, or a store that does not respond."""

from api.problems.code import code

CODES = (
    code(
        500,
        "internal",
        "The server has failed, and has logged the reason. Nothing was stored in part; retry "
        "later.",
        "Internal error",
    ),
    code(
        500,
        "history_damaged",
        "The stored events of this table do not match its hash chain, so the server returns "
        "none of them. The operator must restore the table.",
        "Damaged history",
    ),
    code(
        500,
        "unknown_rules",
        "This server does not have the rules of this table. `GET …/history` still works and "
        "names their package under `rules`; the operator must install it.",
        "Unknown edition of the rules",
    ),
    code(
        503,
        "store_unavailable",
        "The store does not respond. Nothing was stored; retry after the seconds of `Retry-After`.",
    ),
    code(
        503,
        "too_many_connections",
        "The server has reached its maximum number of connections. Nothing was done; retry after "
        "the seconds of `Retry-After`.",
    ),
    code(
        503,
        "not_ready",
        "The store refuses writes, or will soon: `detail` names the cause. Send requests to "
        "another server, or retry later.",
        "Not ready",
    ),
    code(
        503,
        "maintenance",
        "The server is under maintenance: you can read, but change nothing. Players get the time "
        "back. Retry after the seconds of `Retry-After`.",
        "Under maintenance",
    ),
    code(
        503,
        "table_busy",
        "Too many requests change this table at the same time. Nothing was stored; retry.",
    ),
    code(
        503,
        "outcome_unknown",
        "The store did not confirm the request in time, so it may or may not be stored. Send "
        "it again with the same `Idempotency-Key`; without a key, read first what is stored.",
    ),
)
