"""The caller of one stream: what it may see of a table."""

from api.http.access import watches
from domain.judging.live_table import LiveTable
from domain.kernel.ids import PlayerId, Seat
from domain.table.state import NotOpened, Setup, Sitter, Table, seats_of


class Viewer:
    """Works out access and seats again only if the setup, the seats or the status has changed."""

    def __init__(self, player: PlayerId | None, invited: bool) -> None:
        self.player = player
        self.watches = False  # whether it may read the table
        self.seats: frozenset[Seat] = frozenset()
        self._invited = invited
        self._status: type[Table] = NotOpened
        self._setup: Setup | None = None
        self._sitters: tuple[Sitter, ...] = ()

    def look_at(self, live: LiveTable) -> None:
        """Bring `watches` and `seats` up to date."""
        state = live.state
        if isinstance(state, NotOpened):
            self.watches = False
            return
        same_table = state.setup is self._setup and state.sitters is self._sitters
        if same_table and type(state) is self._status:
            return
        self._status, self._setup, self._sitters = type(state), state.setup, state.sitters
        self.watches = watches(live, self.player, self._invited)
        self.seats = frozenset(seats_of(state, self.player) if self.player else ())
