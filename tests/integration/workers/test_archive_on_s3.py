"""The archive on S3: the same as in a folder, against moto's server."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx
import obstore
import pytest
from moto.server import ThreadedMotoServer
from obstore.store import S3Store

from application.ports.archive import ArchivePlace
from application.settings import Settings
from store import keyspace
from store.archive.objects import Objects
from store.archive.segment import SegmentBroken
from store.client.base import StoreClient
from store.embedded.server import EmbeddedServer
from tests.support.servers.processes import PATIENCE
from tests.support.stores.archiving import Archiving
from tests.support.tables.party import closed_table
from workers.backup.backup import backup
from workers.backup.restore import restore
from workers.backup.verification import NotDone

pytestmark = pytest.mark.anyio


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An S3 server with an empty bucket; return the URL of a folder in it."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    _, port = server.get_host_and_port()
    settings = {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "us-east-1",
        "AWS_ALLOW_HTTP": "true",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    bucket = uuid4().hex  # moto keeps buckets for the whole process
    httpx.put(f"{settings['AWS_ENDPOINT_URL']}/{bucket}").raise_for_status()
    yield f"s3://{bucket}/archive"
    server.stop()


async def test_tables_are_archived_and_read_on_s3(
    server: EmbeddedServer, client: StoreClient, tmp_path: Path, s3: str
) -> None:
    place = ArchivePlace(s3, str(tmp_path / "index.sqlite"))
    archiving = Archiving(server.url, tmp_path, place)
    table = await closed_table(archiving.tables)
    before = await archiving.store.log.load(table)
    assert await archiving.archive() == 1
    assert not await archiving.is_live(table)
    other = Archiving(server.url, tmp_path, ArchivePlace(s3, str(tmp_path / "other.sqlite")))
    after = await other.store.log.load(table)
    assert before is not None
    assert after is not None
    assert (after.seed, after.version, after.head) == (before.seed, before.version, before.head)
    assert after.events == before.events
    assert (await other.scrub().run(len)).sound
    await other.aclose()
    await archiving.aclose()


async def test_a_backup_leaves_an_archive_on_s3_where_it_is(
    server: EmbeddedServer, client: StoreClient, tmp_path: Path, s3: str
) -> None:
    archiving = Archiving(server.url, tmp_path, ArchivePlace(s3, str(tmp_path / "index.sqlite")))
    await closed_table(archiving.tables)
    await archiving.archive()
    damaged = await closed_table(archiving.tables)
    await client.execute("HSET", keyspace.meta(damaged), "h", bytes(32))
    own = Settings(redis_url=server.url, store_seconds=PATIENCE, archive=s3, var=tmp_path / "var")
    made = await backup(own, tmp_path / "backup", len)
    assert (made.tables, len(made.damaged)) == (2, 1)
    assert damaged in made.damaged[0]
    assert not (tmp_path / "backup" / "archive").exists()
    restored = Settings(archive=s3, var=tmp_path / "restored")
    assert await restore(restored, tmp_path / "backup", len) == made
    bucket = S3Store.from_url(s3)
    obstore.delete(bucket, [each["path"] for each in obstore.list(bucket).collect()])
    with pytest.raises(NotDone, match="The archive is not whole"):
        await backup(own, tmp_path / "another", len)
    await archiving.aclose()


async def test_objects_are_never_replaced(s3: str) -> None:
    objects = Objects(s3)
    await objects.create("one", b"first")
    await objects.create("one", b"second")
    assert await objects.get("one") == b"first"
    assert await objects.range("one", 1, 3) == b"irs"
    assert await objects.names() == ["one"]
    with pytest.raises(SegmentBroken):
        await objects.get("two")
    assert obstore.head(S3Store.from_url(s3), "segments/one")["size"] == 5
