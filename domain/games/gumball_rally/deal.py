"""Lining up: buggies, prizes, the danger stack, the first hands."""

from collections.abc import Sequence

from domain.games.gumball_rally import events as rally
from domain.games.gumball_rally import rules
from domain.games.gumball_rally.commands import RallyOptions
from domain.games.gumball_rally.components import BOX, CARDS, Danger, prizes
from domain.games.gumball_rally.refusals import NobodyHasSeat
from domain.kernel.game import Chance, Seated
from domain.kernel.ids import Seat
from domain.kernel.refusals import Rejected


def deal(seated: Sequence[Seated], options: RallyOptions, chance: Chance) -> list[rally.RallyEvent]:
    """GB-11 … GB-16"""
    drivers = len(seated)
    line = rules.starting_line(first_player(options, drivers, chance), drivers)
    pile = chance.shuffle(tuple(CARDS), "race_cards")
    stacked = stack_dangers(chance)
    size = BOX.hand_size
    return [
        rally.RallyLinedUp(
            buggies=rules.buggies(seated),
            line=line,
            prizes=prizes(options.point_set),
            photo_finish=options.photo_finish,
        ),
        stacked,
        rally.PileShuffled(pile),
        *(rally.HandDealt(seat, pile[size * seat : size * (seat + 1)]) for seat in range(drivers)),
        rally.HandsDealt(size, len(pile) - size * drivers, len(stacked.stack)),
    ]


def admit(options: RallyOptions, seats: int) -> None:
    """GB-15: the first player must have a seat."""
    if options.first_player is not None and options.first_player >= seats:
        raise Rejected(NobodyHasSeat(options.first_player), rule="GB-15", field="first_player")


def first_player(options: RallyOptions, drivers: int, chance: Chance) -> Seat:
    """GB-15: named by the host, or drawn."""
    if options.first_player is None:
        return chance.below(drivers, "first_player")
    return options.first_player


def stack_dangers(chance: Chance) -> rally.DangersStacked:
    """GB-13: blocks of colour dangers, each shuffled with its special card."""
    colours = [card.id for card in BOX.danger_cards if card.kind == "colour"]
    specials = [card for card in BOX.danger_cards if card.kind != "colour"]
    shuffled = chance.shuffle(colours, "dangers")
    unseen = BOX.danger_stack.boxed_unseen
    boxed, rest = shuffled[:unseen], shuffled[unseen:]
    stack: tuple[Danger, ...] = ()
    for block in BOX.danger_stack.from_top:
        cards, rest = list(rest[: block.colour]), rest[block.colour :]
        if block.special is None:
            stack += tuple(cards)
            continue
        special = next(card for card in specials if card.kind == block.special)
        specials.remove(special)
        stack += chance.shuffle([*cards, special.id], f"{block.block}_block")
    return rally.DangersStacked(stack, boxed)
