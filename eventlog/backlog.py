"""How many chores wait in the queue; the queue itself belongs to the workers."""

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from eventlog.pipe import Pipe

DATABASE = "1"
CHORES = "chores"


class Backlog:
    def __init__(self, url: str) -> None:
        self._pipe = Pipe(url)

    async def length(self) -> int:
        length: int = await self._pipe.ask("LLEN", f"rq:queue:{CHORES}")
        return length

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
