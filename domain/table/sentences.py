"""The sentences that describe the events of a table."""

from typing import TYPE_CHECKING, assert_never

from domain.kernel.handlers import said
from domain.kernel.language import Both, Lang, in_language
from domain.table.clock_events import (
    AutopilotEngaged,
    ClockAdvanced,
    ClockStopped,
    DeadlineMoved,
    DecisionOpened,
    DefaultPlayed,
    SeatReturned,
    TimedOut,
    TimeGivenBack,
)
from domain.table.end_events import (
    EndAgreed,
    EndLapsed,
    EndProposed,
    EndWithdrawn,
    SeatResigned,
    TableClosed,
    TableForked,
)
from domain.table.events import TableEvent
from domain.table.opening_events import (
    LuckDrawn,
    LuckRevealed,
    LuckSealed,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TableStarted,
)
from domain.table.state import CloseReason

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
    if TYPE_CHECKING and not SENTENCES.handles(event):
        assert_never(event)
    return in_language(SENTENCES.by_type[type(event)](event), lang)


def _opened(event: TableOpened) -> Both:
    n = event.seats
    return f"A table for up to {n} is opened.", f"Une table pour {n} au plus est ouverte."


def _taken(event: SeatTaken) -> Both:
    s, bot = event.seat, event.bot
    if bot:
        return f"A bot ({bot}) takes seat {s}.", f"Un robot ({bot}) prend la place {s}."
    return f"Someone takes seat {s}.", f"Quelqu'un prend la place {s}."


def _sealed(event: LuckSealed) -> Both:
    return f"Seat {event.seat} gives sealed luck.", f"La place {event.seat} donne du sort scellé."


def _revealed(event: LuckRevealed) -> Both:
    return f"Seat {event.seat} reveals its luck.", f"La place {event.seat} révèle son sort."


def _left(event: SeatLeft) -> Both:
    return f"Seat {event.seat} becomes free.", f"La place {event.seat} se libère."


def _started(event: TableStarted) -> Both:
    n = len(event.players)
    return f"{n} players begin.", f"La partie commence à {n}."


def _luck_drawn(event: LuckDrawn) -> Both:
    n = len(event.draws)
    return (
        f"{n} draw{'s' * (n > 1)} of luck {'are' if n > 1 else 'is'} made.",
        f"Le sort décide {n} fois.",
    )


def _decision_opened(event: DecisionOpened) -> Both:
    listed = ", ".join(map(str, event.seats))
    if len(event.seats) == 1:
        return f"It is up to seat {listed}.", f"C'est à la place {listed} de décider."
    return f"It is up to seats {listed}.", f"C'est aux places {listed} de décider."


def _clock_stopped(event: ClockStopped) -> Both:
    left, seat = duration(event.bank_ms), event.seat
    return f"Seat {seat} has {left} left.", f"Il reste {left} à la place {seat}."


def _clock_advanced(event: ClockAdvanced) -> Both:
    n = event.seconds
    return f"The clock moves on by {n} s.", f"L'horloge avance de {n} s."


def duration(ms: int) -> str:
    """Return a time as a clock shows it: minutes and seconds, or hours before them."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def _extended(event: DeadlineMoved | TimeGivenBack) -> Both:
    return (
        "The server was away: the time to decide is extended.",
        "Le serveur était absent : le temps de décider est prolongé.",
    )


def _timed_out(event: TimedOut) -> Both:
    s = event.seat
    return f"Seat {s} has run out of time.", f"La place {s} a laissé passer son temps."


def _autopilot_engaged(event: AutopilotEngaged) -> Both:
    seat = event.seat
    if event.reason == "bank_empty":
        return (
            f"The bank of seat {seat} is empty: the server plays for it to the end.",
            f"La place {seat} n'a plus de temps : le serveur joue pour elle jusqu'à la fin.",
        )
    return f"Seat {seat} goes on autopilot.", f"La place {seat} passe en pilotage automatique."


def _default_played(event: DefaultPlayed) -> Both:
    s = event.seat
    return f"The server plays for seat {s}.", f"Le serveur joue pour la place {s}."


def _returned(event: SeatReturned) -> Both:
    s = event.seat
    return f"Seat {s} plays for itself again.", f"La place {s} reprend la main."


def _resigned(event: SeatResigned) -> Both:
    return f"Seat {event.seat} resigns.", f"La place {event.seat} abandonne."


def _end_proposed(event: EndProposed) -> Both:
    return (
        f"Seat {event.seat} proposes to end the table without a result.",
        f"La place {event.seat} propose d'arrêter la partie sans résultat.",
    )


def _end_agreed(event: EndAgreed) -> Both:
    s = event.seat
    return f"Seat {s} agrees to end the table.", f"La place {s} accepte d'arrêter."


def _end_withdrawn(event: EndWithdrawn) -> Both:
    return f"Seat {event.seat} wants to play on.", f"La place {event.seat} veut continuer."


def _end_lapsed(event: EndLapsed) -> Both:
    return (
        "The proposal to end the table has lapsed.",
        "La proposition d'arrêter la partie est caduque.",
    )


def _forked(event: TableForked) -> Both:
    version = event.of.version
    return (
        f"This table continues from version {version} of another table.",
        f"À partir de la version {version} d'une autre table, tout recommence.",
    )


def _closed(event: TableClosed) -> Both:
    english, french = CLOSED[event.reason]
    notice = event.notice
    return (f"{english} {notice}", f"{french} {notice}") if notice else (english, french)


SENTENCES = (
    said(TableOpened, _opened)
    | said(SeatTaken, _taken)
    | said(LuckSealed, _sealed)
    | said(LuckRevealed, _revealed)
    | said(SeatLeft, _left)
    | said(TableStarted, _started)
    | said(LuckDrawn, _luck_drawn)
    | said(DecisionOpened, _decision_opened)
    | said(ClockStopped, _clock_stopped)
    | said(ClockAdvanced, _clock_advanced)
    | said(DeadlineMoved, _extended)
    | said(TimeGivenBack, _extended)
    | said(TimedOut, _timed_out)
    | said(AutopilotEngaged, _autopilot_engaged)
    | said(DefaultPlayed, _default_played)
    | said(SeatReturned, _returned)
    | said(SeatResigned, _resigned)
    | said(EndProposed, _end_proposed)
    | said(EndAgreed, _end_agreed)
    | said(EndWithdrawn, _end_withdrawn)
    | said(EndLapsed, _end_lapsed)
    | said(TableForked, _forked)
    | said(TableClosed, _closed)
)
