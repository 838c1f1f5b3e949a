"""Law 11: every event has its audience, and a sentence in English and in French."""

import re

from domain.games import GAMES
from domain.judging.narration import sentence
from domain.kernel.audience import Audience
from domain.kernel.messages import Event
from ludotheque.laws.games import EVERY_GAME, tables
from ludotheque.laws.knowledge import rare_events


def told(key: str) -> list[Event]:
    """Every event of some tables, and those that random play may not reach."""
    random = [event for play in tables(key, 3) for event in play.events]
    return [*random, *rare_events(key)]


@EVERY_GAME
def test_every_kind_of_event_happens_somewhere(key: str) -> None:
    assert set(GAMES[key].events) <= {type(event) for event in told(key)}


@EVERY_GAME
def test_every_event_has_a_sentence_in_both_languages(key: str) -> None:
    for event in told(key):
        english, french = sentence(event, "en"), sentence(event, "fr")
        assert english != french
        for said in (english, french):
            assert re.fullmatch(r"[A-ZÀÉ\d].*[.!]", said), said


@EVERY_GAME
def test_every_event_has_an_audience(key: str) -> None:
    assert all(isinstance(event.audience(), Audience) for event in told(key))
