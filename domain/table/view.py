"""The sentences that describe the events of a table."""

from typing import assert_never

from domain.kernel.language import Both, Lang, in_language
from domain.table.end_events import (
    EndAgreed,
    EndLapsed,
    EndProposed,
    EndWithdrawn,
    SeatResigned,
)
from domain.table.events import (
    AutopilotEngaged,
    ClockAdvanced,
    ClockStopped,
    CloseReason,
    DeadlineMoved,
    DecisionOpened,
    DefaultPlayed,
    LuckDrawn,
    LuckRevealed,
    LuckSealed,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    TableClosed,
    TableEvent,
    TableForked,
    TableOpened,
    TableStarted,
    TimedOut,
    TimeGivenBack,
)

CLOSED: dict[CloseReason, Both] = {
    "finished": ("The table is finished.", "La partie est terminée."),
    "abandoned": ("The table is abandoned.", "La partie est abandonnée."),
    "withheld": (
        "The table is closed: sealed luck was not revealed.",
        "La table est fermée : du sort scellé n'a pas été révélé.",
    ),
    "broken": (
        "The table is closed: the server has lost a part of it.",
        "La table est fermée : le serveur en a perdu une partie.",
    ),
    "resigned": (
        "The table is finished: the others have resigned.",
        "La partie est terminée : les autres ont abandonné.",
    ),
    "agreed": (
        "The table is closed by consent of all people, without a result.",
        "La table est fermée d'un commun accord, sans résultat.",
    ),
    "terminated": (
        "The table is closed by an administrator, without a result.",
        "La table est fermée par un administrateur, sans résultat.",
    ),
    "cancelled": (
        "The host has cancelled the table.",
        "L'hôte a annulé la table.",
    ),
}


def sentence(event: TableEvent, lang: Lang) -> str:
    """Return the event in words."""
    return in_language(_both_languages(event), lang)


def _both_languages(event: TableEvent) -> Both:
    match event:
        case TableOpened(seats=n):
            return f"A table for up to {n} is opened.", f"Une table pour {n} au plus est ouverte."
        case SeatTaken(seat=s, bot=bot):
            if bot:
                return f"A bot ({bot}) takes seat {s}.", f"Un robot ({bot}) prend la place {s}."
            return f"Someone takes seat {s}.", f"Quelqu'un prend la place {s}."
        case LuckSealed(seat=s):
            return f"Seat {s} gives sealed luck.", f"La place {s} donne du sort scellé."
        case LuckRevealed(seat=s):
            return f"Seat {s} reveals its luck.", f"La place {s} révèle son sort."
        case SeatLeft(seat=s):
            return f"Seat {s} becomes free.", f"La place {s} se libère."
        case TableStarted(players=who):
            return f"{len(who)} players begin.", f"La partie commence à {len(who)}."
        case LuckDrawn(draws=draws):
            return _luck_drawn(len(draws))
        case DecisionOpened(seats=seats):
            return _decision_opened(seats)
        case ClockStopped() | ClockAdvanced():
            return _of_clock(event)
        case DeadlineMoved() | TimeGivenBack():
            return (
                "The server was away: the time to decide is extended.",
                "Le serveur était absent : le temps de décider est prolongé.",
            )
        case TimedOut(seat=s):
            return f"Seat {s} has run out of time.", f"La place {s} a laissé passer son temps."
        case AutopilotEngaged(seat=s, reason=why):
            return _autopilot_engaged(s, why == "bank_empty")
        case DefaultPlayed(seat=s):
            return f"The server plays for seat {s}.", f"Le serveur joue pour la place {s}."
        case SeatReturned(seat=s):
            return f"Seat {s} plays for itself again.", f"La place {s} reprend la main."
        case SeatResigned(seat=s):
            return f"Seat {s} resigns.", f"La place {s} abandonne."
        case EndProposed() | EndAgreed() | EndWithdrawn() | EndLapsed():
            return _ending(event)
        case TableForked(of=of):
            return (
                f"This table continues from version {of.version} of another table.",
                f"À partir de la version {of.version} d'une autre table, tout recommence.",
            )
        case TableClosed(reason=reason, notice=notice):
            english, french = CLOSED[reason]
            return (f"{english} {notice}", f"{french} {notice}") if notice else (english, french)
        case _:
            assert_never(event)


def _autopilot_engaged(seat: int, out_of_time: bool) -> Both:
    if out_of_time:
        return (
            f"The bank of seat {seat} is empty: the server plays for it to the end.",
            f"La place {seat} n'a plus de temps : le serveur joue pour elle jusqu'à la fin.",
        )
    return f"Seat {seat} goes on autopilot.", f"La place {seat} passe en pilotage automatique."


def _of_clock(event: ClockStopped | ClockAdvanced) -> Both:
    if isinstance(event, ClockAdvanced):
        n = event.seconds
        return f"The clock moves on by {n} s.", f"L'horloge avance de {n} s."
    left, seat = duration(event.bank_ms), event.seat
    return f"Seat {seat} has {left} left.", f"Il reste {left} à la place {seat}."


def duration(ms: int) -> str:
    """Return a time as a clock shows it: minutes and seconds, or hours before them."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def _ending(event: EndProposed | EndAgreed | EndWithdrawn | EndLapsed) -> Both:
    match event:
        case EndProposed(seat=s):
            return (
                f"Seat {s} proposes to end the table without a result.",
                f"La place {s} propose d'arrêter la partie sans résultat.",
            )
        case EndAgreed(seat=s):
            return f"Seat {s} agrees to end the table.", f"La place {s} accepte d'arrêter."
        case EndWithdrawn(seat=s):
            return f"Seat {s} wants to play on.", f"La place {s} veut continuer."
        case EndLapsed():
            return (
                "The proposal to end the table has lapsed.",
                "La proposition d'arrêter la partie est caduque.",
            )
        case _:
            assert_never(event)


def _luck_drawn(n: int) -> tuple[str, str]:
    return (
        f"{n} draw{'s' * (n > 1)} of luck {'are' if n > 1 else 'is'} made.",
        f"Le sort décide {n} fois.",
    )


def _decision_opened(seats: tuple[int, ...]) -> tuple[str, str]:
    listed = ", ".join(map(str, seats))
    if len(seats) == 1:
        return f"It is up to seat {listed}.", f"C'est à la place {listed} de décider."
    return f"It is up to seats {listed}.", f"C'est aux places {listed} de décider."
