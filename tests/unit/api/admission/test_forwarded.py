"""`Forwarded` is parsed as RFC 7239 defines it; what is malformed is not guessed at."""

import pytest

from api.admission.forwarded import forwarded_elements, without_port

GOOD = {
    "": [{}],
    "for=192.0.2.43": [{"for": "192.0.2.43"}],
    'For="[2001:db8:cafe::17]:4711"': [{"for": "[2001:db8:cafe::17]:4711"}],
    "for=192.0.2.60;proto=http;by=203.0.113.43": [
        {"for": "192.0.2.60", "proto": "http", "by": "203.0.113.43"}
    ],
    "for=192.0.2.43, for=198.51.100.17": [{"for": "192.0.2.43"}, {"for": "198.51.100.17"}],
    'for="_gazonk", for=unknown': [{"for": "_gazonk"}, {"for": "unknown"}],
    r'for="a\"b,;c"': [{"for": 'a"b,;c'}],
}
BAD = ["for", "for=", 'for="open', "for=a b", "for=a;for=b", "=a", "for=[2001:db8::1]"]


@pytest.mark.parametrize("header", GOOD)
def test_every_hop_has_its_parameters(header: str) -> None:
    assert forwarded_elements(header) == GOOD[header]


@pytest.mark.parametrize("header", BAD)
def test_a_malformed_header_has_no_hops(header: str) -> None:
    assert forwarded_elements(header) is None


@pytest.mark.parametrize(
    ("node", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:80", "192.0.2.1"),
        ("[2001:db8::1]:80", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("unknown", "unknown"),
    ],
)
def test_a_port_is_not_a_part_of_the_address(node: str, address: str) -> None:
    assert without_port(node) == address
