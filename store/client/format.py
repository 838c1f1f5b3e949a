"""The record of the format in which a store holds histories; another format is never touched."""

from application.ports.event_log import StoreRefuses
from application.setting_values import SettingError
from domain.fairness.chain import FORMAT_3
from domain.fairness.format_2 import FORMAT_2
from store.client.base import StoreClient
from store.keyspace import FORMAT

OWN = FORMAT_3.name.encode()
HISTORIES = "{p*}:table:*:events"  # their names since 0.2
AT_ONCE = 10_000  # keys
EARLIER = "an earlier format (Ludothèque 0.3 or before)"
LEFT_BY_0_3 = "{tables}:archived"  # also in a store whose tables are all archived
UPGRADE = (
    "Stop every server, copy the data folder, and run `ludotheque upgrade`, which takes over the"
    " data of 0.3."
)
OTHER = (
    "Start the release that wrote them, or set LUDOTHEQUE_VAR or LUDOTHEQUE_REDIS_URL to an empty"
    " store."
)


class OtherFormat(SettingError, StoreRefuses):
    """The store holds histories that this release cannot continue; nothing was changed."""

    def __init__(self, found: str, advice: str = OTHER) -> None:
        super().__init__(
            f"The store holds histories of {found}; this release reads and writes"
            f" {FORMAT_3.name}. {advice} Delete nothing: see docs/upgrade.md."
        )


async def require_format(client: StoreClient) -> None:
    """Raise OtherFormat if the record names another format; write it into an empty store.

    A store may have lost its record: then a history shows its format.
    """
    found = await client.execute("GET", FORMAT)
    if found is None:
        if await is_earlier(client):
            raise OtherFormat(EARLIER, UPGRADE)
        await client.execute("SET", FORMAT, OWN, "NX")
        found = await client.execute("GET", FORMAT)
    if found != OWN:
        advice = UPGRADE if found == FORMAT_2.name.encode() else OTHER
        raise OtherFormat(f"the format {found.decode('utf-8', 'replace')}", advice)


async def is_earlier(client: StoreClient) -> bool:
    """Return whether a store without a record was written by 0.3 or before."""
    return bool(await client.execute("EXISTS", LEFT_BY_0_3)) or await _has_earlier_history(client)


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
