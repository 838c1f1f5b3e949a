"""Every event as one sentence, made from the event alone: the championship."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, assert_never

from domain.games.gasterospeed.championship_events import (
    ChampionshipFinished,
    ChampionshipOpened,
    RaceOpened,
    RaceScored,
    RewardWon,
    SnailNotStarted,
    SnailsEntered,
    StakeLaid,
    StakeSealed,
    StakesRevealed,
    StartOrderFixed,
    TurnBegun,
)
from domain.games.gasterospeed.components import COLOURS, SnailId
from domain.games.gasterospeed.events import GasteroEvent, QuestionPut
from domain.games.gasterospeed.sentences_of_cards import CARDS_SAID
from domain.games.gasterospeed.sentences_of_snails import SNAILS_SAID
from domain.games.gasterospeed.words import circuit, count, listed, seats
from domain.kernel.handlers import said
from domain.kernel.language import Both, Lang, in_language


def sentence(event: GasteroEvent, lang: Lang) -> str:
    if TYPE_CHECKING and not SAID.handles(event):
        assert_never(event)
    return in_language(SAID.by_type[type(event)](event), lang)


def _entered(e: SnailsEntered) -> Both:
    called = [(name, COLOURS[each]) for name, each in zip(e.names, e.colours, strict=True)]
    english = ", ".join(f"{name} ({colour.name_en})" for name, colour in called)
    french = ", ".join(f"{name} ({colour.name_fr})" for name, colour in called)
    return f"The snails are {english}.", f"Les escargots sont {french}."


def _opened(e: ChampionshipOpened) -> Both:
    names = [circuit(each) for each in e.circuits]
    english, french = (", ".join(each[lang] for each in names) for lang in (0, 1))
    return f"A championship opens: {english}.", f"Un championnat s'ouvre : {french}."


def _race(e: RaceOpened) -> Both:
    english, french = circuit(e.circuit)
    return f"Race {e.race}: {english}.", f"Course {e.race} : {french}."


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
    english = ", ".join(f"snail {snail}: {shells}" for snail, shells in enumerate(e.shells))
    french = ", ".join(f"escargot {snail} : {shells}" for snail, shells in enumerate(e.shells))
    return f"The stakes: {english}.", f"Les mises : {french}."


def _not_started(e: SnailNotStarted) -> Both:
    return (
        f"Snail {e.snail} does not start: no shell is left for it.",
        f"L'escargot {e.snail} ne part pas : il ne lui reste aucune coquille.",
    )


def _order(e: StartOrderFixed) -> Both:
    order = listed(e.order)
    return (
        f"The order of choice: seats {order}.",
        f"L'ordre du choix : places {order}.",
    )


def _turn(e: TurnBegun) -> Both:
    return f"Turn {e.turn} begins.", f"Le tour {e.turn} commence."


def _scored(e: RaceScored) -> Both:
    """GS-86: only arrivals that happened are listed as such."""
    order = sorted((place, snail) for snail, place in enumerate(e.places) if place is not None)
    ranked = [snail for _, snail in order if snail not in e.arrived]
    arrived, others = _snails(e.arrived), _snails(ranked)
    points = [f"seat {seat}: {total}" for seat, total in enumerate(e.totals)]
    comptes = [f"la place {seat} : {total}" for seat, total in enumerate(e.totals)]
    if e.stopped:
        end = "The race is stopped at the turn limit", "La course est arrêtée à la limite de tours"
        rest = "by distance", "selon la distance"
    else:
        end = "The race is over", "La course est finie"
        rest = "still racing", "encore en course"
    english = (f"; {rest[0]}: {others[0]}") if ranked else ""
    french = (f" ; {rest[1]} : {others[1]}") if ranked else ""
    return (
        f"{end[0]}; arrived: {arrived[0]}{english}; points: {', '.join(points)}.",
        f"{end[1]} ; arrivés : {arrived[1]}{french} ; points : {', '.join(comptes)}.",
    )


def _snails(many: Sequence[SnailId]) -> Both:
    if not many:
        return "none", "aucun"
    return ", ".join(f"snail {n}" for n in many), ", ".join(f"l'escargot {n}" for n in many)


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
    "wave": ("The shock reaches a snail.", "Le Choc atteint un escargot."),
    "jostled": ("A snail is about to be shoved.", "Un escargot va être bousculé."),
    "roll_again": ("A champion may roll again.", "Un champion peut relancer le dé."),
}

SAID = (
    said(SnailsEntered, _entered)
    | said(ChampionshipOpened, _opened)
    | said(RaceOpened, _race)
    | said(StakeLaid, _stake)
    | said(StakeSealed, _stake_sealed)
    | said(StakesRevealed, _stakes)
    | said(SnailNotStarted, _not_started)
    | said(StartOrderFixed, _order)
    | said(TurnBegun, _turn)
    | said(RaceScored, _scored)
    | said(RewardWon, _reward)
    | said(ChampionshipFinished, _finished)
    | said(QuestionPut, _asked)
    | CARDS_SAID
    | SNAILS_SAID
)
