"""Every event as one sentence, made from the event alone: the championship."""

from collections.abc import Callable
from typing import Any

from domain.games.gasterospeed.components import CIRCUITS
from domain.games.gasterospeed.events import (
    ChampionshipFinished,
    ChampionshipOpened,
    GasteroEvent,
    QuestionPut,
    RaceOpened,
    RaceScored,
    RewardWon,
    SnailsEntered,
    StakeLaid,
    StakeSealed,
    StakesRevealed,
    StartOrderFixed,
    TurnBegun,
)
from domain.games.gasterospeed.sentences_of_cards import CARDS_SAID
from domain.games.gasterospeed.sentences_of_snails import SNAILS_SAID
from domain.games.gasterospeed.words import count, listed, seats
from domain.kernel.language import Both, Lang, in_language
from domain.kernel.messages import Event


def sentence(event: GasteroEvent, lang: Lang) -> str:
    return in_language(SAID[type(event)](event), lang)


def _entered(e: SnailsEntered) -> Both:
    names = ", ".join(e.names)
    return f"The snails are {names}.", f"Les escargots sont {names}."


def _opened(e: ChampionshipOpened) -> Both:
    names = ", ".join(CIRCUITS[circuit].name_fr for circuit in e.circuits)
    return f"A championship opens: {names}.", f"Un championnat s'ouvre : {names}."


def _race(e: RaceOpened) -> Both:
    name = CIRCUITS[e.circuit].name_fr
    return f"Race {e.race}: {name}.", f"Course {e.race} : {name}."


def _stake(e: StakeLaid) -> Both:
    return (
        f"Snail {e.snail} goes into the race with {count(e.shells, 'shell')}.",
        f"L'escargot {e.snail} s'engage avec {count(e.shells, 'point')} de coquille.",
    )


def _stake_sealed(e: StakeSealed) -> Both:
    return (
        f"Seat {e.seat} has staked shells for snail {e.snail}.",
        f"La place {e.seat} a misé des coquilles pour l'escargot {e.snail}.",
    )


def _stakes(e: StakesRevealed) -> Both:
    said = ", ".join(f"{snail}: {shells}" for snail, shells in enumerate(e.shells))
    return f"The stakes by snail are {said}.", f"Les mises par escargot sont {said}."


def _order(e: StartOrderFixed) -> Both:
    order = listed(e.order)
    return (
        f"The order of choice: seats {order}.",
        f"L'ordre du choix : places {order}.",
    )


def _turn(e: TurnBegun) -> Both:
    return f"Turn {e.turn} begins.", f"Le tour {e.turn} commence."


def _scored(e: RaceScored) -> Both:
    order = sorted((place, snail) for snail, place in enumerate(e.places) if place is not None)
    said = listed([snail for _, snail in order]) or "–"
    return (
        f"The race is over; arrivals: {said}; points by seat: {listed(e.totals)}.",
        f"La course est finie ; arrivées : {said} ; points par place : {listed(e.totals)}.",
    )


def _reward(e: RewardWon) -> Both:
    english, french = {
        "reroll": ("two second rolls", "deux relances du dé"),
        "extra_card": ("extra cards", "des cartes de plus"),
        "extra_shell": ("an extra shell", "un point de coquille de plus"),
    }[e.reward]
    return (
        f"Seat {e.seat} wins {english} for the next championship.",
        f"La place {e.seat} gagne {french} pour le prochain championnat.",
    )


def _finished(e: ChampionshipFinished) -> Both:
    winners = [seat for seat, place in enumerate(e.places) if place == 1]
    english, french = seats(winners)
    if len(winners) == 1:
        return f"{english} wins the championship.", f"{french} gagne le championnat."
    return f"{english} share the title.", f"{french} partagent le titre."


def _asked(e: QuestionPut) -> Both:
    return QUESTIONS[str(e.todo[0].__struct_config__.tag)]


QUESTIONS: dict[str, Both] = {
    "stakes": ("Shells are to be staked.", "Il faut miser des coquilles."),
    "placing": ("A snail is to be placed.", "Il faut placer un escargot."),
    "refill": ("Cards are to be drawn.", "Il faut piocher."),
    "extra_card": ("A champion may take a card.", "Un champion peut prendre une carte."),
    "discard_choice": ("Two cards are to be discarded.", "Il faut défausser deux cartes."),
    "lay_speeds": ("Speed cards are to be laid.", "Il faut poser les cartes Vitesse."),
    "move": ("A path is to be chosen.", "Il faut choisir un chemin."),
    "lay_actions": ("Cards are to be laid.", "Il faut poser une carte."),
    "act": ("A card is to be aimed.", "Il faut viser."),
    "hit": ("A shell is at stake.", "Un point de coquille est en jeu."),
    "wave": ("The Choc reaches a snail.", "Le Choc atteint un escargot."),
    "jostled": ("A snail is about to be shoved.", "Un escargot va être bousculé."),
    "roll_again": ("A champion may roll again.", "Un champion peut relancer le dé."),
}

SAID: dict[type[Event], Callable[[Any], Both]] = {
    SnailsEntered: _entered,
    ChampionshipOpened: _opened,
    RaceOpened: _race,
    StakeLaid: _stake,
    StakeSealed: _stake_sealed,
    StakesRevealed: _stakes,
    StartOrderFixed: _order,
    TurnBegun: _turn,
    RaceScored: _scored,
    RewardWon: _reward,
    ChampionshipFinished: _finished,
    QuestionPut: _asked,
    **CARDS_SAID,
    **SNAILS_SAID,
}
