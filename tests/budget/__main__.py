"""`python -m tests.budget` prints the budget and fails if a size is not what its limit says.

`--set` writes the present sizes as the limits, `--trace` lists what a command and a GET pass.
"""

import sys

from tests.budget import additions
from tests.budget.limits import FILE, objections, read_apart, read_limits, rewritten
from tests.budget.measures import Sizes, measured
from tests.budget.tracing import sizes_of, traced
from tests.support.paths import ROOT

COUNTED = ("folders", "files", "functions")  # of which the table shows only how many there are


def table(sizes: dict[str, Sizes], limits: dict[str, Sizes]) -> str:
    rows = [("", "now", "limit")]
    for kind, now in sizes.items():
        if kind in COUNTED:
            rows.append((f"{kind} that are too large", str(len(now)), str(len(limits[kind]))))
        else:
            allowed = limits[kind]
            rows += [(f"{kind}: {n}", f"{now[n]:,}", f"{allowed.get(n, 0):,}") for n in now]
    return "\n".join(f"{what:<32}{now:>8}{limit:>8}" for what, now, limit in rows)


def main(words: list[str]) -> int:
    trace = traced()
    if "--trace" in words:
        print(*(f"{kind} {place}" for kind, places in trace.items() for place in places), sep="\n")
        return 0
    sizes = {**measured(ROOT, read_apart()), **sizes_of(trace), "additions": additions.sizes()}
    if "--set" in words:
        FILE.write_text(rewritten(FILE.read_text(), sizes))
    limits = read_limits()
    print(table(sizes, limits))
    wrong = list(objections(sizes, limits))
    print(*wrong, sep="\n", file=sys.stderr, end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
