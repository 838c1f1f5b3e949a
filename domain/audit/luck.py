"""Every draw of a history is made again from the seed and the entropies of those who sat."""

from collections.abc import Sequence

from domain.audit.flaw import Flaw
from domain.audit.ledger import Ledger
from domain.audit.stages import Stage
from domain.kernel.chance import Draw
from domain.play import fair
from domain.table.events import LuckDrawn, SeatLeft, SeatTaken


def drawn(ledger: Ledger) -> int:
    """How many draws there were."""
    return sum(len(h.event.draws) for h in ledger.happened if isinstance(h.event, LuckDrawn))


def unlucky(ledger: Ledger, stages: Sequence[Stage]) -> Flaw | None:
    """The first draw that does not follow from what was committed to."""
    entropies: list[str] = []
    keys: dict[str, bytes] = {}
    number = 0
    for happened in ledger.happened:
        event = happened.event
        if isinstance(event, SeatTaken):
            entropies.append(event.entropy)
        elif isinstance(event, SeatLeft):
            del entropies[event.seat : event.seat + 1]
        elif isinstance(event, LuckDrawn):
            stage = next(each for each in stages if happened.version <= each.last)
            if stage.table not in keys:
                keys[stage.table] = fair.mix(stage.table, stage.seed, entropies)
            for draw in event.draws:
                number += 1
                if not _true(keys[stage.table], draw, number):
                    return Flaw("luck", happened.version, _why(draw))
    return None


def _true(key: bytes, draw: Draw, number: int) -> bool:
    """Bounded by what is written: nobody can make us shuffle more than he has sent."""
    if not draw.label.endswith(f":{number}") or not 0 < draw.of < 2**53:
        return False
    if isinstance(draw.got, int):
        return draw.got == fair.number(key, draw.label, draw.of)
    return len(draw.got) == draw.of and draw.got == fair.permutation(key, draw.label, draw.of)


def _why(draw: Draw) -> str:
    return f"The draw {draw.label[:60]!r} does not follow from the seed and the entropies."
