"""Checks the order of finished tables and the leaderboards that are folded from it."""

from collections.abc import Mapping, Sequence

from msgspec import json

from domain.kernel.ids import TableId
from projections.leaderboard.folding import changes
from projections.leaderboard.query import Standing, encode_standing
from projections.leaderboard.rating import Key
from projections.leaderboard.results import Result
from store.archive.archive import Archive
from store.lists.list_keys import FINISHED_COUNT, FINISHED_ORDER, FINISHED_PLACES
from workers.upkeep.keys.found import ModelContents
from workers.upkeep.keys.inspection import Inspection
from workers.upkeep.scrub.histories import Histories, SoundTable
from workers.upkeep.scrub.model_keys import Expected, ModelKeys
from workers.upkeep.scrub.report import REPAIR, DamagedKey, DamageFound, ReplaceOrder

MODEL = "leaderboard"
_results: json.Decoder[Result | None] = json.Decoder(Result | None)
ATTEMPTS = 20  # to read the boards while no table finishes


class LeaderboardKeys:
    def __init__(
        self, inspection: Inspection, histories: Histories, archive: Archive | None = None
    ) -> None:
        self._archive = archive
        self._inspection = inspection
        self._histories = histories
        self._keys = ModelKeys(inspection, MODEL)

    async def check_order(
        self,
        sound: dict[TableId, SoundTable],
        damaged: set[TableId],
        taken: Mapping[TableId, int],
    ) -> list[DamageFound]:
        """Check that every finished table has one place; `taken` is up to which version it must."""
        order = await self._inspection.order()
        places = await self._inspection.places()
        archived = await self._archived()
        for table in {table for _, table in order} - damaged:
            if table not in sound or not sound[table].closed:
                again = await self._histories.reload(table)
                if again is not None:
                    sound[table] = again
        gone = set(archived.values())
        order = [each for each in order if each[1] not in gone]
        places = {table: place for table, place in places.items() if table not in gone}
        kept = _ordered(order, sound, damaged)
        ended = [t for t, one in sound.items() if one.closed and taken.get(t, 0) >= one.version]
        missing = sorted(set(ended) - set(kept) - gone)
        placed = len(archived) + len(kept) + len(missing)
        free = [place for place in range(1, placed + 1) if place not in archived]
        right = list(zip(free, (*kept, *missing), strict=False))
        remedy = ReplaceOrder(tuple(right), max([placed, *archived]))
        found = []
        if order != [(f"{place}-0", table) for place, table in right]:
            why = "Its entries are not one finished table each, in a row, or some are missing."
            damage = DamagedKey(FINISHED_ORDER, "order of finished tables", why, REPAIR)
            found.append(DamageFound(damage, remedy))
        if (await self._inspection.placed() or "0") != str(remedy.placed):
            why = f"{remedy.placed} places were given."
            damage = DamagedKey(FINISHED_COUNT, "number of places", why, REPAIR)
            found.append(DamageFound(damage, remedy))
        if not _agree(order, places):
            why = "It does not agree with the order."
            damage = DamagedKey(FINISHED_PLACES, "places of finished tables", why, REPAIR)
            found.append(DamageFound(damage, remedy))
        return found

    async def check_boards(self, sound: Mapping[TableId, SoundTable]) -> list[DamageFound]:
        """Fold the boards in memory as far as the served ones have come, and compare."""
        contents = await self._unchanging()
        if contents is None:
            return []
        found = self._keys.generations(contents)
        order = await self._whole_order()
        position = contents.after or "0"
        if not position.isdigit() or int(position) > len(order):
            return [*found, self._keys.finding(contents, "position", "It is past the order.")]
        folded = order[: int(position)]
        results = [await self._result(table, sound) for table in folded]
        return found + self._compared(contents, changes({}, results, 1))

    async def _archived(self) -> dict[int, TableId]:
        """Return the places that archived tables have."""
        if self._archive is None:
            return {}
        await self._archive.refresh()
        return self._archive.indexed_places()

    async def _whole_order(self) -> list[TableId]:
        """Return all finished tables in their order."""
        live = {int(id_.partition("-")[0]): t for id_, t in await self._inspection.order()}
        both = live | await self._archived()
        return [both[place] for place in sorted(both)]

    async def _unchanging(self) -> ModelContents | None:
        """Return the contents at one position; None if the boards are folded on all the time."""
        for _ in range(ATTEMPTS):
            contents = await self._inspection.read_model(MODEL)
            if contents.before == contents.after:
                return contents
        return None

    async def _result(self, table: TableId, sound: Mapping[TableId, SoundTable]) -> Result | None:
        """Return the result as the reader has it, also from a damaged history.

        A table may have closed, and have been folded, since its history was checked.
        """
        if table in sound and sound[table].closed:
            return sound[table].result
        archived = None if self._archive is None else self._archive.indexed(table)
        if archived is not None:
            return _results.decode(archived.result)
        return await self._histories.result(table)

    def _compared(
        self, contents: ModelContents, standings: Mapping[Key, Standing]
    ) -> list[DamageFound]:
        expected, found = {}, []
        for (game, player), standing in standings.items():
            row, name = encode_standing(standing), f"{game}|{player}"
            member = f"{row.rank}|{player}"
            expected[name] = Expected(member.__eq__, (game,), member)
            if contents.rows.get(name) != row.row:
                found.append(self._keys.finding(contents, "rows", f"The row of {name} is wrong."))
        found += [
            self._keys.finding(contents, "rows", f"{name} has played no table.")
            for name in contents.rows.keys() - expected.keys()
        ]
        return found + self._keys.arrangement(contents, expected, frozenset())


def _ordered(
    order: Sequence[tuple[str, TableId]], sound: Mapping[TableId, SoundTable], damaged: set[TableId]
) -> list[TableId]:
    """Return the tables of the order that belong there, each once."""
    kept = (t for _, t in order if t in damaged or (t in sound and sound[t].closed))
    return list(dict.fromkeys(kept))


def _agree(order: Sequence[tuple[str, TableId]], places: Mapping[TableId, str]) -> bool:
    """Return whether the places are those of the order; later ones were given meanwhile."""
    expected = {table: entry_id.partition("-")[0] for entry_id, table in order}
    others = [place for table, place in places.items() if table not in expected]
    last = max((int(place) for place in expected.values() if place.isdigit()), default=0)
    return all(places.get(table) == place for table, place in expected.items()) and all(
        place.isdigit() and int(place) > last for place in others
    )
