"""A client for writes that must survive the loss of a server: a replica confirms every batch.

`WAIT` ends each batch and keeps its connection busy until the replica has answered. So these
writes have connections of their own, and reads never queue behind them.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from application.ports.event_log import OutcomeUnknown, StoreUnavailable
from application.store_url import names_cluster
from store.client.base import ATTEMPT_SHARE, StoreClient
from store.client.connection import Argument, Pending, pack
from store.client.pipeline import PipelinedClient
from store.client.replies import NotReplicated, ReplyLost
from store.cluster.client import ClusterClient

REPLICAS = 1  # that must have a write before it is acknowledged
WAIT_SHARE = 0.75  # of one attempt, so that the reply to WAIT arrives before the attempt ends
LANES = 2  # connections to each server, by partition
LAST_DIGIT = 3  # of the partition, in keys such as `{p42}:feed`


class ConfirmingClient(PipelinedClient):
    """Passes the replies of a batch on once a replica has all that was written."""

    def __init__(self, url: str, budget: float) -> None:
        super().__init__(url, budget)
        self._wait = pack(("WAIT", REPLICAS, int(1000 * WAIT_SHARE * budget * ATTEMPT_SHARE)))

        self._send = self._send_and_wait

    def _send_and_wait(self, batch: list[Pending]) -> None:
        loop = asyncio.get_running_loop()
        *replies, confirmed = [loop.create_future() for _ in (*batch, self._wait)]
        commands = [*(command for command, _ in batch), self._wait]
        self._connection.send([*zip(commands, (*replies, confirmed), strict=True)])
        confirmed.add_done_callback(partial(_pass_on, [future for _, future in batch], replies))


def _pass_on(
    waiting: Sequence["asyncio.Future[Any]"],
    replies: Sequence["asyncio.Future[Any]"],
    confirmed: "asyncio.Future[Any]",
) -> None:
    """Pass the replies of a batch on; what was rejected wrote nothing, and needs no replica."""
    lost = confirmed.exception()  # an error if this server was demoted
    count = None if lost else confirmed.result()
    is_confirmed = isinstance(count, int) and count >= REPLICAS
    for future, reply in zip(waiting, replies, strict=True):
        error = reply.exception()
        if future.done():
            continue
        if error is None and not is_confirmed:
            error = lost if isinstance(lost, ReplyLost) else NotReplicated(f"by: {lost or count!r}")
        if error is None:
            future.set_result(reply.result())
        else:
            future.set_exception(error)


class ConfirmingClusterClient(ClusterClient):
    server_kind = ConfirmingClient


class ReplicatedClient(StoreClient):
    """Executes writes; raises OutcomeUnknown for one that no replica has confirmed in time."""

    def __init__(self, url: str, reads: StoreClient) -> None:
        """`reads` executes what needs no confirmation."""
        super().__init__()
        kind = ConfirmingClusterClient if names_cluster(url) else ConfirmingClient
        self._reads = reads
        self._lanes = [kind(url, reads.budget) for _ in range(LANES)]
        self.refusals, self.budget = reads.refusals, reads.budget
        self.single_server = reads.single_server
        for lane in self._lanes:
            lane.refusals = reads.refusals

    @property
    def batches(self) -> int:
        return sum(lane.batches for lane in self._lanes)

    @property
    def interruptions(self) -> int:
        return self._reads.interruptions

    def send_once(self, *command: Argument) -> "asyncio.Future[Any]":
        return self._lanes[lane_of(command)].send_once(*command)

    async def servers(self) -> Sequence[PipelinedClient]:
        return await self._reads.servers()

    async def execute_all(self, commands: Sequence[Sequence[Argument]]) -> list[Any]:
        """Return all replies; if one is not confirmed, all commands are sent a second time."""
        with self.waiting() as wait:
            try:
                return await wait.first(self._gather(commands))
            except ReplyLost:
                pass
            try:
                return await wait.again(self._gather(commands))
            except (ReplyLost, StoreUnavailable, TimeoutError):
                raise OutcomeUnknown("no replica has confirmed the write in time") from None

    async def aclose(self) -> None:
        await asyncio.gather(*(lane.aclose() for lane in self._lanes))


def lane_of(command: Sequence[Argument]) -> int:
    """Return the connection for a command: all commands of one partition use the same one."""
    key = str(command[3] if command[0] == "FCALL" else command[1])
    return ord(key[LAST_DIGIT]) % LANES
