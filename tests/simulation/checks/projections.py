"""The list of tables and the leaderboards equal what a rebuild makes of the histories."""

from application.setting_fields import STORE_SECONDS
from projections.leaderboard.folding import LeaderboardFold
from projections.table_list.query import TableList
from store.connect import Store
from workers.composition import upkeep
from workers.upkeep.rebuild.leaderboard import LeaderboardRebuild
from workers.upkeep.rebuild.table_list import TableListRebuild


async def check_projections(url: str, tables: int) -> list[str]:
    async with Store(url, STORE_SECONDS, "simulated://queue") as store:
        listing = TableList(store.table_list, store.log)
        listed = await TableListRebuild(store.log, store.scan, listing).run()
        fold = LeaderboardFold(store.leaderboard, store.log)
        boards = await LeaderboardRebuild(store.scan, fold).run()
        report = await upkeep.scrub_of(store, quick=True).run(len)
    found = [f"the row of table {table} differs from its rebuild" for table in listed.different]
    found += [f"the standing {name} differs from its rebuild" for name in boards.different]
    found += [f"{each.table} is damaged: {each.flaw}" for each in report.damaged]
    found += [f"a key is damaged: {each}" for each in report.keys]
    if listed.tables != tables:
        found.append(f"{listed.tables} tables are listed, there are {tables}")
    if listed.behind:
        found.append(f"{listed.behind} rows were behind after a quiet time")
    if boards.missed:
        found.append(f"{boards.missed} finished tables had no place in the order")
    return found
