"""`python -m openapi.fuzz` (`make fuzz`): a long run of schemathesis against the server.

Runs in process and then over HTTP, each for a bounded time; exit code 1 if anything was found.
"""

import argparse
import sys

from openapi.fuzz.run import Findings, FuzzOptions, fuzz


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--examples", type=int, default=200, help="examples per operation and phase"
    )
    parser.add_argument("--walks", type=int, default=200, help="walks along the links")
    parser.add_argument("--seed", type=int, default=1, help="seed, to repeat a run")
    parser.add_argument("--seconds", type=int, default=300, help="time limit of each part")
    chosen = parser.parse_args()
    good = True
    for over_http in (False, True):
        options = FuzzOptions(
            chosen.examples, chosen.walks, 40, chosen.seed, chosen.seconds, over_http
        )
        findings = fuzz(options)
        show("over HTTP" if over_http else "in process", findings)
        good = good and findings.good
    return 0 if good else 1


def show(transport: str, findings: Findings) -> None:
    reach = findings.reach
    print(f"{transport}: {len(findings.failures)} failures, {len(findings.errors)} errors")
    print(
        f"  {findings.walks} walks: {reach.share_of_operations:.0%} of operations, "
        f"{reach.share_of_links:.0%} of links"
    )
    print(f"  tables finished: {findings.finished}")
    for fault in (*findings.failures, *findings.errors):
        print(f"  {fault}")


if __name__ == "__main__":
    sys.exit(main())
