"""The objects of the archive: a local folder, or S3, GCS and Azure by URL, through obstore."""

import os
from pathlib import Path

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError, NotFoundError
from obstore.store import LocalStore, ObjectStore, from_url

from application.ports.event_log import StoreUnavailable
from store.archive.segment import SegmentBroken
from store.public_log.durable_files import make_folder, sync_folder

PREFIX = "segments"


class Objects:
    """Immutable objects by name."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._folder = None if "://" in url else Path(url)
        self._opened: ObjectStore | None = None

    async def create(self, name: str, content: bytes) -> None:
        """Store an object durably, unless it is there."""
        try:
            await obstore.put_async(self._store(), _path(name), content, mode="create")
        except AlreadyExistsError:
            pass
        except BaseError as failure:
            raise _unavailable(failure) from failure
        if self._folder is not None:
            _sync(self._folder / _path(name))  # the local store of obstore does not

    async def get(self, name: str) -> bytes:
        """Return an object; raises SegmentBroken if it is not there."""
        try:
            found = await obstore.get_async(self._store(), _path(name))
            return bytes(await found.bytes_async())
        except (NotFoundError, FileNotFoundError):
            raise SegmentBroken(f"segment {name} is missing from the archive") from None
        except BaseError as failure:
            raise _unavailable(failure) from failure

    async def range(self, name: str, offset: int, length: int) -> bytes:
        """Return a part of an object; raises SegmentBroken if it is not there."""
        if not length:
            return b""
        try:
            found = obstore.get_range_async(self._store(), _path(name), start=offset, length=length)
            return bytes(await found)
        except (NotFoundError, FileNotFoundError):
            raise SegmentBroken(f"segment {name} is missing from the archive") from None
        except BaseError as failure:
            raise _unavailable(failure) from failure

    async def size(self, name: str) -> int:
        try:
            return int((await obstore.head_async(self._store(), _path(name)))["size"])
        except (NotFoundError, FileNotFoundError):
            raise SegmentBroken(f"segment {name} is missing from the archive") from None
        except BaseError as failure:
            raise _unavailable(failure) from failure

    async def names(self) -> list[str]:
        """Return the names of all objects."""
        try:
            stream = obstore.list(self._store(), prefix=PREFIX)
            return sorted(
                [each["path"].rpartition("/")[2] async for page in stream for each in page]
            )
        except BaseError as failure:
            raise _unavailable(failure) from failure

    def _store(self) -> ObjectStore:
        if self._opened is None:
            self._opened = self._open()
        return self._opened

    def _open(self) -> ObjectStore:
        if self._folder is None:
            return from_url(self._url)
        make_folder(self._folder / PREFIX)
        return LocalStore(self._folder)


def _path(name: str) -> str:
    return f"{PREFIX}/{name}"


def _sync(file: Path) -> None:
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    sync_folder(file.parent)


def _unavailable(failure: BaseError) -> StoreUnavailable:
    return StoreUnavailable(f"the archive does not respond: {failure}")
