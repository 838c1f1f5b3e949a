"""What is in the box: AX-1.1 … AX-1.9. Every number that may one day be corrected is data."""

from typing import Annotated, Literal, TypeAlias

from domain.kernel import data_files
from domain.kernel.ids import component_id
from domain.kernel.messages import Value

Character: TypeAlias = Literal["AST", "OBE", "ABR", "ASS", "PAN"]
Card: TypeAlias = Annotated[
    str,
    component_id(
        r"^(AST|OBE|ABR|ASS|PAN)-(0[1-9]|10|IDF)\Z",
        description="A card of a hand: a Gaul, by character and value, or Idéfix.",
        examples=["AST-07", "OBE-IDF"],
    ),
]
Roman: TypeAlias = Annotated[
    str,
    component_id(
        r"^R(0[1-9]|1[0-5])-[1-4]\Z",
        description="A Roman: value and number of the copy.",
        examples=["R05-3"],
    ),
]
Pirate: TypeAlias = Annotated[
    str,
    component_id(
        r"^P-(HIGH|LOW|CHOICE|DEC|CEN|GEN)\Z",
        description="A Pirate, named by what it frees.",
        examples=["P-HIGH"],
    ),
]
Drawn: TypeAlias = Annotated[
    str,
    component_id(
        r"^(R(0[1-9]|1[0-5])-[1-4]|P-(HIGH|LOW|CHOICE|DEC|CEN|GEN))\Z",
        description="A card of the Roman deck: a Roman or a Pirate.",
        examples=["R05-3", "P-HIGH"],
    ),
]


class CharacterCard(Value, frozen=True):
    """AX-1.5, AX-2.1"""

    id: Character
    name_fr: str
    name_en: str


class GaulCard(Value, frozen=True):
    """AX-1.6"""

    id: Card
    character: Character
    value: int
    potions: int


class IdefixCard(Value, frozen=True):
    """AX-1.2"""

    id: Card
    character: Character


class Rank(Value, frozen=True):
    """AX-1.8: `the_…` is the name as it stands in a sentence."""

    value: int
    copies: int
    name_fr: str
    name_en: str
    the_fr: str
    the_en: str


class RomanCard(Value, frozen=True):
    """AX-1.7"""

    id: Roman
    value: int


class PirateCard(Value, frozen=True):
    """AX-1.9"""

    id: Pirate
    frees: Literal["highest", "lowest", "choice", "values"]
    values: tuple[int, ...]
    name_fr: str
    name_en: str


class Bonus(Value, frozen=True):
    """The points for a number of equal Romans (AX-7.4)."""

    alike: int
    """How many are alike."""
    points: int
    """How many points it is worth."""


class Contents(Value, frozen=True):
    """AX-1.1 … AX-1.5"""

    id: str
    count: int


class Box(Value, frozen=True):
    players: tuple[int, int]
    rounds: int
    contents: tuple[Contents, ...]
    characters: tuple[CharacterCard, ...]
    gauls: tuple[GaulCard, ...]
    idefix: tuple[IdefixCard, ...]
    ranks: tuple[Rank, ...]
    romans: tuple[RomanCard, ...]
    pirates: tuple[PirateCard, ...]
    bonuses: tuple[Bonus, ...]
    timeouts_seconds: dict[str, int]  # AX-9.1 … AX-9.3


BOX = data_files.components(__package__, Box)
CHARACTERS: tuple[Character, ...] = tuple(each.id for each in BOX.characters)
GAULS: dict[Card, GaulCard] = {card.id: card for card in BOX.gauls}
ROMANS: dict[Roman, RomanCard] = {card.id: card for card in BOX.romans}
PIRATES: dict[Pirate, PirateCard] = {card.id: card for card in BOX.pirates}
RANKS: dict[int, Rank] = {rank.value: rank for rank in BOX.ranks}
DECK: tuple[Drawn, ...] = (*ROMANS, *PIRATES)  # the published order, before any shuffle


def hand_of(character: Character) -> tuple[Card, ...]:
    """AX-2.1: ten Gauls and Idéfix."""
    gauls = [card.id for card in BOX.gauls if card.character == character]
    return (*gauls, *(card.id for card in BOX.idefix if card.character == character))
