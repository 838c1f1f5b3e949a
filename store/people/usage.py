"""What callers have used, in sorted sets that expire: one for each minute and measure."""

from collections import Counter
from typing import Any

from application.ports.usage import KEPT_MINUTES, MEASURES, CallerUsage, Counts, UsageStore
from store.client.base import StoreClient
from store.people import people_keys

MOST_CALLERS = 500  # of each minute that are read: the heaviest


class RedisUsage(UsageStore):
    def __init__(self, client: StoreClient) -> None:
        self._client = client

    async def add(self, minute: int, counts: Counts) -> None:
        commands: list[tuple[Any, ...]] = []
        for measure, by_caller in counts.items():
            key = people_keys.usage(measure, minute)
            commands += [("ZINCRBY", key, n, caller) for caller, n in by_caller.items()]
            if by_caller:
                commands.append(("EXPIRE", key, 60 * (KEPT_MINUTES + 1)))
        if commands:
            await self._client.execute_all(commands)

    async def heaviest(self, minutes: range, limit: int) -> list[CallerUsage]:
        places = [(measure, minute) for measure in MEASURES for minute in minutes]
        replies = await self._client.execute_all(
            [
                ("ZRANGE", people_keys.usage(*place), 0, MOST_CALLERS - 1, "REV", "WITHSCORES")
                for place in places
            ]
        )
        sums: dict[str, Counter[str]] = {measure: Counter() for measure in MEASURES}
        for (measure, _), flat in zip(places, replies, strict=True):
            for caller, score in zip(flat[::2], flat[1::2], strict=True):
                sums[measure][caller.decode()] += int(float(score))
        requests = sums["requests"]
        return [
            CallerUsage(caller, n, sums["refused"][caller], sums["work"][caller])
            for caller, n in requests.most_common(limit)
        ]
