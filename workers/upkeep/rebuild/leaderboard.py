"""Rebuilds the leaderboards from the whole order beside the old ones, compares, and serves them."""

from typing import Literal, TypeAlias

from application.ports.leaderboard import Found
from domain.kernel.messages import Value
from projections.leaderboard.folding import LeaderboardFold
from projections.leaderboard.query import decode_standing
from store.tables.table_registry import RegistryScan
from workers.readers.table_list import readable_rows

AT_ONCE = 200
MOST_ROUNDS = 20

Verdict: TypeAlias = Literal["same", "moved", "different"]


class LeaderboardReport(Value, frozen=True):
    """What was found. `moved`: old and new were never seen at one place."""

    generation: str
    position: int  # finished tables that were folded
    missed: int  # finished tables that had no place in the order yet
    standings: int
    same: int
    moved: int
    different: tuple[str, ...]  # game|player
    flipped: bool  # no: another rebuild was begun meanwhile and replaces this one


class LeaderboardRebuild:
    def __init__(self, scan: RegistryScan, boards: LeaderboardFold) -> None:
        self._scan = scan
        self._boards = boards
        self.store = boards.store

    async def run(self) -> LeaderboardReport:
        missed = await self._complete()
        new = await self.store.begin()
        old = await self.store.generation()
        verdicts = await self._compared(old, new)
        while (became := await self.store.promote(new)) == "behind":
            await self._fold(new)
        flipped = became == "current"
        await self.store.drop(old if flipped else new)
        position = await self.store.position(new)
        return _report(new, position, missed, verdicts if flipped else {}, flipped)

    async def _complete(self) -> int:
        """Give every finished table without a place the next one; return how many there were."""
        missed = 0
        async for tables in self._scan.batches(AT_ONCE):
            rows = await readable_rows(self._boards.events, tables)
            ended = [table for table, row in rows.items() if row is not None and row.finished_at]
            new = [t for t, n in zip(ended, await self.store.places(ended), strict=True) if not n]
            await self.store.order(new)
            missed += len(new)
        return missed

    async def _fold(self, generation: str) -> None:
        while await self._boards.fold_on(generation):
            pass

    async def _compared(self, old: str, new: str) -> dict[str, Verdict]:
        """Judge every standing of either; fold both on until each was compared at one place."""
        verdicts: dict[str, Verdict] = {}
        for _ in range(MOST_ROUNDS):
            for generation in (new, old):
                await self._fold(generation)
            for generation in (new, old):
                async for batch in self.store.each(generation):
                    names = [name for name, _ in batch if _open(verdicts.get(name))]
                    verdicts |= await self._verdicts(names, old, new)
            if "moved" not in verdicts.values():
                break
        return verdicts

    async def _verdicts(self, names: list[str], old: str, new: str) -> dict[str, Verdict]:
        wanted = [(game, player) for game, _, player in (name.partition("|") for name in names)]
        then, now = await self.store.find(wanted, old), await self.store.find(wanted, new)
        return {name: _verdict(then, now, n) for n, name in enumerate(names)}


def _open(verdict: Verdict | None) -> bool:
    return verdict in (None, "moved")


def _verdict(then: Found, now: Found, n: int) -> Verdict:
    """Compare the old row with the new fold at the position of the old board."""
    if then.rows[n] == now.rows[n]:
        return "same"
    row = decode_standing(now.rows[n])
    comparable = then.position <= now.position and (row is None or row.position <= then.position)
    return "different" if comparable else "moved"


def _report(
    generation: str, position: int, missed: int, verdicts: dict[str, Verdict], flipped: bool
) -> LeaderboardReport:
    found = list(verdicts.values())
    different = tuple(name for name, verdict in verdicts.items() if verdict == "different")
    same, moved = found.count("same"), found.count("moved")
    return LeaderboardReport(
        generation, position, missed, len(found), same, moved, different, flipped
    )
