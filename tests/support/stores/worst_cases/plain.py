"""The call of each other function that costs most: what its keys hold before, and its arguments."""

from collections.abc import Sequence
from typing import NamedTuple

from application.ports.accounts import MOST_TOKENS
from store.client.base import StoreClient
from store.client.connection import Argument
from store.heartbeat import MOST_OUTAGES
from store.keyspace import PARTITIONS
from store.lua.functions import fcall

SEATS = 8
CODES = 10  # recovery codes of a player
MACHINES = 32
PARTS = 400  # entries of a commit
LEASED = 100  # members of a due set
HEAD, NEXT = b"h" * 32, b"n" * 32
LATER = 9 * 10**14  # ms since 1970
Commands = Sequence[Sequence[Argument]]


class Case(NamedTuple):
    before: Commands
    keys: Sequence[Argument]
    args: Sequence[Argument]

    async def fill(self, client: StoreClient, name: str) -> list[Argument]:
        """Fill the keys; return the call."""
        for command in self.before:
            await client.execute(*command)
        return fcall(name, list(self.keys), *self.args)


def named(tag: str, *names: str) -> list[Argument]:
    return [f"{{{tag}}}:{name}" for name in names]


# Accounts
HASHES = [bytes([n]) * 32 for n in range(MOST_TOKENS)]
TOKEN_KEYS = [f"{{accounts}}:token:{each.hex()}" for each in HASHES]
PLAYER, TOKEN, TOKENS, CHANGES = named("accounts", "p", "t", "ts", "changes")
CODE_KEYS = [f"{{accounts}}:code:{n}" for n in range(2 * CODES)]
NAMED: Commands = [("HSET", PLAYER, "name", "Anne", "scopes", "play")]
LISTED: Commands = [("HSET", TOKENS, f"id{n}", each) for n, each in enumerate(HASHES)]
VALID: Commands = [("HSET", key, "id", n, "created", n) for n, key in enumerate(TOKEN_KEYS)]
SOME_CODES: Commands = [("SADD", "{accounts}:cs", n) for n in range(CODES)]
MADE: list[Argument] = ["new", b"x" * 32, "bot", LATER]
ACCOUNTS = {
    "create_account": Case(
        [],
        [PLAYER, TOKEN, TOKENS, "{accounts}:uses"],
        ["p", "Anne", "play", "new", b"x" * 32, "bot", LATER, "code", 9],
    ),
    "rename_player": Case(NAMED, [PLAYER, CHANGES], ["p", "Zoë"]),
    "replace_codes": Case(
        [*NAMED, *SOME_CODES],
        [PLAYER, "{accounts}:cs", *CODE_KEYS],
        ["p", CODES, *range(CODES, 2 * CODES)],
    ),
    "erase_account": Case(
        [*NAMED, *LISTED, *SOME_CODES],
        [PLAYER, TOKENS, "{accounts}:cs", CHANGES, *TOKEN_KEYS, *CODE_KEYS[:CODES]],
        ["p", MOST_TOKENS, CODES, *HASHES],
    ),
    "append_act": Case(
        [("XADD", "{a}", "1-0", "a", "act", "h", HEAD)], ["{a}"], [2, HEAD, "next", NEXT]
    ),
    "add_token": Case(  # all tokens have expired
        [*NAMED, *LISTED],
        [PLAYER, TOKEN, TOKENS],
        ["p", MOST_TOKENS, "new", b"x" * 32, "bot", "play", LATER],
    ),
    "revoke_tokens": Case([*LISTED, *VALID], [TOKENS, CHANGES], ["", ""]),
    "rotate_token": Case(  # all others have expired
        [*LISTED, ("HSET", TOKEN_KEYS[0], "id", "id0", "player", "p", "name", "", "scopes", "")],
        [TOKEN_KEYS[0], TOKEN, TOKENS, CHANGES],
        [HASHES[0], "new", b"x" * 32, LATER, LATER, MOST_TOKENS],
    ),
    "use_code": Case(
        [*NAMED, *LISTED, *VALID, ("SET", CODE_KEYS[0], "p")],
        [CODE_KEYS[0], "{accounts}:cs", PLAYER, TOKEN, TOKENS, CHANGES],
        ["c", "p", *MADE, MOST_TOKENS],
    ),
}

# Tickets, rewards, quotas, audits
SMALL = {
    "issue_ticket": Case([], ["{t}"], ["p", "t", 30, "hash", ""]),
    "redeem_ticket": Case(
        [("HSET", "{t}", "player", "p", "table", "t")], ["{t}"], ["t", "c", "", 9]
    ),
    "claim_rewards": Case([], ["{t}"], ["t", *range(SEATS)]),
    "release_reward": Case([("HSET", "{t}", "p", "t")], ["{t}"], ["t", "p"]),
    "hold": Case([("ZADD", "{q}", n, n) for n in range(9)], ["{q}"], ["m", 5, 60_000]),
    "spend": Case([("SET", "{q}", 1)], ["{q}"], [5, 60_000]),
    "ask_audit": Case([], named("a", "1", "2"), ["a", "t", 1, 1, 9]),
    "touch_audit": Case([("HSET", "{a}", "total", 1)], ["{a}"], [1, 1]),
    "close_audit": Case(
        [("HSET", "{a}:1", "total", 1), ("SET", "{a}:2", "a")], named("a", "1", "2"), ["a", 1, "r"]
    ),
}

# Tables
OWN = [f"{{p00}}:table:t:{name}" for name in ("events", "meta", "keys", "seed")]
SHARED = named("p00", "feed", "deadlines", "log", "tables", "gone")
PART = "\n".join("e" * 256)
HEART = named("heart", "heart", "outages", "claims", "evidence")
STAMPS: Commands = [("HSET", HEART[0], f"seen:m{n}", f"{LATER}:1") for n in range(MACHINES + 1)]
TABLES = {
    "append": Case(
        [],
        [*OWN, *SHARED],
        [
            *("t", 0, HEAD, NEXT, b"i" * 16, "{}", "key", "digest", 1, LATER, LATER, b"s" * 32),
            *("log", "lasting", "moving", "notes", *[PART] * PARTS),
        ],
    ),
    "recall": Case([("HSET", "{t}", "k", "record")], ["{t}"], ["k"]),
    "overdue": Case([], [f"{{d}}:{n}" for n in range(PARTITIONS)], ["", LEASED]),
    "lease": Case(
        [("ZADD", "{d}", 1, n) for n in range(LEASED)],
        ["{d}"],
        ["", 5_000, *(word for n in range(LEASED) for word in (n, 1))],
    ),
    "put_due": Case([("ZADD", "{d}", 1, "t")], ["{d}"], ["t", 1, 2]),
    "enter_segment": Case([], named("a", "1", "2", "3"), ["ff"]),
    "archive_table": Case(
        [("HSET", "{t}:1", "v", 1, "h", HEAD)], named("t", *"123456789"), ["t", 1, HEAD, 1]
    ),
    "trim_feed": Case(
        [("XADD", "{f}:1", f"{n}-0", "t", "t") for n in range(1, 9)], named("f", "1", "2"), ["8-0"]
    ),
    "put_row": Case([("HSET", "{t}", "v", 1)], ["{t}"], [1, "r", "d"]),
    "save_snapshots": Case(
        [("HSET", "{t}:2", "v", 99)],
        named("t", "1", "2"),
        [9, *(word for n in range(40) for word in (n, "s"))],
    ),
    "snapshots_near": Case([("HSET", "{t}", 1, "a", 9, "b")], ["{t}"], [5]),
    "mark_logged": Case([], named("t", "1", "2"), ["1-0", "started", 1, "closed", 2]),
    "set_logged_size": Case([], ["{t}"], [1, "log"]),
    "beat": Case(  # the clock was set back to before the last beat, which all machines have seen
        [*STAMPS, ("HSET", HEART[0], "last", LATER, "seen:m0", f"{LATER}:1")],
        HEART,
        [1, "m0", 10**12, 1],
    ),
    "add_evidence": Case([("HSET", HEART[2], 1, "claim")], HEART, [1, "p", 1]),
    "settle_outage": Case(
        [("HSET", HEART[2], 1, "c"), *(("HSET", HEART[3], f"1|{n}", 1) for n in range(64))],
        HEART,
        [1, MOST_OUTAGES, "1:2"],
    ),
    "grant_outage": Case(
        [("RPUSH", HEART[1], f"{n}:9") for n in range(MOST_OUTAGES)], HEART, [MOST_OUTAGES, "1:2"]
    ),
}

CASES = {**ACCOUNTS, **SMALL, **TABLES}
