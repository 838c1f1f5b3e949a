"""What a bot that wants to win picks, by what its seat sees."""

from collections.abc import Sequence

from domain.games.asterix.commands import AsterixCommand, Idefix, Play
from domain.games.asterix.components import GAULS, ROMANS, Card, Drawn
from domain.games.asterix.rules.scoring import score
from domain.games.asterix.view import AsterixView, GaulView
from domain.kernel.best import best
from domain.kernel.ids import Seat

WORTH_A_TRICK = 8  # what a card in hand may still bring, about: a Roman and a part of a bonus
PER_VALUE = 1  # and a little more, the higher it is
HIGHEST = 10
NEARLY = 1.0  # points that a card may promise less than the best and still be picked


def greedy(
    view: AsterixView | None, seat: Seat, actions: Sequence[AsterixCommand]
) -> tuple[AsterixCommand, ...]:
    """Spends high cards on what helps itself or others most; the best freeing is listed first."""
    assert view is not None
    plays = [action for action in actions if isinstance(action, Play)]
    if plays:
        return _mixed(view, seat, plays)
    receivers = [action for action in actions if isinstance(action, Idefix)]
    if receivers and view.looked_at is not None:
        return _receiver(view, seat, view.looked_at, receivers)
    return (actions[0],)


def _mixed(view: AsterixView, seat: Seat, plays: Sequence[Play]) -> tuple[Play, ...]:
    """Several good cards, of which the luck of the table picks one: rivals cannot foresee it.

    Idéfix looks only if no other does, so each of n players should play him one time in n.
    """
    worth = {play: _promise(view, seat, play.card) for play in plays}
    ranked = sorted(plays, key=worth.__getitem__, reverse=True)
    if ranked[0].card not in GAULS:
        return tuple(ranked[: max(2, _rivals(view) + 1)])
    least = worth[ranked[0]] - NEARLY
    return tuple(play for play in ranked if worth[play] >= least and play.card in GAULS)


def _rivals(view: AsterixView) -> int:
    return sum(each.hand_size > 0 for each in view.players) - 1


def _promise(view: AsterixView, seat: Seat, card: Card) -> float:
    """What playing this card may be expected to bring, compared with losing cheaply."""
    visible = view.visible
    assert visible is not None
    rivals = _rivals(view)
    if card not in GAULS:
        return WORTH_A_TRICK / 2 - _best_rival(view, seat, visible) / 2
    face = GAULS[card]
    wins = ((face.value - 0.5) / HIGHEST) ** rivals
    spent = WORTH_A_TRICK + PER_VALUE * face.value
    if visible in ROMANS:
        stake = _gain(view, view.players[seat], visible) + _best_rival(view, seat, visible) / 2
        return wins * (stake - spent)
    return -wins * _loss(view.players[seat]) - (1 - wins) * spent


def _best_rival(view: AsterixView, seat: Seat, roman: Drawn) -> int:
    """What the Roman brings to whoever else needs it most."""
    return max(_gain(view, each, roman) for each in view.players if each.seat != seat)


def _gain(view: AsterixView, player: GaulView, roman: Drawn) -> int:
    """AX-7.3, AX-7.4: value and bonus that a further Roman brings."""
    before, after = player.romans, (*player.romans, roman)
    return score(after, view.bonuses).points - score(before, view.bonuses).points


def _loss(player: GaulView) -> int:
    """What a Pirate may cost his holder, about."""
    return 4 + len(player.romans)


def _receiver(
    view: AsterixView, seat: Seat, card: Drawn, receivers: Sequence[Idefix]
) -> tuple[Idefix, ...]:
    """A Roman is kept; a Pirate goes to whoever has most to lose."""
    if card in ROMANS:
        return tuple(each for each in receivers if each.to == seat)
    others = [each for each in receivers if each.to != seat]
    return best(others, lambda each: score(view.players[each.to].romans, view.bonuses).points)
