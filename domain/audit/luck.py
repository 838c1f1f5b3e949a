"""Repeats every draw of a history from the seed and the shares of luck that seats revealed."""

from collections import Counter
from collections.abc import Sequence

from domain.audit.decoded_history import DecodedHistory, Stage, opening_of
from domain.audit.finding import Flaw
from domain.fairness import draws
from domain.fairness.chain import mix
from domain.fairness.draws import permutation
from domain.kernel.game import Draw, series_of
from domain.kernel.messages import Event
from domain.table.clock_events import DecisionOpened
from domain.table.end_events import TableForked
from domain.table.opening_events import LuckDrawn, LuckRevealed, TableStarted


def count_draws(history: DecodedHistory) -> int:
    """Return the number of draws in the history."""
    return sum(len(h.event.draws) for h in history.recorded if isinstance(h.event, LuckDrawn))


def first_wrong_draw(history: DecodedHistory, stages: Sequence[Stage]) -> Flaw | None:
    """Return the first draw that does not follow from the committed seed and the shares.

    The draws of a sandbox are judged by the rules: its luck was fixed when it was opened.
    """
    sandbox = opening_of(history).sandbox
    if sandbox is not None:
        if sandbox.seed == history.seed.hex():
            return None
        return Flaw("seed", 1, "The seed is not that of the sandbox.", "event.data.sandbox.seed")
    luck = _Luck()
    for recorded in history.recorded:
        event = recorded.event
        luck.follow(event)
        if isinstance(event, LuckDrawn):
            stage = next(each for each in stages if recorded.version <= each.last)
            wrong = luck.first_wrong(stage, event)
            if wrong is not None:
                return Flaw("luck", recorded.version, _why(wrong), "event.data.draws")
    return None


class _Luck:
    """What the draws of a table depend on, as far as the events were followed."""

    def __init__(self) -> None:
        self._shares: list[bytes] = []
        self._decision = 0
        self._drawn: Counter[str] = Counter()

    def follow(self, event: Event) -> None:
        match event:
            case TableStarted(players=players):
                self._shares = [b""] * len(players)
            case LuckRevealed(seat=seat, share=share) if seat < len(self._shares):
                self._shares[seat] = bytes.fromhex(share)
            case TableForked():
                self._shares = [b""] * len(self._shares)
            case DecisionOpened(number=number):
                self._decision, self._drawn = number, Counter()
            case _:
                pass

    def first_wrong(self, stage: Stage, event: LuckDrawn) -> Draw | None:
        key = mix(stage.table, stage.seed, self._shares)
        return next((draw for draw in event.draws if not self._is_right(key, draw)), None)

    def _is_right(self, key: bytes, draw: Draw) -> bool:
        """Return whether the draw can be repeated; never shuffle more than the history holds."""
        series = series_of(draw.label)
        self._drawn[series] += 1
        purpose, decision, seat = series.rsplit(":", 2) if series.count(":") > 1 else ("", "", "")
        in_place = decision == str(self._decision) and _is_seat(seat, len(self._shares))
        numbered = draw.label == f"{series}:{self._drawn[series]}"
        if not (purpose and in_place and numbered and 0 < draw.of < 2**53):
            return False
        if isinstance(draw.got, int):
            return draw.got == draws.number(key, draw.label, draw.of)
        return len(draw.got) == draw.of and draw.got == permutation(key, draw.label, draw.of)


def _is_seat(text: str, seats: int) -> bool:
    return text == "-" or text in map(str, range(seats))


def _why(draw: Draw) -> str:
    return f"The draw {draw.label[:60]!r} does not follow from the seed and the revealed shares."
