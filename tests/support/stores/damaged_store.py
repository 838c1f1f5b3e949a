"""A store with a history of numbered writes, whose files a test damages."""

from pathlib import Path

from redis import Redis

from store.embedded.aof.check import AOF_DIRECTORY, AofFile, read_manifest, write_manifest
from store.embedded.server import EmbeddedServer

WRITES = 40  # half of them before the snapshot


def written_store(directory: Path, **options: str) -> None:
    """Write numbered transactions, with a rewrite of the file after the first half."""
    server = EmbeddedServer(directory, fsync="no", options=options)
    server.start()
    try:
        with Redis.from_url(server.url, protocol=2) as redis:
            for number in range(WRITES):
                _write(redis, number)
                if number == WRITES // 2 - 1:
                    redis.bgrewriteaof()
                    while redis.info("persistence")["aof_rewrite_in_progress"]:
                        pass
    finally:
        server.stop()


def _write(redis: "Redis", number: int) -> None:
    """Write in one transaction what must never be found in part."""
    with redis.pipeline(transaction=True) as together:
        together.set("last", number)
        together.rpush("numbers", number)
        together.execute()


def last_write(directory: Path) -> int | None:
    """Start a server on the files; return the last write, of which every earlier one is there."""
    server = EmbeddedServer(directory, fsync="no")
    server.start()
    try:
        with Redis.from_url(server.url, protocol=2) as redis:
            last, numbers = redis.get("last"), redis.lrange("numbers", 0, -1)
    finally:
        server.stop()
    assert [int(each) for each in numbers] == list(range(len(numbers)))
    assert (None if last is None else int(last)) == (len(numbers) - 1 if numbers else None)
    return None if last is None else int(last)


def increment(directory: Path) -> Path:
    """Return the last file with commands."""
    folder = directory / AOF_DIRECTORY
    return folder / read_manifest(folder)[-1].name


def split_increment(directory: Path) -> tuple[Path, Path]:
    """Divide the commands into two files, as after a rewrite that failed; return both."""
    folder = directory / AOF_DIRECTORY
    files = read_manifest(folder)
    first = folder / files[-1].name
    content = first.read_bytes()
    middle = content.index(b"*1\r\n$5\r\nMULTI", len(content) // 2)
    later = files[-1].sequence + 1
    second = folder / f"appendonly.aof.{later}.incr.aof"
    first.write_bytes(content[:middle])
    second.write_bytes(b"*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n" + content[middle:])
    write_manifest(folder, [*files, AofFile(second.name, later, "i")])
    return first, second
