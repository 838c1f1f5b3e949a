"""The web server of the API: its bounds, its problems and its end."""

import resource
import socket
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from api import metrics
from api.admission.client_address import ClientAddress
from api.asgi.middleware import Middleware
from api.asgi.refusal import problem_answer
from api.streaming.registry import StreamRegistry
from api.transport.connections import Connections
from api.transport.server import Server
from application.caller_network import caller_network, parsed_address
from application.ports.feeds import Follower
from application.settings import Settings

OTHER_FILES = 64  # open files that are no connections of clients


def web_server(app: Middleware, settings: Settings, bound: socket.socket | None = None) -> Server:
    """Return the server of the application; it ends streams and long polls before connections."""

    def end_waiting() -> None:
        if "parts" in app.app.state:
            app.app.state.parts[StreamRegistry].close()
            app.app.state.parts[Follower].release()

    address = settings.socket or (settings.host, settings.port)
    return Server(connections_of(app, settings), bound or address, end_waiting)


def connections_of(app: Any, settings: Settings) -> Connections:
    """Return the connections of an application, with the bounds of the settings."""
    return Connections(
        app,
        replace(settings, connections=most_connections(settings)),
        problem=lambda refusal: problem_answer(refusal, settings.prefix),
        dropped=lambda reason: metrics.dropped.labels(reason).inc(),
        counted=counted_network(settings),
        quick=getattr(app, "quick", None),
    )


def counted_network(settings: Settings) -> Callable[[str], str | None]:
    """Return a function from an address to the network that its connections count for."""
    trusts = ClientAddress(settings).trusts

    def counted(host: str) -> str | None:
        address = parsed_address(host)
        is_exempt = address is None or address.is_loopback or trusts(host)
        return None if is_exempt else caller_network(host)

    return counted


def most_connections(settings: Settings) -> int:
    """Return how many connections the settings and the limit of open files allow."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return settings.connections
    return max(1, min(settings.connections, files - OTHER_FILES))
