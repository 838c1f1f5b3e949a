"""Each check looks at the facts and returns what is unsafe or could be better, and what to do."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from application.ops.readiness import Limits, causes
from application.store_url import split_url
from workers.upkeep.doctor import replication
from workers.upkeep.doctor.facts import Facts, is_loopback
from workers.upkeep.doctor.finding import Finding

OLDEST_MAJOR = 7  # of Redis and of Valkey
OTHER_FILES = 64
REWRITES = "auto-aof-rewrite-percentage"
MOST_GROWTH = 25  # per cent
SLOW_MS = 20.0
CLOCK_SECONDS = 2.0
OVERCOMMIT_ALWAYS = 1


Check: TypeAlias = Callable[[Facts], Iterator[Finding]]


def store_answers(facts: Facts) -> Iterator[Finding]:
    if facts.store_url is None:
        yield Finding(
            "unsafe",
            "No store runs here, and LUDOTHEQUE_REDIS_URL names none.",
            "Run `ludotheque serve`, or set LUDOTHEQUE_REDIS_URL.",
        )
    elif facts.store is None:
        yield Finding(
            "unsafe",
            "The store does not answer.",
            "Start it. If it does not start: `ludotheque repair --check`.",
        )


def store_is_ready(facts: Facts) -> Iterator[Finding]:
    if facts.store is not None:
        limits = Limits(facts.settings.memory_red, facts.settings.disk_red)
        for cause in causes(facts.store, limits):
            yield Finding("unsafe", cause, "See docs/operating.md, When the store fails.")


def store_keeps_what_it_acknowledges(facts: Facts) -> Iterator[Finding]:
    durability = facts.store.durability if facts.store is not None else "always"
    if durability == "everysec":
        yield Finding(
            "advice",
            "A failure of the machine may lose the last second of acknowledged commands.",
            "Set `appendfsync always` in the store (LUDOTHEQUE_FSYNC=always).",
        )
    elif durability != "always":
        yield Finding(
            "unsafe",
            f"Acknowledged commands may be lost: the durability is `{durability}`.",
            "Set `appendonly yes` and `appendfsync always` in the store.",
        )


def store_evicts_nothing(facts: Facts) -> Iterator[Finding]:
    policy = facts.config.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        yield Finding(
            "unsafe",
            f"The store throws histories away when its memory is full (`{policy}`).",
            "Set `maxmemory-policy noeviction` in the store.",
        )


def store_restarts_soon(facts: Facts) -> Iterator[Finding]:
    percentage = int(facts.config.get(REWRITES, MOST_GROWTH))
    if not 0 < percentage <= MOST_GROWTH:
        yield Finding(
            "advice",
            "The store never compacts its files, so a restart loads every command."
            if percentage == 0
            else f"The files of the store grow by {percentage} % before it compacts them, so a"
            " restart takes longer.",
            f"Set `{REWRITES} {MOST_GROWTH}` in the store; the embedded one needs free disk.",
        )


def store_is_new_enough(facts: Facts) -> Iterator[Finding]:
    major = facts.store.version.partition(".")[0] if facts.store is not None else ""
    if major.isdecimal() and int(major) < OLDEST_MAJOR:
        yield Finding(
            "unsafe",
            f"The store has version {major}; the server is tested with 7 and newer.",
            "Install Redis 7, Valkey 7.2, or newer.",
        )


def store_is_near(facts: Facts) -> Iterator[Finding]:
    if facts.store is not None and facts.store.latency_ms > SLOW_MS:
        yield Finding(
            "advice",
            f"The store needs {facts.store.latency_ms:.0f} ms for one answer.",
            "Put it near the API, and on a disk that is fast at fsync.",
        )


def store_is_closed_to_strangers(facts: Facts) -> Iterator[Finding]:
    url, _ = split_url(facts.store_url or "")
    host = url.hostname or ""
    if url.scheme == "unix" or is_loopback(host):
        return
    if url.password is None:
        yield Finding(
            "unsafe",
            f"The store at {host} is used without a password.",
            "Set `requirepass` or an ACL user, and put it into LUDOTHEQUE_REDIS_URL.",
        )
    if not url.scheme.startswith("rediss"):
        yield Finding(
            "advice",
            f"The connection to the store at {host} is not encrypted.",
            "Use `rediss://`, or a network that nobody else can read.",
        )


def clocks_agree(facts: Facts) -> Iterator[Finding]:
    if abs(facts.clock_ahead) > CLOCK_SECONDS:
        yield Finding(
            "unsafe",
            f"The clocks of the store and of this machine differ by {facts.clock_ahead:+.1f} s.",
            "Run NTP on both: deadlines are judged by both clocks.",
        )


def workers_keep_up(facts: Facts) -> Iterator[Finding]:
    for backlog in facts.backlogs:
        if backlog.amount > backlog.usual:
            yield Finding(
                "unsafe",
                f"{backlog.what}: {backlog.amount:g}.",
                f"Look for the loop `{backlog.worker}` in the logs, or start more servers.",
            )


def callers_are_bounded(facts: Facts) -> Iterator[Finding]:
    settings = facts.settings
    public = not is_loopback(settings.host) or bool(settings.trusted_proxies)
    if public and not settings.limits:
        yield Finding(
            "unsafe",
            "The server is public, and LUDOTHEQUE_LIMITS=off lets anybody use all of it.",
            "Remove LUDOTHEQUE_LIMITS, or set single limits.",
        )
    if public and settings.cors_origins & {"*", "loopback"}:
        yield Finding(
            "advice",
            "Web pages of any origin, or of any program on a visitor's machine, may use the API.",
            "Name the origins in LUDOTHEQUE_CORS_ORIGINS.",
        )
    if not is_loopback(settings.host) and not settings.trusted_proxies:
        yield Finding(
            "advice",
            f"The API listens on {settings.host} without a proxy: tokens travel without TLS.",
            "Put nginx before it (deploy/nginx.conf) and set LUDOTHEQUE_TRUSTED_PROXIES.",
        )


def connections_have_files(facts: Facts) -> Iterator[Finding]:
    files, wanted = facts.machine.open_files, facts.settings.connections + OTHER_FILES
    if files is not None and files < wanted:
        yield Finding(
            "advice",
            f"A process may open {files} files, so it takes fewer connections than"
            f" LUDOTHEQUE_CONNECTIONS ({facts.settings.connections}).",
            f"Raise the limit: `ulimit -n {wanted}` or LimitNOFILE in the unit.",
        )


def store_can_fork(facts: Facts) -> Iterator[Finding]:
    embedded = facts.settings.redis_url is None
    if embedded and facts.machine.overcommit not in (None, OVERCOMMIT_ALWAYS):
        yield Finding(
            "advice",
            "The store may be unable to compact its files when memory is short.",
            "Run `sysctl vm.overcommit_memory=1`, and put it into /etc/sysctl.d.",
        )


def processes_have_a_proxy(facts: Facts) -> Iterator[Finding]:
    if facts.settings.processes > 1 and not facts.machine.haproxy:
        yield Finding(
            "unsafe",
            f"LUDOTHEQUE_PROCESSES is {facts.settings.processes}, but HAProxy is not installed.",
            "Install HAProxy 2.6 or newer, or serve with one process.",
        )


def interpreter_is_optimised(facts: Facts) -> Iterator[Finding]:
    if facts.machine.optimised is False:
        yield Finding(
            "advice",
            "This Python was built without optimisation: the server takes 1.2 times the processor"
            " time, some games up to twice.",
            "Use the Python of your distribution, or build one with `--enable-optimizations`"
            " (pyenv: `PYTHON_CONFIGURE_OPTS='--enable-optimizations --with-lto'`).",
        )


def keys_are_secret(facts: Facts) -> Iterator[Finding]:
    for path in facts.machine.loose_keys:
        yield Finding(
            "unsafe",
            f"Others can read the secret key {path}.",
            f"Run `chmod 600 {path}`.",
        )


CHECKS: tuple[Check, ...] = (
    store_answers,
    store_is_ready,
    store_keeps_what_it_acknowledges,
    *replication.CHECKS,
    store_evicts_nothing,
    store_restarts_soon,
    store_is_new_enough,
    store_is_near,
    store_is_closed_to_strangers,
    clocks_agree,
    workers_keep_up,
    callers_are_bounded,
    connections_have_files,
    store_can_fork,
    processes_have_a_proxy,
    interpreter_is_optimised,
    keys_are_secret,
)


def findings(facts: Facts) -> list[Finding]:
    """Return all findings, what is unsafe first."""
    found = [finding for check in CHECKS for finding in check(facts)]
    return sorted(found, key=lambda finding: finding.level != "unsafe")
