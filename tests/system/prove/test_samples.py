"""CI tries a sample of every long proof; `make prove` tries all of it."""

import pytest

from tests.prove.proof import Proof
from tests.prove.registry import proofs

PROOFS = proofs()
SLOW = {"archived_memory", "killed_matchmaking"}  # whose smallest sample takes too long for CI


@pytest.mark.parametrize(
    "proof",
    [
        pytest.param(proof, id=name, marks=pytest.mark.long if name in SLOW else ())
        for name, proof in PROOFS.items()
    ],
)
def test_a_sample_of_the_proof_holds(proof: Proof) -> None:
    assert proof.attempt(proof.sample, print)
