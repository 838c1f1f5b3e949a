"""Compares the words of a language with what they speak of: events, commands, refusals, options."""

from collections.abc import Iterable, Iterator, Mapping
from inspect import getsource, isfunction, signature
from typing import Any, get_args

from msgspec import json

from domain.games import GAMES
from domain.kernel import data_files
from domain.kernel.game import AnyGame
from domain.kernel.ids import Lang, Seat
from domain.kernel.messages import Command, refusals_in
from domain.kernel.words.find import Module, Spoken, name_of_text, words_of
from domain.kernel.words.labels import listed_values
from domain.kernel.words.names import names_in
from domain.kernel.words.texts import Label
from ludotheque.laws.random_play import tables


def flaws_of_game(key: str, lang: Lang) -> list[str]:
    """Return what is wrong with the words of a game in a language, one line for each flaw."""
    game = GAMES[key]
    words, lists_values = words_of(game.package, lang), open_fields(game)
    return [
        *flaws(words, lang, kinds_of(game), game.view_type, lists_values),
        *compared(f"PARAMETERS of {words.name}", lists_values, words.parameters),
        *flaws_of_options(words, game),
    ]


def kinds_of(game: AnyGame) -> list[Spoken]:
    """Return the events, commands and refusals of a game."""
    return [*game.events, *game.commands, *refusals_in(game.package)]


def open_fields(game: AnyGame) -> dict[str, bool]:
    """Return the open parameters of some tables, and whether each lists values."""
    steps = [step for play in tables(game.key) for step in play.turns]
    found = (
        parameter
        for step in steps
        for seat in range(len(step.after.sitters))  # type: ignore[union-attr]
        for parameter in game.open_parameters(step.before.play, seat)  # type: ignore[union-attr]
    )
    fields: dict[str, bool] = {}
    for each in found:
        fields[each.field] = fields.get(each.field, False) or any(listed_values(each.schema))
    return fields


def flaws(
    words: Module,
    lang: Lang,
    kinds: Iterable[Spoken],
    view: Any = None,
    fields: Mapping[str, bool] = {},
) -> list[str]:
    """Return the texts that are missing, surplus or of other types."""
    names = names_in(lang)
    wanted = {
        **{name_of_text(kind): _signature(kind, names, view) for kind in kinds},
        **{f"choice_{field}": [Any, names, str] for field, listed in fields.items() if listed},
    }
    both = wanted.keys() & words.texts.keys()
    wrong = (
        f"`{name}` of {words.name} {_described(wanted[name])}"
        for name in sorted(both)
        if not _is_of(words.texts[name], wanted[name])
    )
    return [*compared(words.name, wanted, words.texts), *wrong]


def untranslated(one: Module, other: Module) -> list[str]:
    """Return the texts that are the same in two languages; a value may be a number or a name."""
    return [
        f"{name!r} is the same in {one.name} and {other.name}"
        for name in sorted(one.texts.keys() & other.texts.keys())
        if not name.startswith("choice_")
        and _written(one.texts[name]) == _written(other.texts[name])
    ]


def _written(text: Any) -> Any:
    """Return a constant, or the source of a function with the constants that it uses."""
    if not isfunction(text):
        return text
    used = (text.__globals__.get(name) for name in text.__code__.co_names)
    return getsource(text), [each for each in used if isinstance(each, str | dict)]


def _signature(kind: Spoken, names: Any, view: Any) -> list[Any]:
    if issubclass(kind, Command):
        return [kind, names, view, Seat, Label]
    return [kind, names, str]


def _is_of(text: Any, wanted: list[Any]) -> bool:
    """Return whether a function has these types, or a constant the type that is returned."""
    if not isfunction(text):
        return type(text) is wanted[-1]
    found = signature(text, eval_str=True)
    types = [*(each.annotation for each in found.parameters.values()), found.return_annotation]
    kinds = (Any, types[0], *get_args(types[0]))  # one text may speak of several kinds
    return wanted[0] in kinds and wanted[1:] == types[1:]


def _described(wanted: list[Any]) -> str:
    *takes, returns = ("Seat" if each is Seat else each.__name__ for each in wanted)
    return f"must take ({', '.join(takes)}) and return {returns}"


def compared(what: str, wanted: Iterable[str], found: Iterable[str]) -> Iterator[str]:
    """Yield each name that is missing, and each that stands for nothing."""
    yield from (f"{what} lacks {name!r}" for name in sorted(set(wanted) - set(found)))
    yield from (f"{what} has {name!r} for nothing" for name in sorted(set(found) - set(wanted)))


def flaws_of_options(words: Module, game: AnyGame) -> Iterator[str]:
    """Yield each option, and each value of one, that has no name, and names of nothing."""
    _, components = json.schema_components([game.options])
    properties = components[game.options.__name__].get("properties", {})
    yield from compared(f"OPTIONS of {words.name}", properties, words.options)
    pieces = data_files.texts(game.package)
    for name in properties.keys() & words.options.keys():
        schema = properties[name]
        values = {str(each) for each in schema.get("items", schema).get("enum", [])}
        named_elsewhere = set(pieces.get(name, ()))
        yield from compared(
            f"OPTIONS[{name!r}] of {words.name}",
            values - named_elsewhere,
            words.options[name].values,
        )
