"""The events of a table in French.

Before the start seats close up, so the number of a seat that was taken, left or sealed may belong
to another player now: these sentences keep the number.
"""

from domain.kernel.words.fr import Names
from domain.table import clock_events as clock
from domain.table import end_events as end
from domain.table import opening_events as opening
from domain.table.state import CloseReason
from domain.table.words import duration, newcomer

CLOSED: dict[CloseReason, str] = {
    "finished": "La partie est terminée.",
    "abandoned": "La partie est abandonnée.",
    "withheld": "La table est fermée : du hasard scellé n’a pas été révélé.",
    "broken": "La table est fermée : le serveur en a perdu une partie.",
    "resigned": "La partie est terminée : les autres ont abandonné.",
    "agreed": "La table est fermée d’un commun accord, sans résultat.",
    "terminated": "La table est fermée par un administrateur, sans résultat.",
    "cancelled": "L’hôte a annulé la table.",
}
deadline_moved = time_given_back = "Le serveur était absent : le temps de décider est prolongé."
end_lapsed = "La proposition d’arrêter la partie est caduque."


def table_opened(event: opening.TableOpened, names: Names) -> str:
    return f"Une table pour {event.seats} au plus est ouverte."


def seat_taken(event: opening.SeatTaken, names: Names) -> str:
    bot = f"Un robot ({event.bot})" if event.bot else "Quelqu’un"
    return f"{newcomer(event, names) or bot} prend le siège {event.seat}."


def luck_sealed(event: opening.LuckSealed, names: Names) -> str:
    return f"Le siège {event.seat} donne du hasard scellé."


def luck_revealed(event: opening.LuckRevealed, names: Names) -> str:
    return f"{names.begin(event.seat)} révèle sa part de hasard."


def seat_left(event: opening.SeatLeft, names: Names) -> str:
    return f"Le siège {event.seat} se libère."


def table_started(event: opening.TableStarted, names: Names) -> str:
    return f"La partie commence à {len(event.players)}."


def luck_drawn(event: opening.LuckDrawn, names: Names) -> str:
    return f"Le hasard décide {len(event.draws)} fois."


def decision_opened(event: clock.DecisionOpened, names: Names) -> str:
    return f"C’est {names.to_seats(event.seats)} de décider."


def clock_stopped(event: clock.ClockStopped, names: Names) -> str:
    return f"Il reste {duration(event.bank_ms)} {names.to(event.seat)}."


def clock_advanced(event: clock.ClockAdvanced, names: Names) -> str:
    return f"L’horloge avance de {event.seconds} s."


def timed_out(event: clock.TimedOut, names: Names) -> str:
    return f"{names.begin(event.seat)} a laissé passer son temps."


def autopilot_engaged(event: clock.AutopilotEngaged, names: Names) -> str:
    if event.reason == "bank_empty":
        seat = names.begin(event.seat)
        return f"{seat} n’a plus de temps : le serveur joue tous ses coups jusqu’à la fin."
    return f"{names.begin(event.seat)} passe en pilotage automatique."


def default_played(event: clock.DefaultPlayed, names: Names) -> str:
    return f"Le serveur joue pour {names.seat(event.seat)}."


def seat_returned(event: clock.SeatReturned, names: Names) -> str:
    return f"{names.begin(event.seat)} reprend la main."


def seat_resigned(event: end.SeatResigned, names: Names) -> str:
    return f"{names.begin(event.seat)} abandonne."


def end_proposed(event: end.EndProposed, names: Names) -> str:
    return f"{names.begin(event.seat)} propose d’arrêter la partie sans résultat."


def end_agreed(event: end.EndAgreed, names: Names) -> str:
    return f"{names.begin(event.seat)} accepte d’arrêter."


def end_withdrawn(event: end.EndWithdrawn, names: Names) -> str:
    return f"{names.begin(event.seat)} veut continuer."


def table_forked(event: end.TableForked, names: Names) -> str:
    return f"À partir de la version {event.of.version} d’une autre table, tout recommence."


def table_closed(event: end.TableClosed, names: Names) -> str:
    return f"{CLOSED[event.reason]} {event.notice}" if event.notice else CLOSED[event.reason]
