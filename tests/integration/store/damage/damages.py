"""Damage to every kind of key in the store: what a flipped bit or a lost key may look like."""

from store import keyspace
from store.client.base import StoreClient
from store.keyspace import HEARTBEAT
from store.lists import list_keys
from store.lists.list_keys import (
    FINISHED_COUNT,
    FINISHED_ORDER,
    FINISHED_PLACES,
    LEADERBOARD,
    TABLE_LIST,
)
from store.lists.read_model import FIRST_GENERATION as GENERATION
from store.people import people_keys
from tests.integration.store.damage.inflicting import (
    Damage,
    Played,
    always,
    change_entry,
    flipped,
    flipped_field,
    other_type,
    run,
)

TICKET = people_keys.ticket(bytes(32))
RUNNING_AUDIT = keyspace.running_audit("t")
EVIDENCE = HEARTBEAT.evidence
SEEK_PLACES = people_keys.SEEK_PLACES
SHARED = (
    ("leases of presence", people_keys.PRESENCE_PROCESSES),
    ("changes of presence", people_keys.PRESENCE_CHANGES),
    ("usage", people_keys.usage("requests", 1)),
    ("pending matches", people_keys.PENDING_MATCHES),
    ("seek", "{seeks}:seek:" + "a" * 26),
    ("match", "{seeks}:match:" + "a" * 26),
    ("pool of seeks", "{seeks}:pool:" + "0" * 32),
    ("seeks of a player or an address", "{seeks}:player:" + "a" * 26),
    ("public feed", keyspace.PUBLIC_FEED),
    ("notices", list_keys.NOTICES),
    ("notices of a subject", list_keys.notices_of("lobby")),
)


def _idempotency(played: Played) -> str:
    return keyspace.idempotency(played.running.table)


def _feed(played: Played) -> str:
    return keyspace.feed(played.partition)


def _registry(played: Played) -> str:
    return keyspace.tables(played.partition)


async def _unregistered(client: StoreClient, played: Played) -> None:
    await client.execute("SREM", _registry(played), played.running.table)


def _deadlines(played: Played) -> str:
    return keyspace.deadlines(played.partition)


async def _wrong_deadline(client: StoreClient, played: Played) -> None:
    await client.execute("ZINCRBY", _deadlines(played), 3_600_000, played.running.table)


async def _no_deadline(client: StoreClient, played: Played) -> None:
    await client.execute("ZREM", _deadlines(played), played.running.table)


async def _stranger(client: StoreClient, played: Played) -> None:
    await client.execute("ZADD", _deadlines(played), 1, "x" * 26)


async def _feed_of_another(client: StoreClient, played: Played) -> None:
    key = _feed(played)
    [(_, fields), *_] = await client.execute("XRANGE", key, "-", "+")
    await change_entry(client, key, 0, b"t", b"y" * 26, *fields[2:])


async def _feed_without_entry(client: StoreClient, played: Played) -> None:
    entries = await client.execute("XRANGE", _feed(played), "-", "+")
    await client.execute("XDEL", _feed(played), entries[1][0])


async def _no_index_member(client: StoreClient, played: Played) -> None:
    await client.execute("ZREMRANGEBYRANK", TABLE_LIST.index(GENERATION, "all"), 0, 0)


async def _order_of_nothing(client: StoreClient, played: Played) -> None:
    await change_entry(client, FINISHED_ORDER, 0, "t", "z" * 26)


def _model(name: str, keys: list_keys.ReadModelKeys, index: str) -> tuple[Damage, ...]:
    places, names = (always(part(GENERATION)) for part in (keys.places, keys.index_names))
    board = always(keys.index(GENERATION, index))
    current, next_, count = always(keys.current), always(keys.next), always(keys.count)
    return (
        Damage(f"{name}: places", "a bit is flipped", flipped_field(places)),
        Damage(f"{name}: places", "all are lost", run("DEL", None, key=places)),
        Damage(f"{name}: index names", "all are lost", run("DEL", None, key=names)),
        Damage(f"{name}: index", "a stranger", run("ZADD", None, 0, "0|" + "q" * 26, key=board)),
        Damage(f"{name}: index", "it is lost", run("DEL", None, key=board)),
        Damage(f"{name}: current", "no generation", run("SET", None, "??", key=current)),
        Damage(f"{name}: current", "another one", run("SET", None, "g7", key=current)),
        Damage(f"{name}: next", "no generation", run("SET", None, "?", key=next_)),
        Damage(f"{name}: count", "no number", run("SET", None, "?", key=count)),
    )


def _events(played: Played) -> str:
    return keyspace.events(played.running.table)


def _meta(played: Played) -> str:
    return keyspace.meta(played.running.table)


def _seed(played: Played) -> str:
    return keyspace.seed(played.running.table)


def _reward_claims(played: Played) -> str:
    return keyspace.reward_claims(played.running.table)


def _snapshots(played: Played) -> str:
    return keyspace.snapshots(played.running.table, "0" * 16)


def _presence(played: Played) -> str:
    return keyspace.presence(played.running.table)


async def _changed_event(client: StoreClient, played: Played) -> None:
    [_, (_, fields), *_] = await client.execute("XRANGE", _events(played), "-", "+")
    await change_entry(client, _events(played), 1, "e", flipped(fields[1]), *fields[2:])


async def _flipped_seed(client: StoreClient, played: Played) -> None:
    await client.execute("SET", _seed(played), flipped(await client.execute("GET", _seed(played))))


async def _malformed_heart(client: StoreClient, played: Played) -> None:
    await client.execute("HSET", HEARTBEAT.heart, "last", "soon")


ROWS, POSITION = always(LEADERBOARD.rows(GENERATION)), always(LEADERBOARD.position(GENERATION))
CODES = always(people_keys.codes_of("p" * 26))
CHANGES = always(people_keys.ACCOUNT_CHANGES)
SOURCES: tuple[Damage, ...] = (
    Damage("events", "a bit is flipped", _changed_event, mended=False),
    Damage("events", "another type", other_type(_events), mended=False),
    Damage("events", "all are lost", run("DEL", None, key=_events), mended=False),
    Damage("head", "a bit is flipped", flipped_field(_meta, b"h"), mended=False),
    Damage("head", "it is lost", run("DEL", None, key=_meta), mended=False),
    Damage("seed", "a bit is flipped", _flipped_seed, mended=False),
    Damage("seed", "it is lost", run("DEL", None, key=_seed), mended=False),
    Damage(
        "reward claims", "another type", run("SET", None, "x", key=_reward_claims), mended=False
    ),
    *(
        Damage(kind, "another type", run("SADD", None, "nonsense", key=always(key)), mended=False)
        for kind, key in (
            ("player", people_keys.player("p" * 26)),
            ("token", people_keys.token(bytes(32))),
            ("tokens of a player", people_keys.tokens_of("p" * 26)),
            ("recovery code", people_keys.recovery_code(bytes(32))),
            ("audit", keyspace.audit("a" * 26)),
            ("uses of invitations", people_keys.INVITATION_USES),
            ("acts of administrators", people_keys.ACTS),
        )
    ),
    Damage("codes of a player", "another type", run("SET", None, "x", key=CODES), mended=False),
)
DERIVED: tuple[Damage, ...] = (
    Damage("row", "a bit of the lasting part is flipped", flipped_field(_meta, b"r")),
    Damage("row", "a bit of the moving part is flipped", flipped_field(_meta, b"d")),
    Damage("idempotency records", "a bit is flipped", flipped_field(_idempotency)),
    Damage("idempotency records", "all are lost", run("DEL", None, key=_idempotency)),
    Damage(
        "idempotency records", "one of nobody", run("HSET", None, "k", "1:1:", key=_idempotency)
    ),
    Damage("idempotency records", "another type", other_type(_idempotency)),
    Damage("feed", "an entry names another table", _feed_of_another),
    Damage("feed", "an entry is lost", _feed_without_entry),
    Damage("feed", "no commit", run("XADD", None, "*", "nonsense", "x", key=_feed)),
    Damage("feed", "it is lost", run("DEL", None, key=_feed)),
    Damage("feed", "another type", other_type(_feed)),
    Damage("registry of tables", "a table is lost", _unregistered),
    Damage("registry of tables", "it is lost", run("DEL", None, key=_registry)),
    Damage("registry of tables", "no table", run("SADD", None, "x" * 26, key=_registry)),
    Damage("registry of tables", "another type", other_type(_registry)),
    Damage("deadlines", "another time", _wrong_deadline),
    Damage("deadlines", "a table is lost", _no_deadline),
    Damage("deadlines", "no table", _stranger),
    Damage("deadlines", "another type", other_type(_deadlines)),
    *_model("table list", TABLE_LIST, "all"),
    *_model("leaderboard", LEADERBOARD, "gumball_rally"),
    Damage("leaderboard: rows", "a bit is flipped", flipped_field(ROWS)),
    Damage("leaderboard: rows", "all are lost", run("DEL", None, key=ROWS)),
    Damage("leaderboard: rows", "another type", other_type(ROWS)),
    Damage("leaderboard: position", "another number", run("SET", None, 999, key=POSITION)),
    Damage("leaderboard: position", "no number", run("SET", None, "12e", key=POSITION)),
    Damage("positions", "another type", other_type(always(keyspace.positions("table_list")))),
    Damage("table list: index", "a table is lost", _no_index_member),
    Damage("order of finished tables", "an entry names nothing", _order_of_nothing),
    Damage("order of finished tables", "it is lost", run("DEL", None, key=always(FINISHED_ORDER))),
    Damage("places of finished tables", "a bit is flipped", flipped_field(always(FINISHED_PLACES))),
    Damage("places of finished tables", "lost", run("DEL", None, key=always(FINISHED_PLACES))),
    Damage("number of places", "another number", run("SET", None, 9, key=always(FINISHED_COUNT))),
    Damage("number of places", "it is lost", run("DEL", None, key=always(FINISHED_COUNT))),
)
PASSING: tuple[Damage, ...] = (
    Damage("snapshots", "another type", run("SADD", None, "nonsense", key=_snapshots)),
    Damage("presence", "another type", run("SADD", None, "nonsense", key=_presence)),
    *[Damage(kind, "another type", other_type(always(key))) for kind, key in SHARED],
    Damage("places of seeks", "another type", run("SADD", None, "x", key=always("{seeks}:places"))),
    Damage("changes of accounts", "another type", run("SADD", None, "x", key=CHANGES)),
    Damage("ticket", "another type", run("SADD", None, "x", key=always(TICKET))),
    Damage("running audit", "another type", run("SADD", None, "x", key=always(RUNNING_AUDIT))),
    Damage("heartbeat", "no number", _malformed_heart),
    Damage("outages", "no span", run("RPUSH", None, "9:1", key=always(HEARTBEAT.outages))),
    Damage("claimed outages", "no claim", run("HSET", None, 1, "?", key=always(HEARTBEAT.claims))),
    Damage("evidence of outages", "no time", run("HSET", None, "1|a", "?", key=always(EVIDENCE))),
)
DAMAGES = (*SOURCES, *DERIVED, *PASSING)
