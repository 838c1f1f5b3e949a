"""Answers of a real name server are checked at every attempt and pinned; slow ones are bounded."""

import asyncio
import time

import pytest

from application.ports.webhooks import About, Delivery, Hook
from application.webhooks.policy import WebhookPolicy
from application.webhooks.resolving import DnsResolver
from application.webhooks.signing import new_secret
from application.world import RealWorld
from tests.support.network.name_server import SILENT, naming
from tests.support.network.webhook_receiver import Receiver
from workers.webhooks.sender import Sender

pytestmark = pytest.mark.anyio

PUBLIC, INSIDE = "93.184.216.34", "10.0.0.7"
NOTICE = Delivery(
    id="msg_1", event="your_turn", table="t" * 26, version=17, at="2026-01-01T12:00:00.000Z"
)


def hook(url: str) -> Hook:
    about = About("a" * 26, url, ("your_turn",), None)
    return Hook("h" * 26, about, (new_secret(RealWorld()),), 1)


async def test_a_name_is_resolved_once_for_each_attempt_and_its_answer_is_pinned(
    receiver: Receiver,
) -> None:
    """A second answer, which leads elsewhere, would come too late: it is never asked for."""
    with naming({"hooks.example": ["127.0.0.1", INSIDE]}) as names:
        sender = Sender(RealWorld(), WebhookPolicy(loopback=True), DnsResolver(names.address))
        url = receiver.url.replace("127.0.0.1", "hooks.example")
        first = await sender.send(hook(url), NOTICE)
        assert (first.status, names.asked) == (204, ["hooks.example"])
        assert receiver.received[0].headers["host"].startswith("hooks.example:")
        second = await sender.send(hook(url), NOTICE)
        assert second.status is None
        assert second.error is not None
        assert names.asked == ["hooks.example"] * 2
        await sender.aclose()
    assert len(receiver.received) == 1


async def test_a_name_that_was_public_and_now_leads_inside_is_refused() -> None:
    with naming({"hooks.example": [INSIDE]}) as names:
        sender = Sender(RealWorld(), WebhookPolicy(), DnsResolver(names.address))
        attempt = await sender.send(hook("https://hooks.example/"), NOTICE)
        await sender.aclose()
    assert attempt.error is not None
    assert "not a public address" in attempt.error


async def test_a_slow_name_server_is_bounded_in_time() -> None:
    with naming({"slow.example": SILENT}) as names:
        resolve = DnsResolver(names.address, seconds=0.2)
        began = time.monotonic()
        with pytest.raises(OSError, match=r"slow|^$"):
            await resolve("slow.example")
        assert time.monotonic() - began < 20


async def test_questions_are_bounded_in_number_and_wait_no_longer_than_the_limit() -> None:
    hosts = [f"n{n}.example" for n in range(6)]
    with naming(dict.fromkeys(hosts, SILENT)) as names:
        resolve = DnsResolver(names.address, seconds=1.0, at_once=2)
        results = await asyncio.gather(*map(resolve, hosts), return_exceptions=True)
    assert all(isinstance(each, OSError) for each in results)
    assert len(set(names.asked)) <= 4  # two at a time, and two more at most when these have ended


async def test_an_address_needs_no_name_server_and_this_machine_is_never_asked_for() -> None:
    with naming({}) as names:
        resolve = DnsResolver(names.address)
        assert await resolve("93.184.216.34") == (PUBLIC,)
        assert await resolve("2606:4700::1") == ("2606:4700::1",)
        assert "127.0.0.1" in await resolve("localhost")
    assert names.asked == []


async def test_all_addresses_of_a_name_are_returned() -> None:
    with naming({"hooks.example": [PUBLIC]}) as names:
        assert await DnsResolver(names.address)("hooks.example") == [PUBLIC]
