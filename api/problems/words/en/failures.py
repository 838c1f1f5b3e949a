"""Problems of the server: a failure, or a store that does not respond."""

from domain.kernel.words.texts import Meaning

internal = Meaning(
    "Internal error",
    "The server has failed, and has logged the reason. Nothing was stored in part; retry later.",
)
history_damaged = Meaning(
    "Damaged history",
    "The stored events of this table do not match its hash chain, so the server returns none"
    " of them. The operator must restore the table.",
)
unknown_rules = Meaning(
    "Unknown edition of the rules",
    "This server does not have the rules of this table. `GET …/history` still works and names"
    " their package under `rules`; the operator must install it.",
)
store_unavailable = Meaning(
    "Store unavailable",
    "The store does not respond. Nothing was stored; retry after the seconds of `Retry-After`.",
)
too_many_connections = Meaning(
    "Too many connections",
    "The server has reached its maximum number of connections. Nothing was done; retry after"
    " the seconds of `Retry-After`.",
)
not_ready = Meaning(
    "Not ready",
    "The store refuses writes, or will soon: `detail` names the cause. Send requests to"
    " another server, or retry later.",
)
maintenance = Meaning(
    "Under maintenance",
    "The server is under maintenance: you can read, but change nothing. Players get the time"
    " back. Retry after the seconds of `Retry-After`.",
)
table_busy = Meaning(
    "Table busy", "Too many requests change this table at the same time. Nothing was stored; retry."
)
outcome_unknown = Meaning(
    "Outcome unknown",
    "The store did not confirm the request in time, so it may or may not be stored. Send it"
    " again with the same `Idempotency-Key`; without a key, read first what is stored.",
)
