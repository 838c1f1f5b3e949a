"""Every kind of key in the store: its type, where its content comes from, how scrub checks it.

A *source* holds what is stored nowhere else and is never repaired. What is *derived* can be
rebuilt from the sources. What is *passing* renews itself, or expires.
"""

import re
from typing import Literal, NamedTuple, TypeAlias

Origin: TypeAlias = Literal["source", "derived", "passing"]
Checked: TypeAlias = Literal["content", "type", "name"]

TABLE = r"\{p\d\d\}:table:[a-z2-7]{26}"
MODEL = r"(?:a|g\d+)"
BOARDS = r"\{leaderboard\}:" + MODEL


class KeyKind(NamedTuple):
    name: str
    pattern: re.Pattern[str]
    type: str  # as TYPE returns it; empty: several
    origin: Origin
    checked: Checked


def _kind(name: str, pattern: str, type_: str, origin: Origin, checked: Checked) -> KeyKind:
    return KeyKind(name, re.compile(pattern, re.ASCII), type_, origin, checked)


def _read_model(name: str, tag: str) -> tuple[KeyKind, ...]:
    tag = re.escape(tag)
    return (
        _kind(f"{name}: current", f"{tag}:current", "string", "derived", "content"),
        _kind(f"{name}: next", f"{tag}:next", "string", "derived", "content"),
        _kind(f"{name}: count", f"{tag}:count", "string", "derived", "content"),
        _kind(f"{name}: places", f"{tag}:{MODEL}:places", "hash", "derived", "content"),
        _kind(f"{name}: index names", f"{tag}:{MODEL}:index_names", "set", "derived", "content"),
        _kind(f"{name}: index", f"{tag}:{MODEL}:index:.+", "zset", "derived", "content"),
    )


HEART = r"\{(?:heartbeat|p\d\d)\}"
KINDS: tuple[KeyKind, ...] = (
    _kind("events", f"{TABLE}:events", "stream", "source", "content"),
    _kind("head", f"{TABLE}:meta", "hash", "source", "content"),
    _kind("seed", f"{TABLE}:seed", "string", "source", "content"),
    _kind("idempotency records", f"{TABLE}:keys", "hash", "derived", "content"),
    _kind("reward claims", f"{TABLE}:rewards", "hash", "source", "type"),
    _kind("presence", f"{TABLE}:streams", "zset", "passing", "type"),
    _kind("leases of presence", r"\{presence\}:processes", "zset", "passing", "type"),
    _kind("changes of presence", r"\{presence\}:changes", "stream", "passing", "type"),
    _kind("snapshots", f"{TABLE}:n:[0-9a-f]{{16}}", "hash", "passing", "type"),
    _kind("format of histories", r"\{store\}:format", "string", "source", "name"),
    _kind("feed", r"\{p\d\d\}:feed", "stream", "derived", "content"),
    _kind("deadlines", r"\{p\d\d\}:deadlines", "zset", "derived", "content"),
    _kind("registry of tables", r"\{p\d\d\}:tables", "set", "derived", "content"),
    _kind("archived tables", r"\{p\d\d\}:gone", "hash", "derived", "name"),
    _kind("trimmed feed", r"\{p\d\d\}:trimmed", "string", "derived", "name"),
    _kind("catalogue of the archive", r"\{archive\}:catalogue", "hash", "derived", "name"),
    _kind("numbers of segments", r"\{archive\}:numbers", "hash", "derived", "name"),
    _kind("pending segments", r"\{archive\}:pending", "set", "derived", "name"),
    _kind("last round of the archivist", r"\{archive\}:round", "string", "passing", "name"),
    _kind("archivist", r"\{archive\}:writer", "string", "passing", "name"),
    _kind("reader of the feeds", r"\{tables\}:reader", "string", "passing", "name"),
    _kind("positions", r"\{(?:tables|leaderboard)\}:positions", "hash", "derived", "type"),
    _kind("number of places", r"\{leaderboard\}:placed", "string", "derived", "content"),
    _kind("places in the public log", f"{TABLE}:logged", "hash", "derived", "name"),
    _kind("queue of the public log", r"\{p\d\d\}:log", "stream", "source", "name"),
    _kind("size of the public log", r"\{p\d\d\}:logged", "string", "passing", "name"),
    _kind("writer of the public log", r"\{log\}:writer", "string", "passing", "name"),
    _kind("heartbeat", f"{HEART}:heart", "hash", "passing", "content"),
    _kind("outages", f"{HEART}:outages", "list", "passing", "content"),
    _kind("claimed outages", f"{HEART}:claims", "hash", "passing", "content"),
    _kind("evidence of outages", f"{HEART}:evidence", "hash", "passing", "content"),
    *_read_model("table list", "{tables}"),
    _kind("public feed", r"\{tables\}:feed", "stream", "derived", "type"),
    _kind("trimmed public feed", r"\{tables\}:trimmed", "string", "derived", "name"),
    _kind("notices", r"\{tables\}:notices", "stream", "passing", "type"),
    _kind("notices of a subject", r"\{tables\}:notices:.+", "stream", "passing", "type"),
    *_read_model("leaderboard", "{leaderboard}"),
    _kind("leaderboard: position", BOARDS + ":position", "string", "derived", "content"),
    _kind("leaderboard: rows", BOARDS + ":rows", "hash", "derived", "content"),
    _kind("order of finished tables", r"\{leaderboard\}:order", "stream", "derived", "content"),
    _kind("places of finished tables", r"\{leaderboard\}:known", "hash", "derived", "content"),
    _kind("player", r"\{accounts\}:player:.+", "hash", "source", "type"),
    _kind("token", r"\{accounts\}:token:[0-9a-f]{64}", "hash", "source", "type"),
    _kind("tokens of a player", r"\{accounts\}:tokens:.+", "hash", "source", "type"),
    _kind("recovery code", r"\{accounts\}:code:[0-9a-f]{64}", "string", "source", "type"),
    _kind("codes of a player", r"\{accounts\}:codes:.+", "set", "source", "type"),
    _kind("changes of accounts", r"\{accounts\}:changes", "stream", "passing", "type"),
    _kind("uses of invitations", r"\{accounts\}:invitations", "hash", "source", "type"),
    _kind("acts of administrators", r"\{administration\}:acts", "stream", "source", "type"),
    _kind("ticket", r"\{tickets\}:[0-9a-f]{64}", "hash", "passing", "type"),
    _kind("places of seeks", r"\{seeks\}:places", "string", "passing", "type"),
    _kind("pending matches", r"\{seeks\}:pending", "zset", "passing", "type"),
    _kind("seek", r"\{seeks\}:seek:[a-z2-7]{26}", "hash", "passing", "type"),
    _kind("match", r"\{seeks\}:match:[a-z2-7]{26}", "hash", "passing", "type"),
    _kind("pool of seeks", r"\{seeks\}:pool:[0-9a-f]{32}", "zset", "passing", "type"),
    _kind(
        "seeks of a player or an address",
        r"\{seeks\}:(?:player|ended|address):.+",
        "zset",
        "passing",
        "type",
    ),
    _kind("audit", r"\{audits\}:audit:.+", "hash", "source", "type"),
    _kind("quota", r"\{quota-[^}]+\}:.+", "", "passing", "name"),
    _kind("usage", r"\{usage\}:[a-z]+:\d+", "zset", "passing", "type"),
    _kind("webhooks", r"\{webhooks\}:.+", "", "source", "name"),
    _kind("running audit", r"\{audits\}:table:.+", "string", "passing", "type"),
)


def kind_of(key: str) -> KeyKind | None:
    """Return the kind of a key; None for a key that this server does not use."""
    return next((kind for kind in KINDS if kind.pattern.fullmatch(key)), None)
