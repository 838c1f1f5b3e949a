"""Reads a public log over HTTP."""

import httpx

from application.ports.public_log import LogReader
from domain.log.note import LogError, split_notes
from domain.log.tiles import Tile, Tree

SECONDS = 30.0
LARGEST = 32 << 20  # bytes: more than any tile or bundle has


class HttpLog(LogReader):
    """The log at a URL, such as `https://example.org/log`."""

    def __init__(self, url: str, http: httpx.Client | None = None) -> None:
        self._url = url.rstrip("/")
        self._http = http or httpx.Client(timeout=SECONDS, follow_redirects=True)

    def checkpoint(self) -> bytes:
        return self._get("checkpoint")

    def read_tile(self, tile: Tile) -> bytes:
        return self._get(f"tile/{tile.path}")

    def tree(self, size: int | None = None) -> Tree:
        assert size is not None  # that of a checkpoint whose signature was checked
        return Tree(size, self.read_tile)

    def cosigned(self, day: str) -> list[bytes]:
        """Return the checkpoints that were cosigned on a day; none if the server has none."""
        answer = self._http.get(f"{self._url}/cosigned/{day}")
        return split_notes(answer.content) if answer.is_success else []

    def close(self) -> None:
        self._http.close()

    def _get(self, path: str) -> bytes:
        try:
            with self._http.stream("GET", f"{self._url}/{path}") as answer:
                if answer.status_code != httpx.codes.OK:
                    status = f"{self._url}/{path} returns {answer.status_code}"
                    raise LogError(f"{status}; give the URL of a log, as https://example.org/log")
                content = bytearray()
                for chunk in answer.iter_bytes():
                    content += chunk
                    if len(content) > LARGEST:
                        raise LogError(f"{self._url}/{path} is too large")
        except (httpx.HTTPError, httpx.InvalidURL) as wrong:
            raise LogError(f"{self._url}/{path}: {wrong}") from None
        return bytes(content)
