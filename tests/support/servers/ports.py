"""TCP ports of this machine that nothing else will take while a server starts.

They are below the ports that the system gives to clients. A UDP socket on a port marks it as taken
for all processes that run tests; it is kept until this process ends.
"""

import secrets
import socket
from collections.abc import Sequence
from itertools import count

FIRST, END = 30_000, 32_768  # the system gives clients ports from 32,768 on
FIRST_OF_CLUSTER = BUS_OFFSET = 10_000  # the bus of a node is so far above its port
_places = count(secrets.randbelow(BUS_OFFSET))
_marks: list[socket.socket] = []


def free_port() -> int:
    """Return a free port; no other call ever returns it."""
    for place in _places:
        port = FIRST + place % (END - FIRST)
        if _take((port,)):
            return port
    raise LookupError


def cluster_port() -> int:
    """Return a free port whose cluster bus port is free, too."""
    for place in _places:
        port = FIRST_OF_CLUSTER + place % BUS_OFFSET
        if _take((port, port + BUS_OFFSET)):
            return port
    raise LookupError


def accepts(port: int) -> bool:
    """Tell whether something listens on a port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _take(ports: Sequence[int]) -> bool:
    """Mark these ports as taken; return False, and mark none, if one of them is in use."""
    marks: list[socket.socket] = []
    for port in ports:
        marks.append(socket.socket(type=socket.SOCK_DGRAM))
        try:
            marks[-1].bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            for mark in marks:
                mark.close()
            return False
    _marks.extend(marks)
    return True
