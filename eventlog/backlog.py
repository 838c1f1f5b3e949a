"""How many chores wait in each queue; the queues themselves belong to the workers."""

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from eventlog.pipe import Pipe

DATABASE = "1"
CHORES, BOTS = "chores", "bots"
QUEUES = (CHORES, BOTS)


class Backlog:
    def __init__(self, url: str) -> None:
        self._pipe = Pipe(url)

    async def lengths(self) -> dict[str, int]:
        asked = [("LLEN", f"rq:queue:{queue}") for queue in QUEUES]
        return dict(zip(QUEUES, await self._pipe.ask_all(asked), strict=True))

    async def aclose(self) -> None:
        await self._pipe.aclose()


def beside(url: str) -> str:
    """The queue's database on the server of the store."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    if parts.scheme == "unix":
        return f"unix://{parts.path}?{urlencode(query | {'db': DATABASE})}"
    query.pop("db", None)
    return urlunsplit(parts._replace(path=f"/{DATABASE}", query=urlencode(query)))
