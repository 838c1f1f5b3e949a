"""The address of a caller: that of the connection, or what a trusted proxy says of it."""

from collections.abc import Sequence
from typing import Any

from api.admission.forwarded import forwarded_elements, without_port
from application.caller_network import parsed_address
from application.setting_values import Networks
from application.settings import Settings

SCHEMES = frozenset({"http", "https"})


class ClientAddress:
    """Reads one header only: proxies pass on the other one as the caller has sent it."""

    def __init__(self, settings: Settings) -> None:
        self._trusted: Networks = settings.trusted_proxies
        self._on_socket = settings.socket is not None
        self._standard = settings.proxy_header == "Forwarded"

    def apply(self, scope: Any) -> None:
        """Put the caller behind trusted proxies into the scope, in place of the last proxy."""
        if not (self._trusted or self._on_socket):
            return
        client = ("", 0) if self._on_socket else scope.get("client")
        if not client or not (self._on_socket or self.trusts(client[0])):
            return
        hops, scheme = self._standard_hops(scope) if self._standard else self._usual_hops(scope)
        caller = client[0]
        for hop in reversed(hops):
            if parsed_address(hop) is None:
                break  # hidden or malformed: the proxy that says so is all we know
            caller = hop
            if not self.trusts(hop):
                break
        scope["client"] = (caller, 0 if caller != client[0] else client[1])
        if scheme in SCHEMES:
            scope["scheme"] = scheme

    def trusts(self, host: str) -> bool:
        address = parsed_address(host)
        return address is not None and any(
            address.version == network.version and address in network for network in self._trusted
        )

    def _usual_hops(self, scope: Any) -> tuple[Sequence[str], str | None]:
        """Return the hops of `X-Forwarded-For` and the scheme of `X-Forwarded-Proto`."""
        said = _header(scope, b"x-forwarded-for")
        hops = [without_port(hop.strip()) for hop in said.split(",")] if said else []
        schemes = _header(scope, b"x-forwarded-proto").split(",")
        return hops, schemes[-1].strip().lower()

    def _standard_hops(self, scope: Any) -> tuple[Sequence[str], str | None]:
        elements = forwarded_elements(_header(scope, b"forwarded"))
        if elements is None:
            return [], None
        hops = [without_port(element.get("for", "")) for element in elements]
        return hops, elements[-1].get("proto", "").lower()


def _header(scope: Any, name: bytes) -> str:
    """Return all lines of a header as one list; proxies may add a line of their own."""
    return ", ".join(value.decode("latin-1") for key, value in scope["headers"] if key == name)
