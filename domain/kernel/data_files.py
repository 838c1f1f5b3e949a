"""The data files of a game: its components and its numbered rules."""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, field, json, toml

from domain.kernel.ids import Lang
from domain.kernel.messages import Value
from domain.kernel.words.find import words_of

B = TypeVar("B")


class Statement(Value, frozen=True):
    """A part of a rule with one source, in English and in French.

    The source is the rulebook (`seed`), another public source (`found`) or this server (`house`).
    """

    provenance: Literal["seed", "found", "house"]
    """Where the rule comes from."""
    en: str
    """The text in English."""
    fr: str
    """The text in French."""


class Rule(Value, frozen=True):
    """A numbered rule. Problems and events cite its id as `rule`."""

    id: str
    """The number of the rule, such as GB-23."""
    statements: tuple[Statement, ...]
    """The statements of the rule, each with its source and its text in English and French."""

    @property
    def text(self) -> str:
        """Return the whole rule in English."""
        return " ".join(statement.en for statement in self.statements)


class Words(Value, frozen=True):
    """A text in English and in French."""

    en: str
    """The text in English."""
    fr: str
    """The text in French."""


class PieceText(Value, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a board writes and draws for one piece, cell or symbol."""

    name: Words
    """What it is called."""
    text: Words | None = None  # what it does
    """What it does; null if the name says all."""
    colour: str | None = None  # a suggestion, as #rrggbb
    """A suggested colour, as `#rrggbb`."""


def read(package: str, name: str) -> bytes:
    """Return the content of a data file of a game."""
    return files(package).joinpath(name).read_bytes()


def components(package: str, box: type[B]) -> B:
    """Return the components of a game as a value of the type `box`."""
    return json.decode(read(package, "components.json"), type=box)


def components_of(package: str) -> dict[str, Any]:
    """Return the components of a game as plain JSON."""
    return json.decode(read(package, "components.json"), type=dict[str, Any])


@cache
def components_hash(package: str) -> str:
    """Return the hash of the components, as recorded in `table.opened`."""
    return hashed(read(package, "components.json"))


@cache
def rules_hash(package: str) -> str:
    """Return the hash of all code and data of a game, as recorded in `table.opened`.

    It is the SHA-256 of what `sha256sum` prints for the `.py` and `.json` files of the package,
    sorted by path. What is said to players in `words/` is no rule, and left out.
    """
    lines = (
        f"{hashlib.sha256(content).hexdigest()}  {path}\n"
        for path, content in sorted(_sources(files(package)))
        if not path.startswith("words/")
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _sources(folder: Traversable, before: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield path and content of every `.py` and `.json` file in a folder."""
    for each in folder.iterdir():
        if each.is_dir():
            yield from _sources(each, f"{before}{each.name}/")
        elif each.name.endswith((".py", ".json")):
            yield f"{before}{each.name}", each.read_bytes()


def hashed(content: bytes) -> str:
    """Return the hash of JSON, independent of its layout."""
    canonical = json.encode(json.decode(content), order="sorted")
    return hashlib.sha256(canonical).hexdigest()


def texts(package: str) -> dict[str, dict[str, PieceText]]:
    """Return the texts of the components and of the options, by kind and id; no rule reads them."""
    found = json.decode(read(package, "texts.json"), type=dict[str, dict[str, PieceText]])
    return {**found, **_option_texts(package)}


def _option_texts(package: str) -> dict[str, dict[str, PieceText]]:
    """Return the names of options and of their values, in the languages of the data files."""
    english, french = (words_of(package, lang).options for lang in ("en", "fr"))
    named = [(key, option, french[key]) for key, option in english.items()]
    options = {
        key: PieceText(Words(en.name, fr.name), Words(en.text, fr.text)) for key, en, fr in named
    }
    values = {
        f"{key}.{value}": PieceText(Words(text, fr.values[value]))
        for key, en, fr in named
        for value, text in en.values.items()
    }
    kinds = {"options": options, "option_values": values}
    return {kind: texts for kind, texts in kinds.items() if texts}


def meanings(package: str) -> dict[str, str]:
    """Return what the codes of refusals mean; those of the kernel mean the same in every game."""
    path = files(package).joinpath("refusals.json")
    return json.decode(path.read_bytes(), type=dict[str, str]) if path.is_file() else {}


def rules(package: str) -> tuple[Rule, ...]:
    """Return the numbered rules of a game."""
    return json.decode(read(package, "rules.json"), type=tuple[Rule, ...])


# What the package of a game tells newcomers, in its folder `guide`: texts, and lessons.


class Preset(Value, frozen=True, forbid_unknown_fields=True):
    """A table to begin with: how long it takes, its seats, and the options that are not default."""

    name: Literal["short", "normal", "full"]
    """How long it is compared with the whole game."""
    minutes: int
    """How long such a table takes, about."""
    seats: int
    """How many seats such a table has."""
    options: dict[str, Any] = field(default_factory=dict)
    """The options that differ from the defaults."""


class About(Value, frozen=True, forbid_unknown_fields=True):
    """What the shelf says about a game, and the rule behind each of its commands."""

    aim: Words
    minutes: tuple[int, int]  # of a game with the fewest seats, and with the most
    demand: Literal["easy", "medium", "demanding"]
    rules: dict[str, Annotated[str, Meta(pattern="^[A-Z]")]]  # by `type` of the command
    presets: tuple[Preset, ...] = ()  # shortest first


def about_game(package: str) -> About | None:
    """Return what the shelf says about a game; None for a package without a guide."""
    found = guide_folder(package).joinpath("about.toml")
    return toml.decode(found.read_bytes(), type=About) if found.is_file() else None


def guide_text(package: str, name: Lang | Literal["draw"]) -> str:
    """Return the guide for players in a language, or what developers of clients have to draw."""
    found = guide_folder(package).joinpath(f"{name}.md")
    return found.read_text(encoding="utf-8") if found.is_file() else ""


def guide_folder(package: str) -> Traversable:
    """Return the folder `guide` of a game, which need not exist."""
    return files(package).joinpath("guide")
