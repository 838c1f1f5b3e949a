"""Sealed luck: committing to a share of it before the start, and revealing it after."""

from litestar.params import JSONBody

from api.http.operation import SAME_TABLE, post, to_each
from api.tables.commands import CommandedTable, Done
from domain.kernel.messages import Value
from domain.table.commands import LuckCommitment, LuckShare, RevealLuck, SealLuck


class LuckBody(Value, frozen=True, forbid_unknown_fields=True):
    """A commitment to a share of the luck."""

    commitment: LuckCommitment


class RevealBody(Value, frozen=True, forbid_unknown_fields=True):
    """The share of the luck that your seat has committed to."""

    share: LuckShare


@post(
    "/v1/tables/{table:str}/luck",
    "Give sealed luck",
    "The commitment is stored; the event that records it.",
    links=to_each(SAME_TABLE, "startTable", "getTable"),
)
async def seal_luck(table: CommandedTable, data: JSONBody[LuckBody]) -> Done:
    """Commit your seat to 32 random bytes, once and before the start.

    With one honest share, nobody can choose the cards and dice of this table, not even the
    operator. After the start you must reveal the bytes with `revealLuck`, before anything is dealt.
    """
    return await table.handle(SealLuck(data.commitment))


@post(
    "/v1/tables/{table:str}/luck/reveal",
    "Reveal sealed luck",
    "The share is revealed; the events, with the deal if it was the last share.",
    links=to_each(SAME_TABLE, "getTable", "listEvents", "listActions"),
)
async def reveal_luck(table: CommandedTable, data: JSONBody[RevealBody]) -> Done:
    """Reveal the bytes behind the commitment of your seat, while the decision `reveal` is open.

    The last seat to reveal causes the deal. If a seat has not revealed by the deadline, or leaves,
    the table closes with the status `withheld`.
    """
    return await table.handle(RevealLuck(data.share))
