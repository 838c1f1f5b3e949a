"""The first flaw of a history under the luck and the rules of its table."""

from collections.abc import Sequence

from domain.audit.decoded_history import DecodedHistory
from domain.audit.finding import Flaw, Progress, ignore_progress
from domain.audit.luck import first_wrong_draw
from domain.audit.replay import first_difference
from domain.audit.seed_reveal import Stage


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
