"""What a bot that wants to win picks, by what its seat sees."""

from collections.abc import Sequence
from math import prod

from domain.games.asterix.commands import AsterixCommand, Idefix, Play
from domain.games.asterix.components import GAULS, ROMANS, Card, Drawn
from domain.games.asterix.rules import score, strength
from domain.games.asterix.view import AsterixView, GaulView
from domain.kernel.best import DIGITS, best
from domain.kernel.ids import Seat

WORTH_A_TRICK = 8  # what a card in hand may still bring, about: a Roman and a part of a bonus
PER_VALUE = 0.5  # and a little more, the higher it is
DENIED = 0.5  # of what a Roman would bring to the rival who needs it most
NEARLY = 6.0  # points that a card may promise less than the best and still be picked
COPIES = 4  # of the best card among those that are picked from; fewer of the others


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
    """Several good cards, of which the luck of the bot picks one: rivals cannot foresee it.

    A card that promises more is there more often. Idéfix looks only if no other does, so each of
    n players should play him one time in n.
    """
    rivals = [_hand(each) for each in view.players if each.seat != seat and each.hand_size]
    gauls = [play for play in plays if play.card in GAULS]
    worth = {each: round(_promise(view, seat, each.card, rivals), DIGITS) for each in gauls}
    most = max(worth.values())
    copies = {each: COPIES - int(COPIES * (most - worth[each]) / NEARLY) for each in gauls}
    mixed = tuple(each for each in gauls for _ in range(copies[each]))
    dogs = tuple(play for play in plays if play.card not in GAULS)
    if not dogs or _glance(view, seat) < most:
        return mixed
    return mixed + dogs * max(1, len(mixed) // max(1, len(rivals)))


def _hand(player: GaulView) -> tuple[Card, ...]:
    """The Gauls a player still has, as everybody can tell from the discards (AX-8.9)."""
    return tuple(
        card
        for card, face in GAULS.items()
        if face.character == player.character and card not in player.discards
    )


def _promise(view: AsterixView, seat: Seat, card: Card, rivals: Sequence[Sequence[Card]]) -> float:
    """What playing this Gaul may be expected to bring, compared with losing cheaply."""
    visible = view.visible
    assert visible is not None
    mine = strength(card)
    wins = prod(sum(strength(each) < mine for each in hand) / len(hand) for hand in rivals)
    spent = WORTH_A_TRICK + PER_VALUE * GAULS[card].value
    if visible in ROMANS:
        denied = DENIED * _best_rival(view, seat, visible)
        return wins * (_gain(view, view.players[seat], visible) + denied - spent)
    return -wins * _loss(view.players[seat]) - (1 - wins) * spent


def _glance(view: AsterixView, seat: Seat) -> float:
    """What Idéfix may be expected to bring: a card for him, and the visible one for a rival."""
    assert view.visible is not None
    return (WORTH_A_TRICK - _best_rival(view, seat, view.visible)) / 2


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
