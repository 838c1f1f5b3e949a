"""Law 13: every action and every choice has a label, unique in its list, in every language.

That labels hide what a seat cannot know is part of law 7: twins get the same labels.
"""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import json

from domain.games import GAMES
from domain.judging.narration import narrator
from domain.kernel.game import AnyGame, OpenParameter
from domain.kernel.ids import LANGUAGES
from domain.kernel.messages import Command
from domain.kernel.words.labels import listed_values, unique
from domain.kernel.words.names import GivenNames
from domain.kernel.words.texts import Label
from ludotheque.laws.random_play import EVERY_GAME, EVERY_SIZE, played, tables
from ludotheque.laws.test_law_10_rules import NUMBERED

SEATS = {"en": re.compile(r"\b[Ss]eats? \d"), "fr": re.compile(r"\b[Ss]ièges? \d")}
COPY = re.compile(rb"([a-z]-)\d")  # the number of a copy of a card


def play_of(step: Any) -> Any:
    return getattr(step.before, "play", None)


def lists(
    game: AnyGame, seats: int, told: GivenNames
) -> Iterator[tuple[list[Command], list[Label]]]:
    """Every list of actions of two tables, with its labels."""
    for number in range(2):
        for step in played(game.key, seats, number).turns:
            for seat in range(seats):
                commands = list(game.legal(play_of(step), seat))
                view = game.view(play_of(step), seat)
                yield commands, [told.label(command, view, seat) for command in commands]


def is_text(text: str) -> bool:
    return bool(text) and text == text.strip() and text[0] == text[0].upper()


@EVERY_SIZE
def test_labels_are_short_texts_in_every_language(key: str, seats: int) -> None:
    spoken = [[*lists(GAMES[key], seats, narrator(lang))] for lang in LANGUAGES]
    for alike in zip(*spoken, strict=True):
        for labels in zip(*(labels for _, labels in alike), strict=True):
            assert len({(label.text, label.group) for label in labels}) == len(labels), labels
            for label in labels:
                assert is_text(label.text), label
                assert is_text(label.group), label
                assert len(label.text) <= 320, label


@EVERY_SIZE
def test_labels_are_unique_except_for_copies_of_one_card(key: str, seats: int) -> None:
    for lang in LANGUAGES:
        for commands, labels in lists(GAMES[key], seats, narrator(lang)):
            texts = [label.text for label in labels]
            assert len(set(unique(texts))) == len(texts)
            same: dict[str, bytes] = {}
            for text, command in zip(texts, commands, strict=True):
                face = COPY.sub(rb"\1", json.encode(command))
                assert same.setdefault(text, face) == face, text


@EVERY_SIZE
def test_every_open_parameter_and_each_of_its_values_has_a_label(key: str, seats: int) -> None:
    game = GAMES[key]
    for step in played(key, seats, 0).turns:
        for seat in range(seats):
            for parameter in game.open_parameters(play_of(step), seat):
                are_labelled(game, parameter)


def are_labelled(game: AnyGame, parameter: OpenParameter) -> None:
    field, values = parameter.field, list(listed_values(parameter.schema))
    about = []
    for lang in LANGUAGES:
        told = narrator(lang)
        label = told.parameter(game.package, field)
        assert is_text(label.text)
        assert is_text(label.group)
        assert NUMBERED.match(label.about)
        about.append(label.about)
        texts = [told.choice(game.package, field, value) for value in values]
        assert all(texts)
        assert len(set(texts)) == len(texts)
    assert len(set(about)) == len(about)


@EVERY_GAME
def test_labels_and_sentences_name_players_instead_of_seats(key: str) -> None:
    game, names = GAMES[key], tuple(f"Player{'ABCDEFGH'[n]}" for n in range(8))
    spoken = [texts(game, narrator(lang, None, names)) for lang in LANGUAGES]
    for alike in zip(*spoken, strict=True):
        for lang, said in zip(LANGUAGES, alike, strict=True):
            assert not (lang in SEATS and SEATS[lang].search(said)), said
        assert len({"Player" in said for said in alike}) == 1, alike


def texts(game: AnyGame, told: GivenNames) -> list[str]:
    """Return the labels and sentences of some tables."""
    labels = [label.text for _, each in lists(game, game.seats[0], told) for label in each]
    events = [event for play in tables(game.key, 2) for event in play.events]
    return labels + [told.sentence(event) for event in events if isinstance(event, game.events)]
