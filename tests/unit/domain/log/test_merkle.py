import pytest

from domain.log.merkle import (
    EMPTY_ROOT,
    Frontier,
    Range,
    check_consistency,
    check_inclusion,
    consistency_ranges,
    inclusion_ranges,
    leaf_hash,
    root_of,
)
from domain.log.note import LogError, NotConsistent
from tests.support.histories import tlog_reader

# The tree of the tests of Certificate Transparency, with the roots published there.
ENTRIES = [
    bytes.fromhex(entry)
    for entry in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]  # fmt: skip
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
MANY = [b"leaf %d" % n for n in range(40)]


@pytest.mark.parametrize("size", range(1, 9))
def test_the_roots_are_those_of_the_published_vectors(size: int) -> None:
    root = root_of([leaf_hash(entry) for entry in ENTRIES[:size]]).hex()
    assert root == ROOTS[size - 1] == tlog_reader.mth(ENTRIES[:size]).hex()


def test_the_empty_tree_has_the_hash_of_nothing() -> None:
    assert root_of([]) == EMPTY_ROOT == tlog_reader.mth([])


def hashes_of(ranges: list[Range]) -> list[bytes]:
    return [tlog_reader.mth(MANY[part.first : part.end]) for part in ranges]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 21, 40])
def test_an_inclusion_proof_is_the_path_of_the_rfc_and_convinces(size: int) -> None:
    root = tlog_reader.mth(MANY[:size])
    for index in range(size):
        proof = hashes_of(inclusion_ranges(index, size))
        assert proof == tlog_reader.path(index, MANY[:size])
        check_inclusion(leaf_hash(MANY[index]), index, size, root, proof)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 21, 40])
def test_a_consistency_proof_is_that_of_the_rfc_and_convinces(size: int) -> None:
    root = tlog_reader.mth(MANY[:size])
    for old in range(1, size + 1):
        proof = hashes_of(consistency_ranges(old, size))
        assert proof == tlog_reader.proof(old, MANY[:size])
        check_consistency(old, tlog_reader.mth(MANY[:old]), size, root, proof)


def corrupted(proof: list[bytes]) -> list[list[bytes]]:
    """Every proof with one bit changed, one hash less and one more."""
    flipped = [
        [*proof[:i], bytes([each[0] ^ 1]) + each[1:], *proof[i + 1 :]]
        for i, each in enumerate(proof)
    ]
    return [*flipped, [*proof, EMPTY_ROOT], *([proof[:-1]] if proof else [])]


@pytest.mark.parametrize("size", [1, 5, 8, 21])
def test_no_other_inclusion_proof_convinces(size: int) -> None:
    root = tlog_reader.mth(MANY[:size])
    for index in range(size):
        for wrong in corrupted(tlog_reader.path(index, MANY[:size])):
            with pytest.raises(LogError):
                check_inclusion(leaf_hash(MANY[index]), index, size, root, wrong)
        with pytest.raises(LogError):
            check_inclusion(
                leaf_hash(b"other"), index, size, root, tlog_reader.path(index, MANY[:size])
            )


@pytest.mark.parametrize("size", [1, 5, 8, 21])
def test_no_other_consistency_proof_convinces(size: int) -> None:
    root = tlog_reader.mth(MANY[:size])
    for old in range(1, size + 1):
        old_root, proof = tlog_reader.mth(MANY[:old]), tlog_reader.proof(old, MANY[:size])
        for wrong in corrupted(proof):
            with pytest.raises(NotConsistent):
                check_consistency(old, old_root, size, root, wrong)
        for roots in ((EMPTY_ROOT, root), (old_root, EMPTY_ROOT)):
            with pytest.raises(NotConsistent):
                check_consistency(old, roots[0], size, roots[1], proof)


def test_what_is_not_in_the_tree_has_no_proof() -> None:
    with pytest.raises(LogError):
        inclusion_ranges(5, 5)
    with pytest.raises(LogError):
        consistency_ranges(6, 5)
    with pytest.raises(NotConsistent):
        check_consistency(0, b"x" * 32, 5, EMPTY_ROOT, [])


def test_a_frontier_has_the_root_of_every_tree_it_grows_through() -> None:
    tree = Frontier()
    for size, entry in enumerate([*MANY, b""]):
        assert (tree.size, tree.root()) == (size, tlog_reader.mth(MANY[:size]))
        tree.add(entry)
