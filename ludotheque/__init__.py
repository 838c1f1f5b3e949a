"""What authors of games import: the vocabulary of the server.

A game is a package with a `Game` behind an entry point of the group `ludotheque.games`. Everything
here is stable: it changes only as `docs/versions.md` promises. `ludotheque.testing` has tools for
tests, and `pytest --laws KEY` runs the laws that every game obeys.
"""

from domain.kernel.best import best
from domain.kernel.data_files import PieceText, Rule, Statement, Words, components
from domain.kernel.game import (
    AnyGame,
    Chance,
    Decision,
    Game,
    OpenParameter,
    Outcome,
    Seated,
    Title,
    Upcaster,
    pieces_of,
)
from domain.kernel.ids import MOST_SEATS, BySeat, Count, Rank, Seat
from domain.kernel.messages import (
    EVERYONE,
    NOBODY,
    Announcement,
    Audience,
    Command,
    Event,
    HiddenEvent,
    PrivateEvent,
    PublicEvent,
    Recorder,
    Refusal,
    Value,
    only,
    put,
)
from domain.kernel.refusals import Rejected
from domain.kernel.words.texts import Label, Option, Parameter

__all__ = [
    "EVERYONE",
    "MOST_SEATS",
    "NOBODY",
    "Announcement",
    "AnyGame",
    "Audience",
    "BySeat",
    "Chance",
    "Command",
    "Count",
    "Decision",
    "Event",
    "Game",
    "HiddenEvent",
    "Label",
    "OpenParameter",
    "Option",
    "Outcome",
    "Parameter",
    "PieceText",
    "PrivateEvent",
    "PublicEvent",
    "Rank",
    "Recorder",
    "Refusal",
    "Rejected",
    "Rule",
    "Seat",
    "Seated",
    "Statement",
    "Title",
    "Upcaster",
    "Value",
    "Words",
    "best",
    "components",
    "only",
    "pieces_of",
    "put",
]
