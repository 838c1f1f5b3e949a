"""Who may see a table, and who may watch its game."""

from domain.kernel.ids import PlayerId
from domain.kernel.refusals import Rejected
from domain.table.commands import Watch
from domain.table.kept_places import place_of
from domain.table.refusals import NoSuchTable
from domain.table.state import Closed, NotOpened, Open, Running, Status, Table


def chosen_watch(watch: Watch | None, private: bool) -> Watch:
    """Return who may watch; without a choice everyone, and at a private table the invited."""
    return watch or ("invited" if private else "everyone")


def may_see(state: Table, player: PlayerId | None, invited: bool) -> bool:
    """Return whether a table exists for this caller; `invited`: the code of the table was sent."""
    if isinstance(state, NotOpened):
        return False
    return not state.setup.private or invited or _takes_part(state, player)


def may_watch(state: Table, player: PlayerId | None, invited: bool) -> bool:
    """Return whether a caller who may see the table may read its game now.

    Before the start there is nothing to watch, and everyone may read who sits where.
    """
    if isinstance(state, NotOpened | Open) or _is_seated(state, player):
        return True
    match state.setup.watch:
        case "everyone":
            return True
        case "invited":
            return invited or player == state.setup.host
        case "nobody":
            return isinstance(state, Closed)


def is_open_to_all(state: Table) -> bool:
    """Return whether every caller may read the table now."""
    return may_see(state, None, invited=False) and may_watch(state, None, invited=False)


def is_shown_to_all(watch: Watch, status: Status) -> bool:
    """Return whether every caller may read a public table that has this status."""
    if status in ("open", "running"):
        return status == "open" or watch == "everyone"
    return watch != "invited"


def no_such_table() -> Rejected:
    """Return the rejection of a table that does not exist, or not for this caller."""
    return Rejected(NoSuchTable())


def _takes_part(state: Open | Running | Closed, player: PlayerId | None) -> bool:
    if player is None:
        return False
    kept = place_of(state.setup, player) is not None  # at a rematch
    return player == state.setup.host or kept or _is_seated(state, player)


def _is_seated(state: Open | Running | Closed, player: PlayerId | None) -> bool:
    return player is not None and any(sitter.player == player for sitter in state.sitters)
