"""The calls that cost most of the functions of lists, notices and webhooks."""

from typing import Any

from application.webhooks.policy import MOST_WAITING
from store.archive.log import AT_ONCE as ARCHIVED_AT_ONCE
from store.client.connection import Argument
from store.keyspace import PARTITIONS
from store.lists.read_model import MAX_BATCH
from tests.support.stores.worst_cases.plain import SEATS, Case, Commands, named
from workers.readers.reader import TOGETHER as COMMITS
from workers.webhooks.puller import BATCH

INDEXES = 6 + 3 * SEATS  # of a table in the list
ROWS = 50 * SEATS  # of the boards that change at once
FAILED, DONE = 250, 100  # deliveries that are kept

MODEL = named("m", "current", "next")
BUILT: Commands = [("SET", MODEL[1], "b")]
MOVED: list[Argument] = [1, *(word for p in range(PARTITIONS) for word in (p, "", "1-0"))]
OLD, NEW = (" ".join(f"{kind}{n}" for n in range(INDEXES)) for kind in ("old", "new"))
PLACED: Commands = [
    ("HSET", f"{{m}}:{generation}:places", *(w for n in range(COMMITS) for w in (n, f"1 {OLD}")))
    for generation in "ab"
]
SUBJECTS = " ".join(["lobby", *(f"p{n}" for n in range(SEATS))])
SAVED: list[Argument] = ["", COMMITS, *(w for n in range(COMMITS) for w in (n, n, f"2 {NEW}"))]
SAVED += [COMMITS, *(word for _ in range(COMMITS) for word in (SUBJECTS, "{}"))]
SAVED += [COMMITS, *(word for n in range(COMMITS) for word in (1, n, 1, 1, "")), *MOVED]
ORDER = named("f", "order", "places", "count", "positions")
LISTS = {
    "save_rows": Case(
        [*BUILT, *PLACED, ("XADD", "{m}:feed", "1-0", "t", "t")],
        [*MODEL, *named("m", "notices", "positions", "feed")],
        SAVED,
    ),
    "drop_rows": Case(
        [*BUILT, *PLACED],
        MODEL,
        [word for n in range(ARCHIVED_AT_ONCE) for word in (n, n)],
    ),
    "promote_table_list": Case(BUILT, MODEL, ["b"]),
    "find_places": Case([], MODEL, ["", *range(MAX_BATCH)]),
    "page": Case([], MODEL, ["all", "", 100, "newest"]),
    "count_index": Case([], MODEL, ["all"]),
    "order": Case([], ORDER, [COMMITS, *range(COMMITS), *MOVED]),
    "drop_places": Case(
        [("HSET", ORDER[1], n, n + 1) for n in range(ARCHIVED_AT_ONCE)],
        ORDER[:2],
        list(range(ARCHIVED_AT_ONCE)),
    ),
    "fold": Case(
        [("HSET", "{m}:a:places", f"g|{n}", "old") for n in range(ROWS)],
        MODEL,
        ["a", 0, 50, *(word for n in range(ROWS) for word in ("g", n, "rank", "row"))],
    ),
    "promote_leaderboard": Case(BUILT, MODEL, ["b"]),
    "standings": Case([], MODEL, ["", *(f"g|{n}" for n in range(ROWS))]),
    "board": Case(
        [("ZADD", "{m}:a:index:g", 0, f"{n:016}|p") for n in range(200)], MODEL, ["g", "", 101]
    ),
    "publish_notice": Case([], ["{n}"], [SUBJECTS, "{}"]),
    "advance_reader": Case([], ["{n}"], MOVED),
}

# Webhooks
HOOK: Any = named("w", "hook", "deliveries", "places", "waiting", "turns", "failed", "done", "due")
CREATED: Commands = [("HSET", HOOK[0], "created", 1)]
TURN = '{"event":"your_turn","table":"t"}'


def delivered(status: str, where: int, count: int) -> Commands:
    """Deliveries of one table, which are in this set."""
    return [
        command
        for n in range(count)
        for command in (
            ("HSET", HOOK[1], f"{status}{n}", f"{status} 1 - {TURN}"),
            ("ZADD", HOOK[2], n, f"{status}{n}"),
            ("ZADD", HOOK[where], n, f"{status}{n}"),
        )
    ]


LOG = [*delivered("failed", 5, FAILED), *delivered("done", 6, DONE)]
WEBHOOKS = {
    "add_webhook": Case([], HOOK[:6], ["w", 10, "{}", "s", 3_000, 30]),
    "remove_webhook": Case([], HOOK, ["w"]),
    "rotate_webhook": Case([("HSET", "{w}", "secrets", "a")], ["{w}"], ["a", "b"]),
    "notify_webhook": Case(  # it supersedes a turn, and the log is full
        [*CREATED, *LOG, *delivered("waiting", 3, 1), ("HSET", HOOK[4], "t", "waiting0")],
        HOOK,
        ["w", "new", 9, "t", MOST_WAITING, TURN, TURN, "why"],
    ),
    "pull_notices": Case(  # each supersedes one that waits, and the log is full
        [
            *(*CREATED, *LOG, *delivered("waiting", 3, BATCH - 1)),
            *(("HSET", HOOK[4], f"t{n}", f"waiting{n}") for n in range(BATCH - 1)),
        ],
        HOOK,
        ["w", "", "1-0", BATCH, *(w for n in range(BATCH) for w in (f"new{n}", f"t{n}", TURN))],
    ),
    "claim_delivery": Case(
        [*CREATED, *delivered("waiting", 3, 1), ("ZADD", HOOK[7], 1, "w")],
        HOOK,
        ["w", 1, 9_000, "token", "created"],
    ),
    "settle_delivery": Case(
        [*CREATED, *LOG, *delivered("waiting", 3, 1), ("HSET", HOOK[4], "t", "waiting0")],
        HOOK,
        ["w", "waiting0", "token", "delivered", 1, TURN, 0, "t", 1, 1, 1, "why"],
    ),
    "enable_webhook": Case([*CREATED, *delivered("waiting", 3, MOST_WAITING)], HOOK, ["w"]),
    "redeliver_failed": Case([*CREATED, *LOG], HOOK, ["w", MOST_WAITING]),
    "redeliver": Case([*CREATED, *LOG], HOOK, ["w", MOST_WAITING, "failed0"]),
}
CASES = {**LISTS, **WEBHOOKS}
