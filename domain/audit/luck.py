"""Repeats every draw of a history from the seed and the entropy of every seat."""

from collections.abc import Sequence

from domain.audit.finding import Flaw
from domain.audit.ledger import Ledger
from domain.audit.seed_reveal import Stage
from domain.fairness import draws
from domain.fairness.draws import permutation
from domain.fairness.seed import mix
from domain.kernel.chance import Draw
from domain.table.events import LuckDrawn, SeatLeft, SeatTaken


def count_draws(ledger: Ledger) -> int:
    """Return the number of draws in the history."""
    return sum(len(h.event.draws) for h in ledger.recorded if isinstance(h.event, LuckDrawn))


def first_wrong_draw(ledger: Ledger, stages: Sequence[Stage]) -> Flaw | None:
    """Return the first draw that does not follow from the committed seed and the entropies."""
    entropies: list[str] = []
    keys: dict[str, bytes] = {}
    number = 0
    for recorded in ledger.recorded:
        event = recorded.event
        if isinstance(event, SeatTaken):
            entropies.append(event.entropy)
        elif isinstance(event, SeatLeft):
            del entropies[event.seat : event.seat + 1]
        elif isinstance(event, LuckDrawn):
            stage = next(each for each in stages if recorded.version <= each.last)
            if stage.table not in keys:
                keys[stage.table] = mix(stage.table, stage.seed, entropies)
            for draw in event.draws:
                number += 1
                if not _is_right(keys[stage.table], draw, number):
                    return Flaw("luck", recorded.version, _why(draw))
    return None


def _is_right(key: bytes, draw: Draw, number: int) -> bool:
    """Return whether the draw can be repeated; never shuffle more items than the history holds."""
    if not draw.label.endswith(f":{number}") or not 0 < draw.of < 2**53:
        return False
    if isinstance(draw.got, int):
        return draw.got == draws.number(key, draw.label, draw.of)
    return len(draw.got) == draw.of and draw.got == permutation(key, draw.label, draw.of)


def _why(draw: Draw) -> str:
    return f"The draw {draw.label[:60]!r} does not follow from the seed and the entropies."
