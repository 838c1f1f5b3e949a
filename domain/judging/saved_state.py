"""A table at one version, encoded so that folding can continue there instead of at version 1."""

from typing import Any

import msgspec
from msgspec import msgpack
from msgspec.structs import replace

from domain.games import EDITIONS
from domain.judging.live_table import LiveTable
from domain.kernel.ids import TableId
from domain.kernel.messages import Value
from domain.table.state import Closed, NotOpened, Running, Table

# What a saved state of another version of the rules, or a damaged one, raises.
UNREADABLE = (msgspec.MsgspecError, LookupError)
_states: msgpack.Decoder[Table] = msgpack.Decoder(Table)


class SavedState(Value, frozen=True):
    """What folding has led to at a version; a cache, and never evidence."""

    version: int
    head: bytes
    at: int  # ms since 1970 of the last event
    state: Table


def state_to_save(live: LiveTable) -> SavedState:
    """Return the table as it is now."""
    return SavedState(live.version, live.head, live.at, live.state)


def resumed(table: TableId, seed: bytes, saved: SavedState) -> LiveTable:
    """Return the table as it was at the saved state."""
    live = LiveTable(table, seed)
    live.advance(saved.version, saved.head, saved.at, saved.state)
    return live


def encode_state(state: Table) -> bytes:
    """Return a state as bytes; options and play are encoded as the types their game names."""
    return msgpack.encode(state)


def decode_state(raw: bytes) -> Table:
    """Return the state in bytes; raises one of UNREADABLE."""
    state = _states.decode(raw)
    if isinstance(state, NotOpened):
        return state
    game = EDITIONS[state.setup.game, state.setup.rules_version]
    setup = replace(state.setup, options=msgspec.convert(state.setup.options, game.options))
    if not isinstance(state, Running | Closed):
        return replace(state, setup=setup)
    return replace(state, setup=setup, play=_play(state.play, game.state_type))


def _play(play: Any, state_type: Any) -> Any:
    return None if play is None else msgspec.convert(play, state_type)
