"""What every use case of administration needs: the acts, the accounts, the tables, the clocks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from application.administration.watch import PAGE, ActLog, AdministrationWatch
from application.ports.accounts import Account, Accounts
from application.ports.event_log import StoreUnavailable
from application.ports.heartbeat import Heartbeat
from application.ports.seeks import SeekStore
from application.ports.usage import UsageStore
from application.ports.world import World
from application.refusals.reasons import NoSuchPlayer, TooManyActs
from application.table_cache import TableCache
from domain.administration.acts import ActFailed, AnyAct, CallerLimited, PlayerSuspended
from domain.administration.record import ActRecord, StoredAct, stored_act
from domain.kernel.ids import PlayerId, rfc3339
from domain.kernel.refusals import Rejected

ATTEMPTS = 20  # each lost race means that another act was stored


@dataclass(frozen=True)
class Office:
    acts: ActLog
    watch: AdministrationWatch
    accounts: Accounts
    seeks: SeekStore
    tables: TableCache
    heartbeat: Heartbeat
    usage: UsageStore
    world: World

    async def record(self, by: str, act: AnyAct) -> ActRecord:
        """Store an act; it counts in this process at once, and in the others within a second."""
        for _ in range(ATTEMPTS):
            await self.watch.read()
            number, head = self.watch.number + 1, self.watch.head
            record = ActRecord(act, rfc3339(self.world.now()), by, number)
            if await self.acts.append(number, head, stored_act(head, record)):
                await self.watch.read()
                return record
            await self.watch.start_over()
        raise Rejected(TooManyActs())

    @asynccontextmanager
    async def carrying_out(self, by: str, act: AnyAct) -> AsyncIterator[None]:
        """Record an act before it is carried out, and that it failed if it does."""
        record = await self.record(by, act)
        try:
            yield
        except Exception as failure:
            problem = failure.code if isinstance(failure, Rejected) else type(failure).__name__
            with suppress(StoreUnavailable):
                await self.record(by, ActFailed(record.number, problem))
            raise

    async def account(self, player: PlayerId) -> Account:
        """Return the account of a player; raises `no_such_player` if it was erased, too."""
        found = await self.accounts.name(player)
        if found is None or found.name is None:
            raise Rejected(NoSuchPlayer())
        return found

    async def all_acts(self) -> list[StoredAct]:
        """Return every act from the first on."""
        found: list[StoredAct] = []
        while page := await self.acts.read(len(found), PAGE):
            found += page
        return found

    async def suspensions(self) -> tuple[PlayerSuspended, ...]:
        """Return the suspensions that count now, oldest first."""
        return (await self.watch.current()).suspensions(self.world.now())

    async def limits(self) -> tuple[CallerLimited, ...]:
        """Return the lower limits that count now, oldest first."""
        return (await self.watch.current()).current_limits(self.world.now())

    def moment_in(self, seconds: int) -> str:
        """Return the time so many seconds from now."""
        return rfc3339(self.world.now() + 1000 * seconds)
