"""CI tries a sample of every long proof; `make prove` tries all of it."""

import pytest

from tests.prove.proof import Proof
from tests.prove.registry import proofs

PROOFS = proofs()


@pytest.mark.parametrize("proof", PROOFS.values(), ids=[*PROOFS])
def test_a_sample_of_the_proof_holds(proof: Proof) -> None:
    assert proof.attempt(proof.sample, print)
