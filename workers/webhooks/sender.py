"""One attempt: resolve, check, connect to the checked address, send, read only the status."""

import asyncio
import ssl
from collections.abc import Sequence

import httpx

from application.ports.webhooks import Attempt, Delivery, Hook
from application.ports.world import World
from application.webhooks.address import AddressRefused, Target, permitted
from application.webhooks.notices import payload
from application.webhooks.policy import WebhookPolicy
from application.webhooks.resolving import DnsResolver, Resolve
from application.webhooks.signing import headers
from domain.kernel.ids import rfc3339

SECONDS = 10.0  # for everything
CONNECT_SECONDS = 4.0
AGENT = "Ludotheque-Webhooks/1"


class Sender:
    def __init__(
        self,
        world: World,
        policy: WebhookPolicy,
        resolve: Resolve | None = None,
        trust: ssl.SSLContext | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self._world, self._policy, self._resolve = world, policy, resolve or DnsResolver()
        self._seconds = seconds
        # No proxies, no redirects, and no connection is kept: the next name at the same address
        # must present its own certificate.
        self._client = httpx.AsyncClient(
            verify=trust or ssl.create_default_context(),
            trust_env=False,
            follow_redirects=False,
            limits=httpx.Limits(max_keepalive_connections=0),
            timeout=httpx.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds)),
        )

    async def aclose(self) -> None:
        await self._client.aclose()

    async def send(self, hook: Hook, delivery: Delivery) -> Attempt:
        """Send a delivery once; never raises for what the receiver does."""
        now = self._world.now()
        try:
            async with asyncio.timeout(self._seconds):
                status = await self._attempt(hook, delivery, now)
        except AddressRefused as why:
            return Attempt(rfc3339(now), None, str(why))
        except TimeoutError:
            return Attempt(rfc3339(now), None, f"No response within {self._seconds:g} s.")
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as why:
            return Attempt(rfc3339(now), None, f"{type(why).__name__}: {why}"[:200])
        redirects = 300 <= status < 400
        return Attempt(rfc3339(now), status, "Redirects are not followed." if redirects else None)

    async def _attempt(self, hook: Hook, delivery: Delivery, now: int) -> int:
        target, addresses = await permitted(hook.about.url, self._policy, self._resolve)
        body = payload(hook, delivery)
        signed = headers(delivery.id, body, hook.secrets, now)
        return await self._post_to_first_reachable(target, addresses, body, signed)

    async def _post_to_first_reachable(
        self, target: Target, addresses: Sequence[str], body: bytes, signed: dict[str, str]
    ) -> int:
        failure: httpx.HTTPError | None = None
        for address in addresses:
            try:
                return await self._post(target, address, body, signed)
            except (httpx.ConnectError, httpx.ConnectTimeout) as why:
                failure = why
        assert failure is not None
        raise failure

    async def _post(self, target: Target, address: str, body: bytes, signed: dict[str, str]) -> int:
        """Send to this IP address; the certificate must be that of the name."""
        request = self._client.build_request(
            "POST",
            httpx.URL(
                scheme=target.scheme, host=address, port=target.port, raw_path=target.path.encode()
            ),
            content=body,
            headers={
                "Host": target.authority,
                "User-Agent": AGENT,
                "Content-Type": "application/json",
                "Accept-Encoding": "identity",
                **signed,
            },
            extensions={"sni_hostname": target.host},
        )
        answer = await self._client.send(request, stream=True)
        await answer.aclose()  # the body is not read
        return answer.status_code
