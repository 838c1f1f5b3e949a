"""A server process: the API, and every loop beside it on the same event loop."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from api.admission.replay_budget import Work
from api.app import create_app
from api.asgi.server import web_server
from api.composition import Parts as ApiParts
from application.event_loop.slices import watch_slices
from application.ops.gc_tuning import collect_seldom
from application.ops.logging import configure_logging
from application.settings import Settings
from application.table_cache import TableCache
from domain.games import NOT_LOADED
from store.connect import Store, require_format_of
from workers.composition.log_writer import require_log_settings
from workers.composition.loops import run_beside
from workers.composition.parts import Parts

log = logging.getLogger(__name__)


def run_server(settings: Settings, name: str | None = None) -> None:
    """Serve the API and run all loops until a signal; raises SettingError before anything runs."""
    settings = settings.of_one_process().with_urls()
    require_log_settings(settings)
    require_format_of(settings)
    configure_logging(settings.log_format)
    logging.getLogger("workers").setLevel(logging.INFO)
    report_games()
    app = create_app(settings, beside=partial(loops_beside, name or address_name(settings)))
    server = web_server(app, settings)
    collect_seldom()
    server.run()


@asynccontextmanager
async def loops_beside(name: str, api: ApiParts) -> AsyncIterator[None]:
    """Run the loops with the store and the tables of the API until the block ends."""
    watch_slices(asyncio.get_running_loop())
    parts = Parts(
        *(api[Settings], api[Store], api[TableCache], name),
        has_worker=True,
        give_way=api[Work].traffic.give_way,
    )
    task = asyncio.create_task(run_beside(parts))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def report_games() -> None:
    """Log each package of a game that is not on the shelf, and why."""
    for each in NOT_LOADED:
        log.warning("the game %s of %s is not loaded: %s", each.name, each.distribution, each.why)


def address_name(settings: Settings) -> str:
    """Return the name of this server among others: after a restart it is the same."""
    return f"{socket.gethostname()}:{settings.socket or settings.port}"
