"""`python -m tests.prove`: tries every long proof in full and prints its figures."""

import argparse
import sys
import time

from tests.prove.proof import Proof, proofs
from tests.support.servers.no_process_left import Watchdog, name_to
from tests.support.servers.processes import let_clients_wait


def main() -> int:
    known = proofs()
    parser = argparse.ArgumentParser(prog="python -m tests.prove", description=__doc__)
    parser.add_argument("--only", choices=known, nargs="+", default=[*known])
    parser.add_argument("--count", type=int, help="attempts of each proof instead of the full run")
    chosen = parser.parse_args()
    let_clients_wait()
    name_to(Watchdog().address)
    held = [run(name, known[name], chosen.count) for name in chosen.only]
    return 0 if all(held) else 1


def run(name: str, proof: Proof, count: int | None) -> bool:
    """Try one proof and print its figures; return whether it held."""
    began = time.perf_counter()

    def show(message: str) -> None:
        print(f"{name} {time.perf_counter() - began:7.1f} s  {message}", flush=True)

    show(f"{proof.claim} …")
    try:
        show(f"held: {proof.attempt(count or proof.full, show)}")
    except AssertionError as failure:
        show(f"FAILED: {failure}")
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
