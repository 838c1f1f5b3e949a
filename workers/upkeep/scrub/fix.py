"""Mends what scrub has found in derived keys, and scrubs again until nothing is left to mend."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec.structs import replace

from store.archive.archive import Archive
from workers.upkeep.keys.derived_keys import DerivedKeys
from workers.upkeep.scrub.report import (
    DamagedKey,
    DamageFound,
    PutTombstones,
    Rebuild,
    ReplaceOrder,
    ScrubReport,
)
from workers.upkeep.scrub.scrub import OnTable, Scrub

ARCHIVE = "archive"  # its index is rebuilt as it is, not in generations
ROUNDS = 4  # mending one key may show what is wrong with another

Rebuilds = Mapping[str, Callable[[], Awaitable[object]]]


class FixingScrub:
    def __init__(
        self,
        scrub: Callable[[], Scrub],
        keys: DerivedKeys,
        rebuilds: Rebuilds,
        archive: Archive | None = None,
    ) -> None:
        self._archive = archive
        self._scrub = scrub
        self._keys = keys
        self._rebuilds = rebuilds

    async def run(self, on_table: OnTable) -> ScrubReport:
        """Return the report of the last scrub, with everything that was repaired before it."""
        mended: dict[DamagedKey, None] = {}
        for _ in range(ROUNDS):
            scrub = self._scrub()
            report = await scrub.run(on_table)
            on_table = len  # progress is shown for the first run
            if not await self._mend(scrub.findings):
                break
            mended |= dict.fromkeys(each.damage for each in scrub.findings if each.remedy)
        left = set(report.keys)
        return replace(report, repaired=tuple(each for each in mended if each not in left))

    async def _mend(self, findings: Sequence[DamageFound]) -> bool:
        """Apply every remedy once; return whether there was any."""
        remedies = [each.remedy for each in findings if each.remedy is not None]
        replaced = [each for each in remedies if isinstance(each, ReplaceOrder)]
        models = dict.fromkeys(each.model for each in remedies if isinstance(each, Rebuild))
        if replaced:
            models |= {"leaderboard": None}
        for remedy in remedies:
            if isinstance(remedy, PutTombstones) and self._archive is not None:
                await self._archive.put_tombstones(remedy.numbers)
            elif not isinstance(remedy, ReplaceOrder | Rebuild | PutTombstones):
                await remedy(self._keys)
        if replaced:
            await self._keys.replace_order(replaced[0].tables, replaced[0].placed)
        for model in models:
            if model != ARCHIVE:
                await self._keys.tidy(model)
            await self._rebuilds[model]()
        return bool(remedies)
