"""`python -m tests.golden.data_folder` makes a data folder with the code of this version.

A real `ludotheque serve` runs twice on it: the first archives closed tables at once, the second
after a day. Run it from a worktree of the commit of a release; see README.md in `tests/golden`.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from redis import Redis

from store.embedded.server import EmbeddedServer
from tests.golden.data_folder.evenings import administer, first_evening, second_evening
from tests.golden.data_folder.listing import DATA, Listing, pack
from tests.golden.data_folder.people import People, done
from tests.golden.data_folder.record import record
from tests.support.network.webhook_receiver import receiving
from tests.support.players.callers import calling
from tests.support.servers.ports import free_port
from tests.support.servers.processes import until
from tests.support.servers.serve_process import ServeProcess

ALWAYS = {
    "LUDOTHEQUE_PUBLIC_LOG_ORIGIN": "ludotheque.example/log",
    "LUDOTHEQUE_PUBLIC_LOG_SECONDS": "1",
    "LUDOTHEQUE_SANDBOX": "on",
    "LUDOTHEQUE_WEBHOOKS_LOOPBACK": "1",
}
AT_ONCE = {
    "LUDOTHEQUE_ARCHIVE_HOURS": "0",
    "LUDOTHEQUE_ARCHIVE_PAUSE": "1",
    "LUDOTHEQUE_SEGMENT_TABLES": "2",
}
BACKLOG = re.compile(
    r"^ludotheque_(?:feed_lag_commits|ranking_lag_tables|webhooks_waiting|queue_length"
    r"|public_log_lateness_seconds)(?:\{.*\})? (.*)$",
    re.MULTILINE,
)
ARCHIVED = re.compile(r"^ludotheque_archive_tables (.*)$", re.MULTILINE)


def settled(http: httpx.Client, archived: int) -> None:
    """Wait until the workers have nothing left to do, and the archive has so many tables."""

    def is_settled() -> bool:
        told = http.get("/metrics").text
        idle = not any(map(float, BACKLOG.findall(told)))
        return idle and [float(each) for each in ARCHIVED.findall(told)] == [archived]

    until(is_settled)


@contextmanager
def serving(var: Path, port: int, more: Mapping[str, str]) -> Iterator[None]:
    serve = ServeProcess(var, port, env={**ALWAYS, **more})
    try:
        serve.ready()
        yield
        assert serve.stop() == 0, serve.output()
    finally:
        serve.kill_all()


def fill(var: Path, hook: str) -> Listing:
    port = free_port()
    with calling(f"http://127.0.0.1:{port}") as http:
        people = People(http)
        with serving(var, port, AT_ONCE):
            archived = first_evening(people)
            settled(http, len(archived))
        with serving(var, port, {}):
            done(people.caller("Anne").post("/v1/webhooks", {"url": hook}))
            tables = second_evening(people)
            audits = [each.post("audits")["id"] for each in (archived[0], tables[0])]
            administer(people, var, tables)
            settled(http, len(archived))
            return record(people, archived, tables, audits, var)


def compact(store: Path) -> None:
    """Let the store rewrite its file as plain commands, which every server can load.

    What job workers say of their machine for a last minute is deleted.
    """
    server = EmbeddedServer(store, options={"aof-use-rdb-preamble": "no"})
    server.start()
    try:
        with Redis.from_url(server.queue_url) as redis:
            for worker in redis.scan_iter("rq:worker:*"):
                redis.delete(worker)
            redis.bgrewriteaof()
            until(lambda: not redis.info("persistence")["aof_rewrite_in_progress"])
    finally:
        server.stop()


def main() -> None:
    with TemporaryDirectory() as folder, receiving() as receiver:
        var = Path(folder) / "var"
        listed = fill(var, receiver.url)
        compact(var / "store")
        pack(var, listed)
    for path in sorted(DATA.glob(f"{listed.version}.*")):
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
