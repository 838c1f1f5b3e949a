"""Law 11: every event has its audience, and a sentence in both languages that suits any name."""

import re

import pytest

from domain.games import GAMES
from domain.judging.narration import narrator, sentence
from domain.kernel.messages import Audience, Event
from ludotheque.laws.knowledge import rare_events
from ludotheque.laws.random_play import EVERY_GAME, tables

NAMES = ("Anne", "Henri", "Yves", "Zoé", "7of9", "♞", "Eve", "Hô", "Ian", "Ömer")
NAMED = "|".join(NAMES)
# What agrees with one gender, or with a thing, and what should be joined to a name.
UNSUITABLE: dict[str, re.Pattern[str]] = {
    "en": re.compile(r"\b(he|she|his|hers?|himself|herself|itself|its)\b", re.IGNORECASE),
    "fr": re.compile(
        r"\b(elles?|lui-même|elle-même|1re|1er|\d+e)\b|\bl[ea] (premi|derni)(er|ère) à\b"
        rf"|(?<!d’)(?<!de )({NAMED}) (est|sont|était|étaient) (déjà |encore )?"
        r"\w+(é|i|u|t|er|ère|seul)e?s?\b"
        r"|\bde (Anne|Henri|Yves|Eve|Hô|Ian|Ömer)\b|\b(de|à) les? |'|\bplaces? \d"
    ),
}


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
def test_every_sentence_suits_any_name(key: str) -> None:
    for lang, unsuitable in UNSUITABLE.items():
        named, numbered = narrator(lang, names=NAMES), narrator(lang)
        for event in told(key):
            for said in (named.sentence(event), numbered.sentence(event)):
                assert not unsuitable.search(said), said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Anne plays for itself again."),
        ("fr", "Henri arrive 1re."),
        ("fr", "Zoé est la dernière à avoir des cartes."),
        ("fr", "Yves n’a plus de temps : le serveur joue pour elle."),
        ("fr", "Anne est touchée."),
        ("fr", "La chaise de Henri fait 2 cases."),
        ("fr", "La place 3 commence."),
        ("fr", "C'est à Anne."),
    ],
)
def test_what_suits_only_some_names_is_found(lang: str, said: str) -> None:
    assert UNSUITABLE[lang].search(said)


@EVERY_GAME
def test_every_event_has_an_audience(key: str) -> None:
    assert all(isinstance(event.audience(), Audience) for event in told(key))
