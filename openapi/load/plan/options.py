"""The options of `ludotheque load` that describe the load."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from click import Choice, FloatRange, IntRange, option

from openapi.load.mix import BadMix
from openapi.load.plan.mix_file import read_mix
from openapi.load.plan.shape import SHARES
from openapi.load.session import LoadOptions

ALL = "every game with its fewest seats"
MIX = "Games and seats to play, or a file that also describes watchers, readers and bots."
TURNS = "Turns per second at a fixed number of tables, instead of --rate."
SHAPE = "How the rate changes during the run; --rate or --turns is the highest."
LOBBY = "Share of tables whose players find each other in the lobby."
STORE = "The server's store, to measure how busy it and its disk are."
FORM, ARRIVALS = "GAME:SEATS=WEIGHT,…|FILE.toml", ["poisson", "even"]

Command = TypeVar("Command", bound=Callable[..., Any])

OPTIONS = (
    option("--mix", default="", metavar=FORM, show_default=ALL, help=MIX),
    option("--rate", type=FloatRange(0.01, 10_000), default=2.0, help="New tables per second."),
    option("--turns", type=FloatRange(0, 100_000), default=0.0, help=TURNS),
    option("--shape", type=Choice([*SHARES]), default="steady", help=SHAPE),
    option("--think", type=FloatRange(0, 3600), default=0.25, help="Mean seconds between turns."),
    option(
        "--sealed", type=FloatRange(0, 1), default=0.5, help="Share of players with sealed luck."
    ),
    option("--lobby", type=FloatRange(0, 1), default=0.2, help=LOBBY),
    option("--arrival", type=Choice(ARRIVALS), default="poisson", help="Distribution of tables."),
    option("--seconds", type=FloatRange(0.1, 86_400), default=10.0, help="Duration of the run."),
    option("--most", type=IntRange(1), default=1000, help="Maximum number of tables at once."),
    option("--options", default="{}", metavar="JSON", help='Options by game: {"some_game": {…}}.'),
    option("--seed", type=int, help="Seed of pauses and actions, to repeat a run."),
    option("--store", metavar="URL", help=STORE),
    option("--insecure", is_flag=True, help="Accept any TLS certificate."),
)


def describes_load(command: Command) -> Command:
    """Add the options to a command, in their order."""
    for add in reversed(OPTIONS):
        command = add(command)
    return command


def load_options(mix: str, options: str, **others: Any) -> LoadOptions:
    try:
        by_game = msgspec.json.decode(options, type=dict[str, dict[str, Any]])
    except msgspec.MsgspecError as error:
        raise BadMix(f"--options must be a JSON object of options by game: {error}") from None
    read = read_mix(mix)
    given = {**others, **read.replaced}
    if given["turns"] and not given["think"]:
        raise BadMix("--turns needs players who think: --think must be more than 0")
    return LoadOptions(mix=read.entries, options=by_game, crowd=read.crowd, **given)
