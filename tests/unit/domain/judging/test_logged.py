import pytest
from msgspec.structs import replace

from application.play.fork import fork
from domain.audit.bundle import parse
from domain.audit.public_log import entries_of
from domain.judging.actors import ByPlayer
from domain.judging.commit import Commit
from domain.judging.logged import rewards_spent
from domain.judging.stored import Stored
from domain.log.entries import Closed, Entry, Spent, Started, decode_entry, reward_name, table_name
from domain.log.tiles import decode_bundle
from domain.table.commands import Follows, ForkTable
from domain.table.state import Open, Running
from tests.support.histories.bundles import history_bundle
from tests.support.tables.memory_table import MemoryTable

FORKER = "f" * 26
EARLIER = Follows("e" * 26, "00" * 32)


class Watched:
    """A small table whose commits are seen on their way to the store."""

    def __init__(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = MemoryTable(name)
        self.commits: list[Commit] = []
        real = self.table.tables.log.append

        async def append(commit: Commit) -> object:
            self.commits.append(commit)
            return await real(commit)

        monkeypatch.setattr(self.table.tables.log, "append", append)

    def logged(self) -> list[Entry]:
        """Return what the stored commits add to the log."""
        return [decode_entry(raw) for each in self.commits for raw in decode_bundle(each.log)]


@pytest.mark.anyio
async def test_a_table_logs_its_start_and_its_end_as_its_history_has_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched = Watched("logged", monkeypatch)
    await watched.table.begin()
    await watched.table.finish()
    logged = watched.logged()
    assert [type(entry) for entry in logged] == [Started, Closed]
    stored = await watched.table.stored()
    assert logged == entries_of(parse(history_bundle(watched.table.table, stored)))
    assert isinstance(logged[1], Closed)
    assert (logged[1].version, logged[1].head) == (stored.version, stored.head)
    assert logged[1].status == "finished"


@pytest.mark.anyio
async def test_a_fork_starts_where_it_leaves_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched("forked", monkeypatch)
    await watched.table.begin()
    await watched.table.finish()
    entries = (await watched.table.stored()).entries
    end = entries[-1].first - 1
    watched.commits.clear()
    live = await fork(watched.table.tables, ByPlayer(FORKER), ForkTable(watched.table.table, end))
    stored: Stored | None = await watched.table.tables.log.load(live.table)
    assert stored is not None
    assert watched.logged() == [Started(table_name(live.table), stored.version, stored.head)]


def spent(before: Open | Running, after: Running) -> list[Entry]:
    return list(rewards_spent("t" * 26, before, after))


@pytest.mark.anyio
async def test_rewards_are_spent_by_the_deal_and_by_nothing_else() -> None:
    table = MemoryTable("rewards")
    await table.begin()
    state = (await table.tables.find(table.table)).state
    assert isinstance(state, Running)
    setup = replace(state.setup, follows=EARLIER)
    nobody = tuple(() for _ in state.sitters)
    dealt = replace(state, setup=setup, rewards=(("cup",), *nobody[1:]))
    sealed = replace(dealt, unrevealed=frozenset({1}))
    seating = Open(setup, state.sitters)
    name = reward_name(EARLIER.table, state.sitters[0].player)
    expected = [Spent(name, table_name("t" * 26))]
    assert spent(seating, dealt) == expected  # nobody gave sealed luck: the start deals
    assert spent(seating, sealed) == []
    assert spent(sealed, dealt) == expected  # the last share was revealed
    assert spent(dealt, dealt) == []
    assert spent(seating, replace(dealt, rewards=nobody)) == []
