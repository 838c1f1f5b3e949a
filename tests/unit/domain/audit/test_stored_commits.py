"""The records of idempotency keys can be rebuilt from a history."""

import pytest

from application.ports.event_log import Duplicate
from domain.audit.stored_commits import commits_of, idempotency_records
from domain.judging.commit import Key, digest
from tests.support.tables.memory_server import MemoryServer

pytestmark = pytest.mark.anyio
BODY = b"the body of the request"


async def test_the_records_are_those_that_were_stored() -> None:
    server = MemoryServer()
    await server.started()
    receipt = await server.play(key=Key("mine", BODY))
    stored = await server.stored()
    commits = commits_of(server.table, stored)
    assert [one.first for one in commits[1:]] == [one.last + 1 for one in commits[:-1]]
    assert (commits[-1].last, commits[-1].head) == (stored.version, stored.head)
    [(key, record)] = idempotency_records(commits).items()
    first = receipt.events[0].recorded.version
    assert await server.log.recall(server.table, key, digest(BODY)) == Duplicate(
        first, receipt.version, receipt.head
    )
    assert record == b"%d:%d:%b%b" % (first, receipt.version, receipt.head, digest(BODY))
