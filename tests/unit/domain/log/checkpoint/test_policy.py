from itertools import combinations

import pytest

from domain.log.checkpoint import NO_WITNESS, cosign, empty, parse_policy
from domain.log.note import COSIGNATURE, ED25519, LogError, Signer, sign

LOG = Signer("example.com/log", ED25519, b"l" * 32)
WITNESSES = {
    name: Signer(f"witness.example/{name}", COSIGNATURE, name.encode() * 16)
    for name in ("X1", "X2", "X3", "Y1", "Y2")
}
LINES = "".join(f"witness {name} {key.verifier}\n" for name, key in WITNESSES.items())
EXAMPLE = f"""\
log {LOG.verifier} https://example.com/log
# two of one operator, one of another
{LINES}
group X-witnesses 2 X1 X2 X3
group\tY-witnesses any Y1 Y2
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
"""


def test_the_example_of_the_specification_needs_two_of_one_group_and_one_of_the_other() -> None:
    policy = parse_policy(EXAMPLE)
    assert policy.logs[0].url == "https://example.com/log"
    for count in range(6):
        for some in combinations(WITNESSES, count):
            enough = sum(n[0] == "X" for n in some) >= 2 and any(n[0] == "Y" for n in some)
            assert policy.is_met_by(some) is enough


def test_the_cosignatures_of_known_witnesses_count() -> None:
    note = sign(empty(LOG.name).text, LOG)
    signed = [cosign(note.text, 7, WITNESSES[name]) for name in ("X1", "Y2")]
    note = note._replace(signatures=(*note.signatures, *signed))
    assert parse_policy(EXAMPLE).cosigned(note) == {"X1": 7, "Y2": 7}
    assert NO_WITNESS.cosigned(note) == {}


def test_no_witness_is_needed_if_the_policy_says_so() -> None:
    assert parse_policy("quorum none\n").is_met_by(())
    assert NO_WITNESS.is_met_by(())


@pytest.mark.parametrize(
    "text",
    [
        "",
        LINES,
        "quorum X1\n",
        f"{LINES}quorum X1\nquorum X1\n",
        f"{LINES}group A 0 X1\nquorum A\n",
        f"{LINES}group A 2 X1\nquorum A\n",
        f"{LINES}group A all\nquorum A\n",
        f"{LINES}group A any X1\ngroup B any X1\nquorum B\n",
        f"{LINES}group X1 any X2\nquorum X1\n",
        f"{LINES}group none any X2\nquorum none\n",
        f"{LINES}{LINES}quorum none\n",
        f"witness A {LOG.verifier}\nquorum A\n",
        f"log {WITNESSES['X1'].verifier}\nquorum none\n",
        f"log {LOG.verifier}\nlog {LOG.verifier}\nquorum none\n",
        "log x\nquorum none\n",
        "trust everybody\nquorum none\n",
    ],
)
def test_malformed_policies_are_rejected(text: str) -> None:
    with pytest.raises(LogError):
        parse_policy(text)
