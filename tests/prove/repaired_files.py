"""Files of a store are damaged at random places: after a repair the store starts."""

import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from store.embedded.aof.check import check, known_commands
from store.embedded.aof.cut_off import carry_out
from tests.prove.proof import Proof, Show
from tests.support.stores.damaged_store import increment, last_write, written_store


def attempt(count: int, show: Show) -> str:
    rng, seen = random.Random(count), Counter[str]()
    arity = known_commands()
    with tempfile.TemporaryDirectory(prefix="repaired-") as folder:
        sound, tried = Path(folder) / "sound", Path(folder) / "tried"
        written_store(sound)
        for n in range(count):
            shutil.copytree(sound / "appendonlydir", tried / "appendonlydir")
            seen[damage(increment(tried), rng)] += 1
            plan = check(tried, arity)
            if plan.damaged:
                carry_out(tried, plan)
                assert not check(tried, arity).damaged
                last_write(tried)
            shutil.rmtree(tried)
            if (n + 1) % 50 == 0:
                show(f"{n + 1} damaged files")
    kinds = ", ".join(f"{times} {kind}" for kind, times in sorted(seen.items()))
    return f"{count} damaged files ({kinds}): all repaired, every store started with a whole prefix"


def damage(path: Path, rng: random.Random) -> str:
    """Damage a file; return how."""
    content = bytearray(path.read_bytes())
    place = rng.randrange(len(content))
    kind = rng.choice(("flipped", "cut", "zeroed", "overwritten"))
    match kind:
        case "flipped":
            content[place] ^= 1 << rng.randrange(8)
        case "cut":
            del content[place:]
        case "zeroed":
            content[place:] = bytes(len(content) - place)
        case _:
            content[place : place + 16] = rng.randbytes(16)
    path.write_bytes(content)
    return kind


PROOF = Proof(
    claim="a store whose last file is damaged anywhere starts after a repair, nothing in part",
    full=300,
    sample=4,
    attempt=attempt,
)
