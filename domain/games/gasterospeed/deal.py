"""Opening a championship: settings, circuits, names, what champions bring (GS-2, GS-20, GS-110)."""

from collections.abc import Sequence
from typing import Any

from domain.games.gasterospeed import refusals
from domain.games.gasterospeed.commands import GasteroOptions
from domain.games.gasterospeed.components import BOX, CIRCUITS, COLOURS, CircuitId, Colour
from domain.games.gasterospeed.course import Course
from domain.games.gasterospeed.decide import run
from domain.games.gasterospeed.event_types.championship import ChampionshipOpened, SnailsEntered
from domain.games.gasterospeed.events import GasteroEvent
from domain.games.gasterospeed.rules.scoring import EXTRA_CARD, EXTRA_SHELL, REROLL
from domain.games.gasterospeed.state import NotBegun, Privilege, Settings
from domain.kernel.game import Chance, Seated, pieces_of
from domain.kernel.refusals import Rejected


def admit(options: GasteroOptions, seats: int) -> None:
    """GS-102, GS-103, GS-110"""
    if options.chou_ma_chere and options.fangio_de_la_prairie:
        raise Rejected(refusals.PilesExclude(), rule="GS-102", field="fangio_de_la_prairie")
    if options.radis_sale and not options.fangio_de_la_prairie:
        raise Rejected(refusals.FangioNeeded(), rule="GS-103", field="radis_sale")


def deal(seated: Sequence[Seated], options: GasteroOptions, chance: Chance) -> list[GasteroEvent]:
    """GS-20, GS-22 … and on to the first question."""
    settings = settings_of(options, len(seated))
    circuits = boxes_in_use(options) if options.experopodes else options.circuits
    colours = colours_of(seated, settings.snails_each)
    names = tuple(f"Champigot {n}" for n in range(1, len(colours) + 1))
    entered = SnailsEntered(names, colours)
    opened = ChampionshipOpened(
        settings=settings,
        circuits=circuits,
        reserve=reserve(options, circuits) * settings.snails_each,
        privileges=tuple(privilege(each.rewards) for each in seated),
    )
    course = Course(opened.apply(entered.apply(NotBegun())), chance)
    run(course)
    return [entered, opened, *course.events]


def colours_of(seated: Sequence[Seated], each: int) -> tuple[Colour, ...]:
    """GS-111: the claimed colours, then free ones; second snails choose after all the first."""
    colours: tuple[Any, ...] = pieces_of(seated, tuple(COLOURS))
    if each == 1:
        return colours
    free = [colour for colour in COLOURS if colour not in colours]
    return tuple(colour for pair in zip(colours, free, strict=False) for colour in pair)


def settings_of(options: GasteroOptions, seats: int) -> Settings:
    """GS-2, GS-52, GS-77, GS-78, GS-105"""
    each = 2 if seats <= BOX.two_snails_up_to else 1
    more = BOX.hand.compet if options.escargot_de_compet else 0
    hand = BOX.hand.two_snails if each == 2 else BOX.hand.one_snail
    return Settings(
        seats=seats,
        snails_each=each,
        cards=options.deck,
        hand=hand + more,
        hand_of_one=BOX.hand.one_snail + more,
        points=BOX.points,
        turn_limit=options.turn_limit,
        two_piles=options.chou_ma_chere or options.fangio_de_la_prairie,
        choose_piles=options.fangio_de_la_prairie,
        unseen=options.radis_sale,
        experopodes=options.experopodes,
        compet=options.escargot_de_compet,
        speedy=options.championnat_des_speedy,
        coquillards=options.championnat_des_coquillards,
        ninjagot=options.operation_ninjagot,
        endurance=options.vitesse_ou_endurance,
        cross_ronces_shells=options.cross_ronces_shells,
        backlash_vs_shove=options.backlash_vs_shove,
        inner_rails=options.inner_walls == "rail",
        optional_slipstream=options.optional_slipstream,
    )


def boxes_in_use(options: GasteroOptions) -> tuple[CircuitId, ...]:
    """GS-104: every circuit of the boxes that `circuits` names one of."""
    boxes = {CIRCUITS[circuit].box for circuit in options.circuits}
    return tuple(circuit.id for circuit in BOX.circuits if circuit.box in boxes)


def reserve(options: GasteroOptions, circuits: Sequence[CircuitId]) -> int:
    """GS-108, for one snail; what is not known beforehand (GS-104) is added when it shows."""
    if not options.operation_ninjagot:
        return 0
    if options.experopodes:
        return BOX.ninjagot.each * BOX.experopodes_races
    return sum(CIRCUITS[circuit].ninjagot_shells for circuit in circuits)


def privilege(rewards: Sequence[str]) -> Privilege:
    """GS-106, GS-107: brought from the championship before."""
    return Privilege(
        rerolls=BOX.rerolls * rewards.count(REROLL),
        extra_card=EXTRA_CARD in rewards,
        extra_shells=rewards.count(EXTRA_SHELL),
    )
