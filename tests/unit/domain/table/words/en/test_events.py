"""Who may see the events of a table, and their sentences, in English beside French."""

from typing import get_args

import pytest

from domain.judging.narration import narrator, sentence
from domain.kernel.chance import Draw
from domain.kernel.language import Lang
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
from domain.table.commands import ForkOf
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
    TableStarted,
)
from ludotheque.laws.test_law_11_sentences import NAMES, UNSUITABLE
from tests.support.tables.rally_table import rally_table
from tests.support.tables.table_spec import ANNE, BOB

DRAW = Draw("die:1", 6, 3)
TOLD: list[tuple[TableEvent, str, str]] = [
    (
        rally_table(seats=4),
        "A table for up to 4 is opened.",
        "Une table pour 4 au plus est ouverte.",
    ),
    (
        SeatTaken(1, BOB, None, None),
        "Someone takes seat 1.",
        "Quelqu’un prend le siège 1.",
    ),
    (
        SeatTaken(1, BOB, None, None, "greedy"),
        "A bot (greedy) takes seat 1.",
        "Un robot (greedy) prend le siège 1.",
    ),
    (SeatLeft(1), "Seat 1 becomes free.", "Le siège 1 se libère."),
    (
        TableStarted("bug_race", "1", None, (ANNE, BOB), ((), ()), (None, None)),
        "2 players begin.",
        "La partie commence à 2.",
    ),
    (
        LuckSealed(1, "c" * 64),
        "Seat 1 gives sealed luck.",
        "Le siège 1 donne du hasard scellé.",
    ),
    (
        LuckRevealed(1, "d" * 64),
        "Seat 1 reveals sealed luck.",
        "Le siège 1 révèle sa part de hasard.",
    ),
    (LuckDrawn((DRAW,)), "1 draw of luck is made.", "Le hasard décide 1 fois."),
    (LuckDrawn((DRAW, DRAW)), "2 draws of luck are made.", "Le hasard décide 2 fois."),
    (
        DecisionOpened(1, "k", "play", (0,), None),
        "It is up to seat 0.",
        "C’est au siège 0 de décider.",
    ),
    (
        DecisionOpened(1, "k", "play", (0, 2), None),
        "It is up to seats 0, 2.",
        "C’est aux sièges 0, 2 de décider.",
    ),
    (
        DeadlineMoved("", ""),
        "The server was away: the time to decide is extended.",
        "Le serveur était absent : le temps de décider est prolongé.",
    ),
    (
        TimeGivenBack("", (1,), ()),
        "The server was away: the time to decide is extended.",
        "Le serveur était absent : le temps de décider est prolongé.",
    ),
    (ClockAdvanced(60), "The clock moves on by 60 s.", "L’horloge avance de 60 s."),
    (ClockStopped(0, 1, 65_900), "Seat 0 has 1:05 left.", "Il reste 1:05 au siège 0."),
    (ClockStopped(0, 1, 3_601_000), "Seat 0 has 1:00:01 left.", "Il reste 1:00:01 au siège 0."),
    (
        AutopilotEngaged(0, "bank_empty"),
        "The bank of seat 0 is empty: the server plays all further moves.",
        "Le siège 0 n’a plus de temps : le serveur joue tous ses coups jusqu’à la fin.",
    ),
    (TimedOut(0, 1), "Seat 0 has run out of time.", "Le siège 0 a laissé passer son temps."),
    (
        AutopilotEngaged(0, "left"),
        "Seat 0 goes on autopilot.",
        "Le siège 0 passe en pilotage automatique.",
    ),
    (
        DefaultPlayed(0),
        "The server plays for seat 0.",
        "Le serveur joue pour le siège 0.",
    ),
    (SeatReturned(0), "Seat 0 takes over from the server.", "Le siège 0 reprend la main."),
    (
        TableForked("a" * 26, ForkOf("b" * 26, 17, "", ""), ANNE, ""),
        "This table continues from version 17 of another table.",
        "À partir de la version 17 d’une autre table, tout recommence.",
    ),
    (TableClosed("finished", None, ""), "The table is finished.", "La partie est terminée."),
    (TableClosed("abandoned", None, ""), "The table is abandoned.", "La partie est abandonnée."),
    (
        TableClosed("withheld", None, "", (1,)),
        "The table is closed: sealed luck was not revealed.",
        "La table est fermée : du hasard scellé n’a pas été révélé.",
    ),
    (
        TableClosed("broken", None, ""),
        "The table is closed: the server has lost a part of it.",
        "La table est fermée : le serveur en a perdu une partie.",
    ),
    (
        TableClosed("resigned", None, ""),
        "The table is finished: the others have resigned.",
        "La partie est terminée : les autres ont abandonné.",
    ),
    (
        TableClosed("agreed", None, ""),
        "The table is closed by consent of all people, without a result.",
        "La table est fermée d’un commun accord, sans résultat.",
    ),
    (
        TableClosed("terminated", None, "", notice="Insults."),
        "The table is closed by an administrator, without a result. Insults.",
        "La table est fermée par un administrateur, sans résultat. Insults.",
    ),
    (
        TableClosed("cancelled", None, ""),
        "The host has cancelled the table.",
        "L’hôte a annulé la table.",
    ),
    (SeatResigned(1), "Seat 1 resigns.", "Le siège 1 abandonne."),
    (
        EndProposed(0, 13),
        "Seat 0 proposes to end the table without a result.",
        "Le siège 0 propose d’arrêter la partie sans résultat.",
    ),
    (EndAgreed(1), "Seat 1 agrees to end the table.", "Le siège 1 accepte d’arrêter."),
    (EndWithdrawn(1), "Seat 1 wants to play on.", "Le siège 1 veut continuer."),
    (
        EndLapsed(),
        "The proposal to end the table has lapsed.",
        "La proposition d’arrêter la partie est caduque.",
    ),
]


@pytest.mark.parametrize(("event", "english", "french"), TOLD)
def test_each_event_is_one_sentence(event: TableEvent, english: str, french: str) -> None:
    assert (sentence(event, "en"), sentence(event, "fr")) == (english, french)


@pytest.mark.parametrize("lang", UNSUITABLE)
@pytest.mark.parametrize("event", [event for event, _, _ in TOLD])
def test_each_sentence_suits_any_name(event: TableEvent, lang: Lang) -> None:
    said = narrator(lang, names=NAMES).sentence(event)
    assert not UNSUITABLE[lang].search(said), said


@pytest.mark.parametrize("event", [event for event, _, _ in TOLD])
def test_everybody_sees_everything_but_the_luck(event: TableEvent) -> None:
    assert event.audience().hears([]) is not isinstance(event, LuckDrawn)
    assert event.audience().hears([0]) is not isinstance(event, LuckDrawn)


def test_an_administrator_may_write_about_seats() -> None:
    """Nothing is parsed: what was written stays, though seats have names."""
    closed = TableClosed("terminated", None, "", notice="Insults by seat 0.")
    names = narrator("en", names=["Anne"])
    assert names.sentence(closed).endswith(" Insults by seat 0.")


def test_every_event_has_its_sentence_and_its_place() -> None:
    assert {type(event) for event, _, _ in TOLD} == set(get_args(TableEvent))
