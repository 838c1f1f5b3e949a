"""Snails have the names that their players gave them."""

import re

import pytest

from domain.games.gasterospeed.event_types.cards import CardLost
from domain.games.gasterospeed.event_types.snails import ShotFired
from domain.kernel.words.en import Names as English
from domain.kernel.words.fr import Names as French
from tests.support.histories.golden import sentences


@pytest.mark.rule("GS-7")
def test_racing_names_stand_in_every_sentence_about_snails() -> None:
    called = ("Le Baron", "Éclair Gluant", "Turbave", "Hélix le Grand")
    for event in [each.event for each in sentences("gasterospeed")]:
        for names in (English(pieces=called), French(pieces=called)):
            said = names.sentence(event)
            assert not re.search(r"snail \d|escargot \d", said, re.IGNORECASE), said
    lost = [French(pieces=called).sentence(CardLost(n, "shot-1", "slow")) for n in range(4)]
    whose = ("du Baron", "d’Éclair Gluant", "de Turbave", "d’Hélix le Grand")
    for said, of in zip(lost, whose, strict=True):
        assert f"La carte Tir {of} est perdue" in said
    shot = ShotFired(3, 2, True)
    assert English(pieces=called).sentence(shot) == "The shot of Hélix le Grand hits Turbave."
