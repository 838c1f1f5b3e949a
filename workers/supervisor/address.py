"""The address of the API: whether it is free, whether it responds, and its URL."""

import http.client
import socket

from workers.supervisor.store import CannotServe


def require_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as why:
            raise CannotServe(
                f"Port {port} on {host} cannot be used: {why.strerror or why}. "
                f"Choose another, for example: PORT={port % 65535 + 1} ludotheque serve"
            ) from None


def ready(host: str, port: int) -> bool:
    line = http.client.HTTPConnection(reachable(host).strip("[]"), port, timeout=1.0)
    try:
        line.request("GET", "/health/ready")
        return line.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()


def reachable(host: str) -> str:
    """Return the host under which a client on this machine reaches this address."""
    host = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"[{host}]" if ":" in host else host
