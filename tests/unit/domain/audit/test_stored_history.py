"""A stored table that is judged without decoding it: it leads to what the checks one by one do."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from application.ports.event_log import Duplicate
from domain.audit import stored_history
from domain.audit.finding import Flaw
from domain.audit.stored_history import checked_fold, commits_of, examine, idempotency_records
from domain.judging.commit import Key, digest
from domain.judging.stored import Entry, Stored
from ludotheque.laws.random_play import EVENTFUL
from tests.support.cheating.incidents import Incidents
from tests.support.histories.bundles import chained
from tests.support.tables.memory_table import MemoryServer, small

Damage = Callable[[Stored], Stored]


@pytest.mark.anyio
@pytest.mark.parametrize("key", EVENTFUL)
async def test_judging_leads_to_what_decoding_and_folding_lead_to(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = Incidents(key, "random")
    await party.run()
    stored = await party.stored()
    folded = checked_fold(party.table, stored)
    monkeypatch.setattr(stored_history, "fold", None)  # it is not needed
    assert examine(party.table, stored) == folded


def _changed(stored: Stored, old: bytes, new: bytes, at: int) -> tuple[Entry, ...]:
    entry = stored.entries[at]
    changed = replace(entry, events=tuple(event.replace(old, new) for event in entry.events))
    assert changed != entry
    return (*stored.entries[:at], changed, *stored.entries[at + 1 :])


def _on_its_own_chain(stored: Stored, entries: tuple[Entry, ...]) -> Stored:
    return chained(small()[0], stored, entries)


DAMAGES: dict[str, Damage] = {
    "nothing is left": lambda it: replace(it, version=0, entries=()),
    "another head": lambda it: replace(it, head=bytes(32)),
    "another seed": lambda it: replace(it, seed=bytes(32)),
    "a missing version": lambda it: replace(it, entries=it.entries[:2] + it.entries[3:]),
    "no command at the beginning": lambda it: _on_its_own_chain(
        it, (replace(it.entries[0], record=None), *it.entries[1:])
    ),
    "a forged event": lambda it: _on_its_own_chain(it, _changed(it, b'"seat":1', b'"seat":2', 2)),
    "bytes that are not canonical": lambda it: _on_its_own_chain(
        it, _changed(it, b'"seat":', b'"seat": ', 2)
    ),
    "an event that nobody knows": lambda it: _on_its_own_chain(
        it, _changed(it, b'"type":"table.', b'"type":"chair.', 1)
    ),
    "rules that nobody knows": lambda it: _on_its_own_chain(
        it, _changed(it, b'"rules_version":"', b'"rules_version":"9', 0)
    ),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_each_check_reports_what_is_wrong(damage: Damage, monkeypatch: pytest.MonkeyPatch) -> None:
    table, stored = small()
    found = examine(table, damage(stored))
    assert isinstance(found, Flaw)
    monkeypatch.setattr(stored_history, "_judged", lambda *_: None)
    assert examine(table, damage(stored)) == found


BODY = b"the body of the request"


@pytest.mark.anyio
async def test_the_records_of_idempotency_keys_can_be_rebuilt_from_a_history() -> None:
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
