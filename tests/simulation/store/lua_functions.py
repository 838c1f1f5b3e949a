"""Runs the Lua functions of the product on the simulated keys: the very texts of store/lua."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from lupa import lua51  # type: ignore[import-untyped]
from msgspec import json

from tests.simulation.store.values import CommandError, Status

Call: TypeAlias = Callable[[list[bytes]], Any]  # executes one command

SANDBOX = b"""
function(call, pcall_, register, decode)
  cjson = { decode = decode }
  redis = {
    call = call,
    pcall = pcall_,
    error_reply = function(text) return { err = text } end,
    status_reply = function(text) return { ok = text } end,
    acl_check_cmd = function() return true end,
    register_function = function(name, callback)
      if type(name) == 'table' then
        register(name.function_name, name.callback)
      else
        register(name, callback)
      end
    end,
    log = function() end,
    LOG_WARNING = 3,
  }
end
"""


class LuaFunctions:
    """Libraries as FUNCTION LOAD gets them, and the functions they register."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self._lua = lua51.LuaRuntime(
            encoding=None, unpack_returned_tuples=False, register_eval=False
        )
        self.libraries: dict[bytes, tuple[bytes, ...]] = {}
        self._functions: dict[bytes, Any] = {}
        self._loading: list[bytes] = []
        self._table = self._lua.table
        install = self._lua.eval(SANDBOX)
        install(self._redis_call, self._redis_pcall, self._register, self._decode)

    def load(self, text: bytes) -> bytes:
        """Load a library and return its name; its first line is not Lua."""
        first, _, rest = text.partition(b"\n")
        name = first.partition(b"name=")[2].strip()
        self._loading = []
        self._lua.execute(b"\n" + rest)
        self.libraries[name] = tuple(self._loading)
        return name

    def flush(self) -> None:
        self.libraries.clear()
        self._functions.clear()

    def run(self, name: bytes, keys: Sequence[bytes], args: Sequence[bytes]) -> Any:
        function = self._functions.get(name)
        if function is None:
            raise CommandError("ERR Function not found")
        try:
            found = function(self._lua.table_from(keys), self._lua.table_from(args))
        except lua51.LuaError as error:
            raise CommandError(f"ERR {error}") from error
        return self._to_reply(found)

    def _register(self, name: bytes, callback: Any) -> None:
        self._functions[name] = callback
        self._loading.append(name)

    def _decode(self, text: bytes) -> Any:
        return self._from_json(json.decode(text))

    def _from_json(self, value: Any) -> Any:
        """Return a value of JSON as Lua has it; null is left out."""
        if isinstance(value, str):
            return value.encode()
        if isinstance(value, dict):
            items = ((name.encode(), self._from_json(each)) for name, each in value.items())
            return self._lua.table_from(dict(items))
        if isinstance(value, list):
            return self._lua.table_from([self._from_json(each) for each in value])
        return value

    def _redis_call(self, *words: Any) -> Any:
        return self._to_lua(self._call([_argument(word) for word in words]))

    def _redis_pcall(self, *words: Any) -> Any:
        try:
            return self._redis_call(*words)
        except CommandError as error:
            return self._lua.table_from({b"err": str(error).encode()})

    def _to_lua(self, reply: Any) -> Any:
        if reply is None:
            return False
        if isinstance(reply, Status):
            return self._lua.table_from({b"ok": bytes(reply)})
        if isinstance(reply, list):
            return self._lua.table_from([self._to_lua(each) for each in reply])
        return reply

    def _to_reply(self, value: Any) -> Any:
        if value is None or value is False:
            return None
        if value is True:
            return 1
        if isinstance(value, bytes | int):
            return value
        if isinstance(value, float):
            return int(value)
        if value[b"err"] is not None:
            raise CommandError(value[b"err"].decode())
        if value[b"ok"] is not None:
            return Status(value[b"ok"])
        found = []
        for place in range(1, len(value) + 1):
            if value[place] is None:
                break
            found.append(self._to_reply(value[place]))
        return found


def _argument(word: Any) -> bytes:
    if isinstance(word, bytes):
        return word
    if isinstance(word, float):
        return b"%d" % int(word) if word == int(word) else b"%.17g" % word
    if isinstance(word, int):
        return b"%d" % word
    raise CommandError("ERR Lua redis lib command arguments must be strings or integers")
