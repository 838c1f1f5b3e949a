"""The championship, its races and its questions in French."""

from domain.games.gasterospeed.components import CIRCUITS, COLOURS
from domain.games.gasterospeed.event_types import championship as championship
from domain.games.gasterospeed.events import QuestionPut
from domain.games.gasterospeed.words import not_arrived, question
from domain.games.gasterospeed.words.fr._terms import bare_snail, begin_snail, snail
from domain.kernel.words.fr import Names, counted


def snails_entered(event: championship.SnailsEntered, names: Names) -> str:
    called = zip(event.names, event.colours, strict=True)
    snails = ", ".join(f"{name} ({COLOURS[colour].name_fr})" for name, colour in called)
    return f"Les escargots sont {snails}."


def championship_opened(event: championship.ChampionshipOpened, names: Names) -> str:
    circuits = ", ".join(CIRCUITS[circuit].name_fr for circuit in event.circuits)
    return f"Un championnat s’ouvre : {circuits}."


def race_opened(event: championship.RaceOpened, names: Names) -> str:
    return f"Course {event.race} : {CIRCUITS[event.circuit].name_fr}."


def stake_laid(event: championship.StakeLaid, names: Names) -> str:
    shells = f"{counted(event.shells, 'point')} de coquille"
    return f"{begin_snail(event.snail, names)} s’engage avec {shells}."


def stake_sealed(event: championship.StakeSealed, names: Names) -> str:
    return f"{names.begin(event.seat)} a misé des coquilles pour {snail(event.snail, names)}."


def stakes_revealed(event: championship.StakesRevealed, names: Names) -> str:
    stakes = (
        f"{bare_snail(number, names)} : {shells}" for number, shells in enumerate(event.shells)
    )
    return f"Les mises : {', '.join(stakes)}."


def snail_not_started(event: championship.SnailNotStarted, names: Names) -> str:
    return f"{begin_snail(event.snail, names)} ne part pas : il ne lui reste aucune coquille."


def start_order_fixed(event: championship.StartOrderFixed, names: Names) -> str:
    return f"L’ordre du choix : {names.bare_seats(event.order)}."


def turn_begun(event: championship.TurnBegun, names: Names) -> str:
    return f"Le tour {event.turn} commence."


def race_scored(event: championship.RaceScored, names: Names) -> str:
    """GS-86: only arrivals that happened are listed as such."""
    arrived = ", ".join(snail(number, names) for number in event.arrived) or "aucun"
    others = ", ".join(snail(number, names) for number in not_arrived(event))
    points = ", ".join(f"{names.seat(seat)} : {total}" for seat, total in enumerate(event.totals))
    end, rest = "La course est finie", "encore en course"
    if event.stopped:
        end, rest = "La course est arrêtée à la limite de tours", "selon la distance"
    ranked = f" ; {rest} : {others}" if others else ""
    return f"{end} ; arrivés : {arrived}{ranked} ; points : {points}."


def reward_won(event: championship.RewardWon, names: Names) -> str:
    reward = {
        "reroll": "deux relances du dé",
        "extra_card": "des cartes de plus",
        "extra_shell": "un point de coquille de plus",
    }[event.reward]
    return f"{names.begin(event.seat)} gagne {reward} pour le prochain championnat."


def championship_finished(event: championship.ChampionshipFinished, names: Names) -> str:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    win = "gagne le championnat" if len(winners) == 1 else "partagent le titre"
    return f"{names.begin_seats(winners)} {win}."


def question_put(event: QuestionPut, names: Names) -> str:
    return {
        "stakes": "Il faut miser des coquilles.",
        "placing": "Il faut placer un escargot.",
        "refill": "Il faut piocher.",
        "extra_card": "Un champion peut prendre une carte.",
        "discard_choice": "Il faut défausser deux cartes.",
        "lay_speeds": "Il faut poser les cartes Vitesse.",
        "move": "Il faut choisir un chemin.",
        "lay_actions": "Il faut poser une carte.",
        "act": "Il faut viser.",
        "hit": "Un point de coquille est en jeu.",
        "wave": "Le Choc atteint un escargot.",
        "jostled": "Un escargot va être bousculé.",
        "roll_again": "Un champion peut relancer le dé.",
    }[question(event)]
