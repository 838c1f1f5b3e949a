"""The caller is the last address that no trusted proxy has; others can claim what they like."""

from typing import Any

import pytest

from api.admission.client_address import ClientAddress
from application.caller_network import caller_network
from application.setting_values import parse_networks
from application.settings import Settings

PROXY, SECOND, CALLER, SPOOFED = "10.0.0.1", "10.0.0.2", "192.0.2.7", "203.0.113.9"


def seen(
    client: str,
    *headers: tuple[str, str],
    header: str = "X-Forwarded-For",
    trusted: str = "10.0.0.0/8",
) -> tuple[str, str]:
    """Return address and scheme of a request as the limits see them."""
    settings = Settings(trusted_proxies=parse_networks(trusted), proxy_header=header)
    scope: dict[str, Any] = {
        "client": (client, 1),
        "scheme": "http",
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers],
    }
    ClientAddress(settings).apply(scope)
    return scope["client"][0], scope["scheme"]


CASES: dict[str, tuple[str, str, str]] = {
    "one proxy": (PROXY, CALLER, CALLER),
    "two proxies": (PROXY, f"{CALLER}, {SECOND}", CALLER),
    "what the caller claims": (PROXY, f"{SPOOFED}, {CALLER}", CALLER),
    "what the caller claims, through two": (PROXY, f"{SPOOFED}, {CALLER}, {SECOND}", CALLER),
    "claims to be a proxy": (PROXY, f"10.9.9.9, {CALLER}", CALLER),
    "only proxies": (PROXY, f"10.0.0.3, {SECOND}", "10.0.0.3"),
    "not from a proxy": (CALLER, SPOOFED, CALLER),
    "no address": (PROXY, "unknown", PROXY),
    "no address before a proxy": (PROXY, f"{SPOOFED}, nonsense, {SECOND}", SECOND),
    "nothing": (PROXY, "", PROXY),
    "with a port": (PROXY, f"{CALLER}:1234", CALLER),
    "IPv6": (PROXY, "2001:db8::1", "2001:db8::1"),
    "a proxy in IPv6 form": (f"::ffff:{PROXY}", CALLER, CALLER),
}


@pytest.mark.parametrize("case", CASES)
def test_the_caller_behind_proxies(case: str) -> None:
    client, said, expected = CASES[case]
    assert seen(client, ("X-Forwarded-For", said))[0] == expected


def test_several_lines_of_a_header_are_one_list() -> None:
    lines = [("X-Forwarded-For", SPOOFED), ("X-Forwarded-For", CALLER)]
    assert seen(PROXY, *lines)[0] == CALLER


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (f"for={CALLER};proto=https", (CALLER, "https")),
        (f"for={SPOOFED}, for={CALLER}", (CALLER, "http")),
        (f'for={SPOOFED}, for="{CALLER}:80", for={SECOND}', (CALLER, "http")),
        ('for="[2001:db8::1]:80"', ("2001:db8::1", "http")),
        ("for=_hidden", (PROXY, "http")),
        (f"for={CALLER}, nonsense", (PROXY, "http")),
    ],
)
def test_the_standard_header(said: str, expected: tuple[str, str]) -> None:
    assert seen(PROXY, ("Forwarded", said), header="Forwarded") == expected


def test_the_header_that_was_not_chosen_is_ignored() -> None:
    """The proxy passes it on as the caller has sent it."""
    usual, standard = ("X-Forwarded-For", CALLER), ("Forwarded", f"for={SPOOFED}")
    assert seen(PROXY, usual, standard)[0] == CALLER
    assert seen(PROXY, standard)[0] == PROXY
    spoofed = ("X-Forwarded-For", SPOOFED)
    assert seen(PROXY, spoofed, header="Forwarded")[0] == PROXY


def test_without_a_trusted_proxy_headers_count_for_nothing() -> None:
    sent = [("X-Forwarded-For", SPOOFED), ("X-Forwarded-Proto", "https")]
    assert seen(PROXY, *sent, trusted="") == (PROXY, "http")
    assert seen(CALLER, *sent) == (CALLER, "http")


def test_the_scheme_comes_from_the_proxy() -> None:
    assert seen(PROXY, ("X-Forwarded-Proto", "https"))[1] == "https"
    assert seen(PROXY, ("X-Forwarded-Proto", "javascript"))[1] == "http"


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_one_caller_has_a_whole_network(host: str, network: str) -> None:
    assert caller_network(host) == network
