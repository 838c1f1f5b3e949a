"""Law 17: a game hides something exactly if its events do, and has luck exactly if it says so.

Other laws ask only the games that it applies to. Skill is part of law 12.
"""

from domain.games import GAMES
from domain.kernel.messages import EVERYONE
from domain.table.opening_events import LuckDrawn
from ludotheque.laws.random_play import EVERY_GAME, tables


@EVERY_GAME
def test_there_is_hidden_information_exactly_if_a_type_of_event_can_be_hidden(key: str) -> None:
    events = [e for play in tables(key) for e in play.events if isinstance(e, GAMES[key].events)]
    hidden = {event.type for event in events if event.audience() != EVERYONE}
    assert bool(hidden) is GAMES[key].hidden_information, sorted(hidden)


@EVERY_GAME
def test_luck_is_declared_exactly_if_something_is_drawn(key: str) -> None:
    events = [event for play in tables(key) for event in play.events]
    labels = {draw.label for e in events if isinstance(e, LuckDrawn) for draw in e.draws}
    assert bool(labels) is GAMES[key].luck, sorted(labels)[:5]
