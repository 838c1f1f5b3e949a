"""The address of the API: whether it is free, whether it responds, and its URL."""

import socket
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from msgspec import DecodeError, json

from application.setting_fields import SettingFields
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


def answers(settings: SettingFields) -> bool:
    """Return whether the API answers at all."""
    return _get(settings, "/health/live") is not None


def why_not_ready(settings: SettingFields) -> str | None:
    """Return why the API is not ready, in its own words; None if it is."""
    answer = _get(settings, "/health/ready")
    if answer is None:
        return "it does not answer"
    status, body = answer
    if status == HTTPStatus.OK:
        return None
    with suppress(DecodeError):
        return str(json.decode(body, type=dict[str, Any]).get("detail", ""))
    return f"it answers with {status}"


def root_url(settings: SettingFields) -> str:
    """Return the URL of the server for a client on this machine, without a slash at the end."""
    return f"http://{reachable(settings.host)}:{settings.port}{settings.prefix}"


def _get(settings: SettingFields, path: str) -> tuple[int, bytes] | None:
    """Return status and body of an answer; a client of HTTP takes 5 MB of memory."""
    host = reachable(settings.host).strip("[]")
    request = (
        f"GET {settings.prefix}{path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    try:
        with socket.create_connection((host, settings.port), timeout=2.0) as line:
            line.sendall(request.encode())
            with line.makefile("rb") as answer:
                head, _, body = answer.read().partition(b"\r\n\r\n")
        return int(head.split(None, 2)[1]), body
    except (OSError, ValueError, IndexError):
        return None


def reachable(host: str) -> str:
    """Return the host under which a client on this machine reaches this address."""
    host = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"[{host}]" if ":" in host else host
