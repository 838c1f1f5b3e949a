"""Law 13: every action and every choice has a label, unique in its list, in both languages.

That labels hide what a seat cannot know is part of law 7: twins get the same labels.
"""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import json

from domain.games import GAMES
from domain.kernel.game import AnyGame
from domain.kernel.labels import Label, listed_values, unique
from domain.kernel.language import Both
from domain.kernel.messages import Command
from domain.kernel.seat_names import with_names
from ludotheque.laws.games import EVERY_GAME, EVERY_SIZE, tables
from ludotheque.laws.random_play import played
from ludotheque.laws.test_law_10_rules import NUMBERED

COPY = re.compile(rb"([a-z]-)\d")  # the number of a copy of a card


def play_of(step: Any) -> Any:
    return getattr(step.before, "play", None)


def lists(game: AnyGame, seats: int) -> Iterator[tuple[tuple[Command, ...], list[Label]]]:
    """Every list of actions of two tables, with its labels."""
    for number in range(2):
        for step in played(game.key, seats, number).turns:
            for seat in range(seats):
                commands = game.legal(play_of(step), seat)
                view = game.view(play_of(step), seat)
                yield commands, [game.label(view, seat, command) for command in commands]


def is_text(both: Both) -> bool:
    return all(text and text == text.strip() and text[0] == text[0].upper() for text in both)


@EVERY_SIZE
def test_labels_are_short_texts_in_two_languages(key: str, seats: int) -> None:
    for _, labels in lists(GAMES[key], seats):
        for label in labels:
            assert is_text(label.text), label
            assert is_text(label.group), label
            in_english, in_french = zip(label.text, label.group, strict=True)
            assert in_english != in_french, label
            assert max(map(len, label.text)) <= 320, label


@EVERY_SIZE
def test_labels_are_unique_except_for_copies_of_one_card(key: str, seats: int) -> None:
    for commands, labels in lists(GAMES[key], seats):
        for lang in (0, 1):
            texts = [label.text[lang] for label in labels]
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
                label = game.parameters[parameter.field]
                assert is_text(label.text)
                assert is_text(label.group)
                assert NUMBERED.match(label.about[0])
                assert label.about[0] != label.about[1]
                values = list(listed_values(parameter.schema))
                for lang in (0, 1):
                    texts = [game.choice(parameter.field, value)[lang] for value in values]
                    assert all(texts)
                    assert len(set(texts)) == len(texts)


@EVERY_GAME
def test_labels_and_sentences_name_players_instead_of_seats(key: str) -> None:
    game, names = GAMES[key], tuple(f"Player{'ABCDEFGH'[n]}" for n in range(8))
    texts = [label.text for _, labels in lists(game, game.seats[0]) for label in labels]
    for play in tables(key, 2):
        told = [event for event in play.events if isinstance(event, game.events)]
        texts += [(game.sentence(event, "en"), game.sentence(event, "fr")) for event in told]
    for english, french in set(texts):
        shown = with_names(english, "en", names), with_names(french, "fr", names)
        assert not re.search(r"\b[Ss]eats? \d", shown[0]), shown
        assert not re.search(r"\b[Pp]laces? \d", shown[1]), shown
        assert ("Player" in shown[0]) == ("Player" in shown[1]), shown
