"""When the service could be used, and when anything last went wrong, by a clock without jumps."""

import asyncio

from tests.simulation.installation import Installation
from tests.simulation.loop import Span

LOOK_SECONDS = 0.05


class Availability:
    def __init__(self, installation: Installation) -> None:
        self._installation = installation
        self.away: list[Span] = []  # nobody could play
        self.wrong_clocks: list[Span] = []  # a clock had jumped
        self.disturbed: list[float] = []  # the ends of what delays the timers
        self.late_requests = False  # the store may execute a read after its consumer has left
        self._away_since: float | None = None

    async def watch(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            self.look(now())
            await asyncio.sleep(LOOK_SECONDS)

    def look(self, now: float) -> None:
        usable = bool(self._installation.apis) and self._installation.server.up
        usable = usable and self._installation.server.stalled_until <= now
        if usable and self._away_since is not None:
            self.away.append(Span(self._away_since - LOOK_SECONDS, now))
            self.disturbed.append(now)
            self._away_since = None
        elif not usable and self._away_since is None:
            self._away_since = now

    def disturb(self, at: float) -> None:
        self.disturbed.append(at)

    def last_disturbance(self, before: float) -> float:
        return max((each for each in self.disturbed if each <= before), default=0.0)

    def had_wrong_clock(self, began: float, ended: float) -> bool:
        return any(span.began <= ended and began <= span.ended for span in self.wrong_clocks)
