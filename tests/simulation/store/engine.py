"""The simulated store: executes one command at a time, and can take back the latest ones."""

from collections import deque
from collections.abc import Callable
from typing import Any

from redis.exceptions import ResponseError

from tests.simulation.store import hashes, plain, sorted_sets, streams
from tests.simulation.store.lua_functions import LuaFunctions
from tests.simulation.store.plain import OK
from tests.simulation.store.values import CommandError, Keyspace, Undo, number

COMMANDS = plain.COMMANDS | hashes.COMMANDS | sorted_sets.COMMANDS | streams.COMMANDS


class Engine:
    def __init__(self, now_ms: Callable[[], int], true_time: Callable[[], float]) -> None:
        self.keys = Keyspace(now_ms)
        self.keys.undo = self._remember
        self.functions = LuaFunctions(self._command)
        self.extended: set[bytes] = set()  # streams that grew since the server last looked
        self.kept_seconds = 0.0  # how far back the journal goes
        self._true_time = true_time
        self._journal: deque[tuple[float, Undo]] = deque()

    def execute(self, words: list[bytes]) -> Any:
        """Return the reply to a command; an error is returned, not raised."""
        try:
            return self._reply(words)
        except CommandError as error:
            return ResponseError(str(error).removeprefix("ERR "))

    def roll_back(self, seconds: float) -> None:
        """Forget what was written in the last `seconds`, as a failover to a late replica does."""
        since = self._true_time() - seconds
        while self._journal and self._journal[-1][0] > since:
            self._journal.pop()[1]()

    def on_undo(self, undo: Undo) -> None:
        """Let an observer of the store forget together with it."""
        self._remember(undo)

    def _remember(self, undo: Undo) -> None:
        if not self.kept_seconds:
            return
        now = self._true_time()
        self._journal.append((now, undo))
        while self._journal[0][0] < now - self.kept_seconds:
            self._journal.popleft()

    def _reply(self, words: list[bytes]) -> Any:
        verb = words[0].upper()
        if verb in (b"FCALL", b"FCALL_RO"):
            count = number(words[2])
            return self.functions.run(words[1], words[3 : 3 + count], words[3 + count :])
        if verb == b"FUNCTION":
            return self._function(words[1].upper(), words[2:])
        if verb in (b"INFO", b"CONFIG"):
            return _facts(verb, words[1:])
        return self._command(words)

    def _command(self, words: list[bytes]) -> Any:
        verb = words[0].upper()
        command = COMMANDS.get(verb)
        if command is None:
            raise CommandError(f"ERR unknown command '{verb.decode()}'")
        if verb == b"XADD":
            self.extended.add(words[1])
        try:
            return command(self.keys, *words[1:])
        except TypeError as error:
            if command.__name__ not in str(error):
                raise
            wrong = f"ERR wrong number of arguments for '{verb.decode().lower()}' command"
            raise CommandError(wrong) from None

    def _function(self, verb: bytes, words: list[bytes]) -> Any:
        if verb == b"LOAD":
            return self.functions.load(words[-1])
        if verb == b"FLUSH":
            self.functions.flush()
            return OK
        wanted = words[1] if len(words) > 1 else None
        names = [name for name in self.functions.libraries if wanted in (None, name)]
        return [[b"library_name", name] for name in names]


def _facts(verb: bytes, words: list[bytes]) -> Any:
    """Return what readiness asks for: product, version, memory, durability."""
    if verb == b"INFO":
        facts = (
            "server_name:valkey",
            "valkey_version:9.1.0",
            "redis_version:7.2.4",
            "loading:0",
            "used_memory:1000000",
            "maxmemory:0",
            "aof_last_write_status:ok",
        )
        return "\r\n".join(facts).encode()
    known = {b"appendonly": b"yes", b"appendfsync": b"always", b"maxmemory": b"0"}
    name = words[1].lower()
    return [name, known[name]] if name in known else []
