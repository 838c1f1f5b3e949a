"""What is said about the events of a table: one module per language, and what they share."""

from domain.kernel.words.names import GivenNames
from domain.table.bot_names import bot_name
from domain.table.opening_events import SeatTaken


def newcomer(event: SeatTaken, names: GivenNames) -> str | None:
    """Return the name of who takes a seat; None if it is unknown, or the player has left again."""
    if names.players is None:
        return None
    return bot_name(event.player) if event.bot is not None else names.players.get(event.player)


def duration(ms: int) -> str:
    """Return a time as a clock shows it: minutes and seconds, or hours before them."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"
