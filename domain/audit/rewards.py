"""Rewards across histories: what players brought was won at the earlier table, and spent once."""

from collections.abc import Sequence

from domain.audit.decoded_history import DecodedHistory, opening_of
from domain.audit.finding import CheckFailed
from domain.games import EDITIONS
from domain.judging.fold import NOTHING, fold
from domain.kernel.ids import PlayerId, TableId
from domain.kernel.messages import Value
from domain.kernel.refusals import Rejected
from domain.table.commands import Carried, Follows
from domain.table.decide.opening import carried_rewards
from domain.table.end_events import TableForked
from domain.table.opening_events import TableStarted
from domain.table.state import NotOpened, Table


class Verified(Value, frozen=True):
    """A history that was verified, as far as the rewards of another depend on it."""

    table: TableId
    head: str
    end: Table
    follows: Follows | None
    spent: frozenset[PlayerId]  # players who played with rewards of the table in `follows`


def verified(history: DecodedHistory, head: str) -> Verified:
    """Return what matters of a history that has passed every other check."""
    follows = opening_of(history).follows
    end = fold(NOTHING, (each.event for each in history.recorded))
    spent = frozenset[PlayerId]() if _is_fork(history) else _players_with_rewards(history)
    return Verified(history.table, head, end, follows, spent)


def check(history: DecodedHistory, others: Sequence[Verified]) -> bool:
    """Return whether the rewards were judged; raise CheckFailed if they are wrong."""
    opened = opening_of(history)
    if opened.follows is None:
        if opened.carried:
            raise CheckFailed("rewards", 1, "Rewards from no table.", field="event.data.carried")
        return True
    earlier = next((each for each in others if each.table == opened.follows.table), None)
    if not _is_fork(history):
        _check_spent_once(history, opened.follows, others)
    if earlier is None:
        return not opened.carried
    if earlier.head != opened.follows.head:
        why = "The earlier table has another head: it was rewritten, or is not the one meant."
        raise CheckFailed("rewards", 1, why, field="event.data.follows.head")
    if opened.carried != _won(earlier.end, opened.game):
        why = "These are not the rewards that players won at the earlier table."
        raise CheckFailed("rewards", 1, why, field="event.data.carried")
    return True


def _won(earlier: Table, game: str) -> tuple[Carried, ...]:
    assert not isinstance(earlier, NotOpened)  # its history was verified
    rules = EDITIONS[earlier.setup.game, earlier.setup.rules_version]
    try:
        return carried_rewards(earlier, rules, game)
    except Rejected as refusal:
        raise CheckFailed("rewards", 1, refusal.detail, field="event.data.follows") from None


def _check_spent_once(
    history: DecodedHistory, follows: Follows, others: Sequence[Verified]
) -> None:
    own = _players_with_rewards(history)
    for other in others:
        rival = other.table != history.table and other.follows is not None
        if rival and other.follows == follows and own & other.spent:
            who = min(own & other.spent)
            why = f"Table {other.table} has spent the rewards of {who}, too."
            version = next(r.version for r in history.recorded if isinstance(r.event, TableStarted))
            raise CheckFailed("rewards", version, why, field="event.data.rewards")


def _players_with_rewards(history: DecodedHistory) -> frozenset[PlayerId]:
    """Return the players who brought rewards to the deal; nobody if nothing was dealt."""
    events = [each.event for each in history.recorded]
    started = next((each for each in events if isinstance(each, TableStarted)), None)
    dealt = any(each.type.partition(".")[0] != "table" for each in events)
    if started is None or not dealt:
        return frozenset()
    pairs = zip(started.players, started.rewards, strict=True)
    return frozenset(player for player, rewards in pairs if rewards)


def _is_fork(history: DecodedHistory) -> bool:
    return any(isinstance(each.event, TableForked) for each in history.recorded)
