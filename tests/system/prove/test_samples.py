"""CI tries a sample of every long proof; `make prove` tries all of it."""

import pytest

from tests.prove.proof import Proof, proofs

PROOFS = proofs()
# Its sample is bounded in seconds, which a busy machine lacks:
# `tests/system/workers/test_serve_on_cluster.py` cuts the links of a cluster in every run.
SLOW = {"partitioned_cluster", "what_gives_way"}


@pytest.mark.parametrize(
    "proof",
    [
        pytest.param(proof, id=name, marks=pytest.mark.long if name in SLOW else ())
        for name, proof in PROOFS.items()
    ],
)
def test_a_sample_of_the_proof_holds(proof: Proof) -> None:
    assert proof.attempt(proof.sample, print)
