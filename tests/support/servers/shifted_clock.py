"""A real store whose functions read a clock that a test can set wrong.

The libraries keep their names, so that every process of the test calls the changed functions.
"""

from typing import Any

from redis import Redis

from store.lua.functions import LIBRARIES

SHIFT = "{clock}:shift"  # ms by which the clock is wrong
RIGHT = "tonumber(time[1]) * 1000"
SHIFTED = f"{RIGHT} + tonumber(redis.call('GET', '{SHIFT}') or '0')"


class ShiftedClock:
    def __init__(self, url: str) -> None:
        self.redis: Any = Redis.from_url(url)
        for text in LIBRARIES:
            assert RIGHT in text
            self.redis.function_load(text.replace(RIGHT, SHIFTED), replace=True)

    def set_wrong_by(self, ms: int) -> None:
        self.redis.set(SHIFT, ms)

    def close(self) -> None:
        self.redis.close()
