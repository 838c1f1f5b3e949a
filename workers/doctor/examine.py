"""Collects the facts for the doctor; what cannot be asked is left out, not guessed."""

import resource
import shutil
import stat
import time
from pathlib import Path

from redis.exceptions import RedisError

from application.setting_values import SettingError
from application.settings import Settings
from store.connect import Store
from store.errors import STORE_ERRORS
from workers.doctor.facts import Backlog, Facts, Machine

OPTIONS = ("maxmemory-policy", "auto-aof-rewrite-percentage")
OVERCOMMIT = Path("/proc/sys/vm/overcommit_memory")
OTHERS = stat.S_IRWXG | stat.S_IRWXO


async def examine(settings: Settings) -> Facts:
    """Return the facts; a store that does not answer is one of them."""
    machine = _machine(settings)
    try:
        url = settings.store_url()
        store = Store(url, settings.queue())
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
    config: dict[str, str] = {}
    for option in OPTIONS:
        try:
            [_, value] = await server.execute("CONFIG", "GET", option)
        except (RedisError, ValueError):  # not permitted, or unknown to this server
            continue
        config[option] = value.decode()
    return Facts(
        settings=settings,
        machine=machine,
        store_url=url,
        store=facts,
        config=config,
        clock_ahead=ahead,
        backlogs=await _backlogs(store),
    )


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
        loose_keys=tuple(str(key) for key in sorted(keys) if key.stat().st_mode & OTHERS),
    )
