"""The championship, its races and its questions in English."""

from domain.games.gasterospeed.components import COLOURS
from domain.games.gasterospeed.event_types import championship as championship
from domain.games.gasterospeed.events import QuestionPut
from domain.games.gasterospeed.words import not_arrived, question
from domain.games.gasterospeed.words.en._terms import begin_snail, circuit, snail
from domain.kernel.words.en import Names, counted


def snails_entered(event: championship.SnailsEntered, names: Names) -> str:
    called = zip(event.names, event.colours, strict=True)
    snails = ", ".join(f"{name} ({COLOURS[colour].name_en})" for name, colour in called)
    return f"The snails are {snails}."


def championship_opened(event: championship.ChampionshipOpened, names: Names) -> str:
    return f"A championship opens: {', '.join(map(circuit, event.circuits))}."


def race_opened(event: championship.RaceOpened, names: Names) -> str:
    return f"Race {event.race}: {circuit(event.circuit)}."


def stake_laid(event: championship.StakeLaid, names: Names) -> str:
    shells = counted(event.shells, "shell")
    return f"{begin_snail(event.snail, names)} goes into the race with {shells}."


def stake_sealed(event: championship.StakeSealed, names: Names) -> str:
    return f"{names.begin(event.seat)} has staked shells for {snail(event.snail, names)}."


def stakes_revealed(event: championship.StakesRevealed, names: Names) -> str:
    stakes = (f"{snail(number, names)}: {shells}" for number, shells in enumerate(event.shells))
    return f"The stakes: {', '.join(stakes)}."


def snail_not_started(event: championship.SnailNotStarted, names: Names) -> str:
    return f"{begin_snail(event.snail, names)} does not start: no shell is left for it."


def start_order_fixed(event: championship.StartOrderFixed, names: Names) -> str:
    return f"The order of choice: {names.seats(event.order)}."


def turn_begun(event: championship.TurnBegun, names: Names) -> str:
    return f"Turn {event.turn} begins."


def race_scored(event: championship.RaceScored, names: Names) -> str:
    """GS-86: only arrivals that happened are listed as such."""
    arrived = ", ".join(snail(number, names) for number in event.arrived) or "none"
    others = ", ".join(snail(number, names) for number in not_arrived(event))
    points = ", ".join(f"{names.seat(seat)}: {total}" for seat, total in enumerate(event.totals))
    end, rest = "The race is over", "still racing"
    if event.stopped:
        end, rest = "The race is stopped at the turn limit", "by distance"
    ranked = f"; {rest}: {others}" if others else ""
    return f"{end}; arrived: {arrived}{ranked}; points: {points}."


def reward_won(event: championship.RewardWon, names: Names) -> str:
    reward = {
        "reroll": "two second rolls",
        "extra_card": "extra cards",
        "extra_shell": "an extra shell",
    }[event.reward]
    return f"{names.begin(event.seat)} wins {reward} for the next championship."


def championship_finished(event: championship.ChampionshipFinished, names: Names) -> str:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    win = "wins the championship" if len(winners) == 1 else "share the title"
    return f"{names.begin_seats(winners)} {win}."


def question_put(event: QuestionPut, names: Names) -> str:
    return {
        "stakes": "Shells are to be staked.",
        "placing": "A snail is to be placed.",
        "refill": "Cards are to be drawn.",
        "extra_card": "A champion may take a card.",
        "discard_choice": "Two cards are to be discarded.",
        "lay_speeds": "Speed cards are to be laid.",
        "move": "A path is to be chosen.",
        "lay_actions": "Cards are to be laid.",
        "act": "A card is to be aimed.",
        "hit": "A shell is at stake.",
        "wave": "The shock reaches a snail.",
        "jostled": "A snail is about to be shoved.",
        "roll_again": "A champion may roll again.",
    }[question(event)]
