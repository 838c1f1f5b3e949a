"""What a web process says about the public log: receipts, proofs and keys."""

from collections.abc import Callable
from functools import cached_property

from application.ports.public_log import LogQueue, LogReader
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId
from domain.log.checkpoint import parse_checkpoint
from domain.log.note import Signer, parse_note
from domain.log.proof import prove
from domain.log.receipt import sign_receipt

CLOSED = "02"  # the kind of an entry, as tables are marked with it


class PublicLog:
    def __init__(
        self, reader: LogReader, queue: LogQueue, open_keys: Callable[[], tuple[Signer, Signer]]
    ) -> None:
        self.reader = reader
        self._queue = queue
        self._open_keys = open_keys

    @cached_property
    def _keys(self) -> tuple[Signer, Signer]:
        """Return the keys of the log and of receipts; they are opened when first needed."""
        return self._open_keys()

    @property
    def verifiers(self) -> tuple[str, str]:
        """Return the keys that verify checkpoints and receipts."""
        log, receipts = self._open_keys()  # not cached: keys are rotated
        return str(log.verifier), str(receipts.verifier)

    def receipt(self, live: LiveTable, at: int) -> str:
        """Return a signed note that says which head the table has at its version."""
        return str(sign_receipt(live.table, live.version, live.head, at, self._keys[1]))

    async def lateness(self, now: int) -> float:
        """Return for how many seconds the oldest commit has waited for the log."""
        oldest = await self._queue.oldest()
        return 0.0 if oldest is None else max(0.0, (now - oldest) / 1000)

    async def closed_at(self, table: TableId) -> int | None:
        """Return the place of a table's `closed` in the log; None if it is not there yet."""
        [places] = await self._queue.places([table])
        return None if places is None else places.get(CLOSED)

    def proof(self, place: int) -> str:
        """Return the proof that an entry is in the log, under the latest checkpoint."""
        raw = self.reader.checkpoint()
        assert raw is not None  # a place is known only after a checkpoint counts it
        size = parse_checkpoint(parse_note(raw).text).size
        return str(prove(self.reader.tree(size), place, raw))
