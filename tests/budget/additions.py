"""What must be edited to add an event, an operation and a setting; a law applies it to a copy."""

from pathlib import Path
from typing import NamedTuple

from tests.budget.measures import Sizes

RACE = "domain/games/bug_race"


class Edit(NamedTuple):
    """Text that is inserted after another; a file is made by an edit after nothing."""

    file: str
    after: str
    text: str


EVENT = (
    Edit(
        f"{RACE}/events.py",
        "        return Finished(state.race, self.places)\n",
        """

class BugRested(PublicEvent, type="bug_race.bug_rested", rule="BR-29"):
    \"""A bug rests for a turn.\"""

    seat: Seat

    def apply(self, state: Playing) -> Playing:
        return replace(state, turn=state.turn + 1)
""",
    ),
    Edit(f"{RACE}/events.py", "Finish: TypeAlias = ", "BugRested | "),
    *(
        Edit(
            f"{RACE}/words/{lang}.py",
            ' {won}."\n',
            f"""

def bug_rested(event: race.BugRested, names: Names) -> str:
    return f"{{names.begin(event.seat)}} {rests}."
""",
        )
        for lang, rests in (("en", "rests"), ("fr", "se repose"))
    ),
)
# The laws want to see it happen. What the rules do with it is not counted.
HAPPENS = (
    Edit(
        "tests/support/games/bug_race/knowledge.py",
        "from domain.games.bug_race.components import DECKS, Card\n",
        "from domain.games.bug_race.events import BugRested\n",
    ),
    Edit(
        "tests/support/games/bug_race/knowledge.py",
        'recorded_events("bug_race")',
        " + [BugRested(seat=0)]",
    ),
)
OPERATION = (
    Edit(
        "api/ops/shelf.py",
        "",
        '''"""The shelf of the server."""

from typing import Annotated

from msgspec import Meta

from api.http.operation import get
from domain.games import GAMES
from domain.kernel.ids import Count
from domain.kernel.messages import Value


class Shelf(Value, frozen=True):
    """The games of the server, as boxes."""

    boxes: Annotated[Count, Meta(description="How many games the server has.")]


@get("/v1/shelf", "Get the shelf of the server", "How many boxes are on the shelf.", tag="Games")
async def get_shelf() -> Shelf:
    """Returns how many games the server has. No token is needed."""
    return Shelf(len(GAMES))
''',
    ),
)
SETTING = (
    Edit(
        "application/setting_fields.py",
        '"""Seconds to wait for the store before the API returns 503."""\n',
        '    naps: values.Whole = 3\n    """The number of naps that a bug may take."""\n',
    ),
)
COUNTED = {"event": EVENT, "operation": OPERATION, "setting": SETTING}


def sizes() -> Sizes:
    edits = {f"{what}_edits": len(each) for what, each in COUNTED.items()}
    return edits | {f"{what}_files": len({e.file for e in each}) for what, each in COUNTED.items()}


def apply(edits: tuple[Edit, ...], root: Path) -> None:
    """Change a copy of the repository."""
    for file, after, text in edits:
        path = root / file
        before, found, rest = path.read_text().partition(after) if after else ("", "", "")
        assert bool(found) == bool(after), f"{file} has no {after!r}"
        path.write_text(before + found + text + rest)
