"""The record of the format in which a store holds histories; another format is never touched."""

from application.ports.event_log import StoreRefuses
from application.setting_values import SettingError
from domain.fairness.chain import FORMAT_3
from store.client.base import StoreClient
from store.keyspace import FORMAT

OWN = FORMAT_3.name.encode()
HISTORIES = "{p*}:table:*:events"  # their names since 0.2
AT_ONCE = 10_000  # keys
EARLIER = "an earlier format (Ludothèque 0.3 or before)"


class OtherFormat(SettingError, StoreRefuses):
    """The store holds histories that this release cannot continue; nothing was changed."""

    def __init__(self, found: str) -> None:
        super().__init__(
            f"The store holds histories of {found}; this release reads and writes"
            f" {FORMAT_3.name}. Start the release that wrote them, or set LUDOTHEQUE_VAR or"
            " LUDOTHEQUE_REDIS_URL to an empty store. Delete nothing: see docs/versions.md."
        )


async def require_format(client: StoreClient) -> None:
    """Raise OtherFormat if the record names another format; write it into an empty store.

    A store may have lost its record: then a history shows its format.
    """
    found = await client.execute("GET", FORMAT)
    if found is None:
        if await _has_earlier_history(client):
            raise OtherFormat(EARLIER)
        await client.execute("SET", FORMAT, OWN, "NX")
        found = await client.execute("GET", FORMAT)
    if found != OWN:
        raise OtherFormat(f"the format {found.decode('utf-8', 'replace')}")


async def _has_earlier_history(client: StoreClient) -> bool:
    """Return whether the first history that is found has entries of one event, `<version>-0`."""
    for server in await client.servers():
        cursor = b"0"
        while True:
            scan = ("SCAN", cursor, "MATCH", HISTORIES, "COUNT", AT_ONCE, "TYPE", "stream")
            cursor, names = await server.execute(*scan)
            for name in names:
                if entries := await server.execute("XRANGE", name, "-", "+", "COUNT", 1):
                    return bool(entries[0][0].endswith(b"-0"))
            if cursor == b"0":
                break
    return False
