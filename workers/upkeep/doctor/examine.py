"""Collects the facts for the doctor; what cannot be asked is left out, not guessed."""

import resource
import shutil
import stat
import sysconfig
import time
from collections.abc import Sequence
from pathlib import Path

from redis.exceptions import RedisError

from application.ports.event_log import StoreUnavailable
from application.setting_values import SettingError
from application.settings import Settings
from store.client.errors import STORE_ERRORS
from store.client.pipeline import PipelinedClient
from store.connect import Store
from store.server_info import weakest_server
from workers.upkeep.doctor.facts import Backlog, Facts, Machine, Master

OPTIONS = ("maxmemory-policy", "auto-aof-rewrite-percentage")
OF_MASTERS = ("min-replicas-to-write", "cluster-enabled", "cluster-allow-replica-migration")
OVERCOMMIT = Path("/proc/sys/vm/overcommit_memory")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


async def examine(settings: Settings) -> Facts:
    """Return the facts; a store that does not answer is one of them."""
    machine = _machine(settings)
    try:
        url = settings.store_url()
        store = Store.of(settings)
    except SettingError:
        return Facts(settings=settings, machine=machine, store_url=None, store=None)
    async with store:
        try:
            return await _with_store(settings, machine, url, store)
        except STORE_ERRORS:
            return Facts(settings=settings, machine=machine, store_url=url, store=None)


async def _with_store(settings: Settings, machine: Machine, url: str, store: Store) -> Facts:
    facts = await store.facts()
    [server, *_] = await store.client.servers()
    asked = time.time()
    seconds, micros = await server.execute("TIME")
    ahead = int(seconds) + int(micros) / 1e6 - (asked + time.time()) / 2
    return Facts(
        settings=settings,
        machine=machine,
        store_url=url,
        store=facts,
        config=await _config(server, OPTIONS),
        clock_ahead=ahead,
        backlogs=await _backlogs(store),
        masters=await _masters(store),
    )


async def _config(server: PipelinedClient, options: Sequence[str]) -> dict[str, str]:
    """Return these options of a server, without those that it does not know or permit."""
    config: dict[str, str] = {}
    for option in options:
        try:
            [_, value] = await server.execute("CONFIG", "GET", option)
        except (RedisError, ValueError):
            continue
        config[option] = value.decode()
    return config


async def _masters(store: Store) -> tuple[Master, ...]:
    found = []
    for server in await store.client.servers():
        try:
            replicas = (await weakest_server([server])).replicas
            if replicas is not None:
                config = await _config(server, OF_MASTERS)
                found.append(Master(name=server.name, replicas=replicas, config=config))
        except StoreUnavailable:
            continue
    return tuple(found)


async def _backlogs(store: Store) -> tuple[Backlog, ...]:
    late = await store.deadlines.lateness() or 0.0
    lag = max((await store.feed_lags()).values(), default=0)
    hooks = await store.due_webhooks.lateness() or 0.0
    return (
        Backlog(worker="timers", what="Deadlines are late, in seconds", amount=late, usual=5),
        Backlog(worker="projector", what="Commits that no list has yet", amount=lag, usual=1000),
        Backlog(worker="webhooks", what="Webhooks are late, in seconds", amount=hooks, usual=60),
    )


def _machine(settings: Settings) -> Machine:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    keys = settings.key_directory.glob("*.key") if settings.key_directory.is_dir() else ()
    return Machine(
        open_files=None if files == resource.RLIM_INFINITY else files,
        overcommit=int(OVERCOMMIT.read_text()) if OVERCOMMIT.exists() else None,
        haproxy=shutil.which("haproxy") is not None,
        optimised=_optimised(),
        loose_keys=tuple(str(key) for key in sorted(keys) if key.stat().st_mode & OTHERS),
    )


def _optimised() -> bool | None:
    """Return whether profiles guided the build of this Python; distributions build theirs so."""
    options = sysconfig.get_config_var("CONFIG_ARGS")
    if options is None or sysconfig.get_config_var("prefix") == "/usr":
        return None
    return "--enable-optimizations" in options
