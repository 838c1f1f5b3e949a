"""What the package of a game tells newcomers, in its folder `guide`: texts, and lessons."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Literal

from msgspec import Meta, toml

from domain.kernel.data_files import Words
from domain.kernel.language import Lang
from domain.kernel.messages import Value


class About(Value, frozen=True, forbid_unknown_fields=True):
    """What the shelf says about a game, and the rule behind each of its commands."""

    aim: Words
    minutes: tuple[int, int]  # of a game with the fewest seats, and with the most
    demand: Literal["easy", "medium", "demanding"]
    rules: dict[str, Annotated[str, Meta(pattern="^[A-Z]")]]  # by `type` of the command


def about(package: str) -> About | None:
    """Return what the shelf says about a game; None for a package without a guide."""
    found = folder(package).joinpath("about.toml")
    return toml.decode(found.read_bytes(), type=About) if found.is_file() else None


def text(package: str, name: Lang | Literal["draw"]) -> str:
    """Return the guide for players in a language, or what developers of clients have to draw."""
    found = folder(package).joinpath(f"{name}.md")
    return found.read_text(encoding="utf-8") if found.is_file() else ""


def folder(package: str) -> Traversable:
    """Return the folder `guide` of a game, which need not exist."""
    return files(package).joinpath("guide")
