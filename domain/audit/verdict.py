"""The first flaw of a history, and what a verdict does not say, lest a PASS is taken for more."""

from collections.abc import Sequence

from msgspec import UNSET

from domain.audit.decoded_history import DecodedHistory, Stage, opening_of
from domain.audit.finding import Flaw, Progress, ignore_progress
from domain.audit.luck import first_wrong_draw
from domain.audit.replay import first_difference
from domain.games import EDITIONS
from domain.kernel.data_files import rules_hash
from domain.kernel.ids import Seat
from domain.table.clock_events import DeadlineMoved, TimeGivenBack
from domain.table.commands import RulesSource
from domain.table.end_events import TableClosed
from domain.table.opening_events import LuckRevealed, TableStarted


def first_flaw(
    history: DecodedHistory, parts: Sequence[Stage], progress: Progress = ignore_progress
) -> Flaw | None:
    """Return the first wrong draw or the first difference from the rules, whichever is earlier.

    A wrong draw explains all that differs in its commit, so it is the finding there.
    """
    difference = first_difference(history, parts, progress=progress)
    if difference is None:
        return None  # the judge has made the same draws
    draw = first_wrong_draw(history, parts)
    if draw is None:
        return difference
    return draw if _commit_begin(parts, draw.version) <= difference.version else difference


def _commit_begin(parts: Sequence[Stage], version: int) -> int:
    """Return the version of the first event of the commit that contains this one."""
    stage = next(each for each in parts if version <= each.last)
    return next(each.first for each in stage.commands if each.first <= version <= each.last)


NO_RECEIPTS = "whether this history was shown to everybody: no receipt was given to compare with"
NO_WITNESS = "the public log: a second history of the same table is not excluded"
TIMES = "times: they are the operator's word, and so is who was late"
NO_LUCK = "who chose the luck: nobody gave sealed luck, so the operator could choose it"
IN_A_FORK = (
    "who chose the luck since the fork: forks have no sealed luck, the operator could choose"
)
IN_A_SANDBOX = (
    "luck and times: this is a sandbox, whose host fixed the luck and moved the clock by hand"
)
UNTIL_THE_END = "what is sealed, every draw, and every command but your own: only after the end"


def of_running() -> tuple[str, ...]:
    """Return what was not checked of a table that is still played."""
    return (UNTIL_THE_END, TIMES, NO_WITNESS)


def of_unknown_rules(
    game: str | None, rules_version: str | None, source: RulesSource | None, receipts: bool
) -> tuple[str, ...]:
    """Return what was not checked of a closed table whose rules are not installed."""
    where = "the package that has them" if source is None else _named(source)
    rules = f"the rules: version {rules_version} of {game} is not installed here; install {where}"
    return (f"{rules}, and verify again", *(() if receipts else (NO_RECEIPTS,)), TIMES, NO_WITNESS)


def _named(source: RulesSource) -> str:
    return f"{source.distribution} {source.version}"


def _other_code(history: DecodedHistory) -> list[str]:
    """Return a line if the rules here are not, byte for byte, those that the table names."""
    opened = opening_of(history)
    if opened.rules is None:
        return []
    here = rules_hash(EDITIONS[opened.game, opened.rules_version].package)
    if here == opened.rules.hash:
        return []
    return [f"the very code of {_named(opened.rules)}: the rules here have the hash {here[:16]}…"]


def of_closed(history: DecodedHistory, rewards_judged: bool, receipts: bool) -> tuple[str, ...]:
    """Return what was not checked of a closed table that is otherwise correct."""
    found = _other_code(history)
    follows = opening_of(history).follows
    if follows is not None and not rewards_judged:
        found.append(f"rewards from table {follows.table}: give its history with `--with`")
    events = [each.event for each in history.recorded]
    reason = _reason(history)
    if reason != "finished":
        found.append(f"an outcome: the table is {reason}")
    if opening_of(history).sandbox is not None:
        found.append(IN_A_SANDBOX)
    elif reason != "withheld" and not sealed_seats(history):
        found.append(IN_A_FORK if history.ancestors else NO_LUCK)
    moved = sum(isinstance(each, DeadlineMoved | TimeGivenBack) for each in events)
    if moved:
        found.append(f"{moved} moved deadlines: the outages behind them are the operator's word")
    signed = sum(each.signature is not UNSET for each in history.commands)
    if signed:
        found.append(f"{signed} signatures: this release does not check them")
    spent = _unspent(history)
    if spent:
        found.append(f"that {', '.join(spent)} spent their rewards at another table")
    if not receipts:
        found.append(NO_RECEIPTS)
    return (*found, TIMES, NO_WITNESS)


def sealed_seats(history: DecodedHistory) -> tuple[Seat, ...]:
    """Return the seats whose shares are in the draws: none in a fork, nor if nothing was dealt."""
    if history.ancestors or _reason(history) == "withheld":
        return ()
    events = (each.event for each in history.recorded)
    return tuple(sorted(each.seat for each in events if isinstance(each, LuckRevealed)))


def _reason(history: DecodedHistory) -> str | None:
    closed = history.recorded[-1].event
    return closed.reason if isinstance(closed, TableClosed) else None


def _unspent(history: DecodedHistory) -> list[str]:
    """Return players who carried rewards but started without them."""
    carried = {each.player for each in opening_of(history).carried}
    for each in history.recorded:
        if isinstance(each.event, TableStarted):
            pairs = zip(each.event.players, each.event.rewards, strict=False)
            return sorted(player for player, rewards in pairs if player in carried and not rewards)
    return []
