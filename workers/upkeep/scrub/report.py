"""What scrub has found, and what each finding asks for."""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple, TypeAlias

from domain.audit.finding import Flaw
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from workers.upkeep.keys.derived_keys import DerivedKeys

RESTORE = "Restore the table from a backup; scrub never changes a history."
REPAIR = "Run `ludotheque scrub --repair`."
UNKNOWN = "Delete the key if nothing else uses it."
HISTORY = "Keep it: it looks like a part of a history. Another release may have written it."


class Damaged(Value, frozen=True):
    """A table whose history is damaged, or cannot be judged."""

    table: TableId
    flaw: Flaw


class DamagedKey(Value, frozen=True):
    """A key that does not hold what it should, and what to do about it."""

    key: str
    kind: str
    why: str
    action: str
    table: TableId | None = None


class ScrubReport(Value, frozen=True):
    tables: int
    events: int
    damaged: tuple[Damaged, ...]
    keys: tuple[DamagedKey, ...] = ()
    repaired: tuple[DamagedKey, ...] = ()
    not_judged: tuple[Damaged, ...] = ()  # the chain is sound, but the rules are not installed

    @property
    def sound(self) -> bool:
        return not self.damaged and not self.keys


class ReplaceOrder(Value, frozen=True):
    tables: tuple[tuple[int, TableId], ...]
    placed: int


class Rebuild(Value, frozen=True):
    model: str


class PutTombstones(Value, frozen=True):
    numbers: Mapping[TableId, int]


Mend: TypeAlias = Callable[[DerivedKeys], Awaitable[None]]  # of one key
Remedy: TypeAlias = Mend | ReplaceOrder | Rebuild | PutTombstones | None


class DamageFound(NamedTuple):
    """A damaged key, and how it is mended; None if it cannot be."""

    damage: DamagedKey
    remedy: Remedy


def as_text(report: ScrubReport) -> str:
    lines = [f"{report.tables} tables, {report.events} events: {len(report.damaged)} damaged"]
    for each in report.damaged:
        place = f" at version {each.flaw.version}" if each.flaw.version else ""
        lines.append(f"  {each.table} {each.flaw.check}{place}: {each.flaw.why} {RESTORE}")
    if report.not_judged:
        lines.append(f"{len(report.not_judged)} tables with a sound chain were not judged")
        lines += [f"  {each.table}: {each.flaw.why}" for each in report.not_judged]
    if report.repaired:
        lines.append(f"{len(report.repaired)} keys repaired")
        lines += [f"  {each.key} ({each.kind}): {each.why}" for each in report.repaired]
    if report.keys:
        lines.append(f"{len(report.keys)} keys damaged")
        lines += [f"  {each.key} ({each.kind}): {each.why} {each.action}" for each in report.keys]
    return "\n".join(lines)
