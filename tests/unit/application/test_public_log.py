"""Receipts: only heads that the store will not lose are signed."""

from pathlib import Path

import pytest

from application.public_log import OLD_MS, PublicLog
from domain.kernel.refusals import Rejected
from domain.log.entries import SignedReceipt, open_receipt
from domain.log.note import ED25519, Signer
from store.public_log.folder import LogFolder
from store.public_log.queue import RedisLogQueue
from tests.support.tables.memory_table import MemoryTable

pytestmark = pytest.mark.anyio
KEYS = (
    Signer("example.org/log", ED25519, b"k" * 32),
    Signer("example.org/log/receipts", ED25519, b"r" * 32),
)


class Queue(RedisLogQueue):
    """Knows how durable its store is, and nothing else."""

    def __init__(self, loses_ms: int) -> None:
        self._loses_ms = loses_ms

    async def loses_ms(self) -> int:
        return self._loses_ms


class Receipts:
    """Receipts of a started table, on a store that may lose what is young."""

    def __init__(self, folder: Path, loses_ms: int) -> None:
        self.table = MemoryTable()
        self.slept: list[float] = []
        queue = Queue(loses_ms)
        self.log = PublicLog(LogFolder(folder), queue, lambda: KEYS, self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    async def receipt(self) -> SignedReceipt:
        live = await self.table.tables.find(self.table.table)
        text = await self.log.receipt(live, self.table.log, self.table.world)
        return open_receipt(text.encode(), KEYS[1].verifier)

    async def stored(self) -> tuple[int, str]:
        found = await self.table.log.head(self.table.table)
        assert found is not None
        return found[0], found[1].hex()


async def test_a_store_that_keeps_everything_has_its_head_signed_at_once(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path, 0)
    await receipts.table.begin()
    read = await receipts.receipt()
    assert (read.version, read.head) == await receipts.stored()
    assert receipts.slept == []


async def test_a_young_head_is_signed_when_the_store_has_had_time_to_keep_it(
    tmp_path: Path,
) -> None:
    receipts = Receipts(tmp_path, 2_000)
    await receipts.table.begin()
    read = await receipts.receipt()
    assert (read.version, read.head) == await receipts.stored()
    assert receipts.slept == [2.0]


async def test_an_old_head_is_signed_at_once(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path, 2_000)
    await receipts.table.begin()
    receipts.table.world.wait(OLD_MS)
    await receipts.receipt()
    assert receipts.slept == []


class Busy(Receipts):
    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds)
        await self.table.play()


async def test_a_table_that_goes_on_meanwhile_has_the_earlier_head_signed(tmp_path: Path) -> None:
    receipts = Busy(tmp_path, 2_000)
    await receipts.table.begin()
    before = await receipts.stored()
    read = await receipts.receipt()
    assert (read.version, read.head) == before
    assert (await receipts.stored())[0] > before[0]
    assert receipts.slept == [2.0]


class SetBack(Receipts):
    """The store is set back by two commits and goes on differently, while a receipt waits."""

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds)
        if len(self.slept) > 1:
            return
        other = MemoryTable("small")
        await other.begin()
        assert other.table == self.table.table
        await other.leave()
        self.table.log._kept, self.table.log._heads = other.log._kept, other.log._heads


async def test_a_head_that_the_store_has_lost_is_not_signed(tmp_path: Path) -> None:
    receipts = SetBack(tmp_path, 2_000)
    await receipts.table.begin()
    await receipts.table.play()
    lost = await receipts.stored()
    read = await receipts.receipt()
    assert (read.version, read.head) == await receipts.stored()
    assert (read.version, read.head) != lost
    assert receipts.slept == [2.0, 2.0]


async def test_a_table_that_the_store_has_lost_gets_no_receipt(tmp_path: Path) -> None:
    receipts = Receipts(tmp_path, 0)
    await receipts.table.begin()
    receipts.table.log._kept.clear()
    with pytest.raises(Rejected, match="No table has this id"):
        await receipts.receipt()
