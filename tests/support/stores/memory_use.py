"""The memory that the keys of a store take."""

from collections import Counter

from store.client.base import StoreClient
from store.lists import list_keys

LASTING, PASSING = "for ever", "for a day"


async def memory_of_keys(client: StoreClient) -> Counter[str]:
    """Return the memory of all keys; streams are counted with their empty nodes.

    Keys with a time to live, and the stream of all notices, which has a bounded length, pass away.
    """
    [server] = await client.servers()
    keys = await server.execute("KEYS", "*")
    usage = await server.execute_all([("MEMORY", "USAGE", key, "SAMPLES", 0) for key in keys])
    left = await server.execute_all([("TTL", key) for key in keys])
    found = Counter({LASTING: 0, PASSING: 0})
    for key, used, seconds in zip(keys, usage, left, strict=True):
        passes = seconds >= 0 or key == list_keys.NOTICES.encode()
        found[PASSING if passes else LASTING] += used or 0
    return found
