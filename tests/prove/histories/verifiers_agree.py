"""Three verifiers judge histories that were rewritten at random: none of them disagrees.

They share no code. What one rejects, all reject, except for moves that only the rules of a game
can judge: `ludotheque verify` knows them, the others say that they do not.
"""

import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from domain.audit.verify import Report, verify
from domain.games import GAMES
from openapi.clients import verify as one_file
from tests.prove.histories.rewrites import REWRITES
from tests.prove.proof import Proof, Show
from tests.support.cheating.forgery import Forgery
from tests.support.cheating.tables import KINDS, bundle_of
from tests.support.javascript import verdicts

BATCH = 400  # histories in one run of Node.js


class Rewritten(NamedTuple):
    name: str  # the seed, the table and what was changed
    content: bytes


def attempt(count: int, show: Show) -> str:
    seen, done = Counter[str](), 0
    for batch in batches(rewritten(count)):
        in_javascript = javascript(batch)
        for each in batch:
            report, word = verify(each.content), in_python(each.content)
            words = {word, in_javascript.get(each.name, word)}
            assert agree(report, words), f"{each.name}: {report.verdict}, {report.flaw}; {words}"
            seen[kind_of(report, words)] += 1
        done += len(batch)
        show(f"{done} histories")
    told = ", ".join(f"{times} {kind}" for kind, times in sorted(seen.items()))
    return f"{done} rewritten histories, no disagreement: {told}"


def agree(report: Report, words: set[str]) -> bool:
    """Return whether the verdicts agree; only one verifier knows the rules."""
    if words == {report.verdict}:
        return True
    return words == {"PASS"} and report.flaw is not None and report.flaw.check == "rules"


def kind_of(report: Report, words: set[str]) -> str:
    if words == {report.verdict}:
        return "rejected" if report.verdict == "FAIL" else "valid all the same"
    return "rejected by the rules of the game"


def rewritten(count: int) -> Iterator[Rewritten]:
    """Yield histories that differ from the honest ones, by seeds 0, 1, …"""
    kinds = [(game, kind) for game in GAMES for kind in KINDS]
    for seed in range(count):
        rng = Random(seed)
        game, kind = rng.choice(kinds)
        honest = bundle_of(game, kind)
        forgery, rewrite = Forgery(honest), rng.choice(REWRITES)
        what = rewrite(forgery, rng)
        try:
            content = forgery.content()
        except (ValueError, TypeError, LookupError, AttributeError):
            continue  # no chain can be built of it
        if content != honest:
            yield Rewritten(f"{seed} {game} {kind} {rewrite.__name__} {what}", content)


def batches(found: Iterator[Rewritten]) -> Iterator[list[Rewritten]]:
    batch = list[Rewritten]()
    for each in found:
        batch.append(each)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def in_python(content: bytes) -> str:
    try:
        return one_file.verify(content.decode()).word
    except one_file.Wrong:
        return "FAIL"


def javascript(batch: list[Rewritten]) -> dict[str, str]:
    """Return the verdicts of the verifier in JavaScript; none without Node.js."""
    if shutil.which("node") is None:
        return {}
    with tempfile.TemporaryDirectory(prefix="rewritten-") as folder:
        told = verdicts(Path(folder), dict(batch))
    return {name: verdict["result"] for name, verdict in told.items()}


PROOF = Proof(
    claim="three verifiers agree on histories that are rewritten at random",
    full=20_000,
    sample=500,
    attempt=attempt,
)
