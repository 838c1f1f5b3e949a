"""What happens until a game is dealt: opening, seats, sealed luck; and each draw after that."""

from typing import Any, TypeAlias

from msgspec.structs import replace

from domain.kernel.game import Draw, purpose_of, series_of
from domain.kernel.ids import Moment, PlayerId, Seat
from domain.kernel.messages import HiddenEvent, PublicEvent, put
from domain.table.clocks import Banks, Pace, bank_ms
from domain.table.commands import (
    Bot,
    Carried,
    Follows,
    LogKeys,
    LuckShare,
    Rematch,
    RulesSource,
    Watch,
)
from domain.table.sandbox import Sandbox
from domain.table.state import NotOpened, Open, Running, Setup, Sitter


class TableOpened(PublicEvent, type="table.opened"):
    """A table was opened: its game, options and edition of the rules, and the hash of its seed."""

    table: str
    """The id of the table."""
    game: str
    """The key of the game."""
    rules_version: str
    """The edition of the rules."""
    components: str  # hash of the component data
    """The hash of the component data."""
    options: Any  # the game's option struct
    """The options that the host chose."""
    seats: int
    """How many seats the table has."""
    clock: Pace
    """The clock of the table."""
    host: PlayerId
    private: bool
    """Whether only the host, the players and the invited see the table."""
    commitment: str
    """The hash of the seed, published before the first draw."""
    expires: Moment  # when it is abandoned unless it has started
    sealed_luck: bool  # whether players may give sealed luck
    """Whether players may give sealed luck."""
    follows: Follows | None = None  # a finished table whose rewards count here
    """The finished table whose rewards count here, with its last head; null for none."""
    carried: tuple[Carried, ...] = ()
    """What players bring from the table before."""
    log: LogKeys | None = None  # the public log that will hold start and end of the table
    """The keys of the public log at the opening; null without a log."""
    rules: RulesSource | None = None  # the package that the server judges this table by
    """Where the rules of the table can be fetched; null if it is not known."""
    watch: Watch = "everyone"  # who may watch the game
    """Who may watch the game: `everyone`, the `invited`, or `nobody` before the end."""
    sandbox: Sandbox | None = None  # fixed luck and a clock moved by hand: never ranked
    """The fixed luck and the clock of a sandbox; absent at any other table."""
    rematch: Rematch | None = None  # the table before, and the places of its players
    """The table that this one repeats; null if it is no rematch."""

    def apply(self, state: NotOpened) -> Open:
        fixed = {name: getattr(self, name) for name in Setup.__struct_fields__ if name != "fork"}
        return Open(Setup(**fixed))


class SeatTaken(PublicEvent, type="table.seat_taken"):
    """A player took a seat, or the host gave it to a bot.

    At a rematch, the players at this and higher seats moved one seat on.
    """

    seat: Seat
    player: PlayerId
    piece: str | None
    """The piece that the player claimed."""
    luck: str | None  # a commitment to a share of the luck
    """A commitment to a share of the luck."""
    bot: Bot | None = None
    """How the bot plays; null for a person."""
    key: str | None = None  # with which the commands of the seat are signed
    """The Ed25519 key of the seat, if its player has one."""

    def apply(self, state: Open) -> Open:
        sitter = Sitter(self.player, self.piece, self.luck, self.bot, self.key)
        before, behind = state.sitters[: self.seat], state.sitters[self.seat :]
        return replace(state, sitters=(*before, sitter, *behind))


class LuckSealed(PublicEvent, type="table.luck_sealed"):
    """A seated player commits to a share of the luck."""

    seat: Seat
    commitment: str
    """The hash of the share that the seat reveals later."""

    def apply(self, state: Open) -> Open:
        sitter = replace(state.sitters[self.seat], luck=self.commitment)
        return replace(state, sitters=put(state.sitters, self.seat, sitter))


class SeatLeft(PublicEvent, type="table.seat_left"):
    """A seat became free before the start; the players in higher seats moved up."""

    seat: Seat

    def apply(self, state: Open) -> Open:
        return replace(state, sitters=state.sitters[: self.seat] + state.sitters[self.seat + 1 :])


class TableStarted(PublicEvent, type="table.started"):
    """The game started: everything is fixed before luck decides anything."""

    game: str
    """The key of the game."""
    rules_version: str
    """The edition of the rules."""
    options: Any  # the game's option struct
    """The options that the host chose."""
    players: tuple[PlayerId, ...]  # by seat
    """Ids of the players, by seat."""
    rewards: tuple[tuple[str, ...], ...]  # by seat
    """The rewards that each seat brings from the table before."""
    luck: tuple[str | None, ...]  # commitments, by seat
    """The commitment of each seat to its share of the luck; null if it gave none."""
    keys: tuple[str | None, ...] = ()  # by seat; empty if no seat has a key
    """The Ed25519 keys, by seat; empty if no seat has one."""

    def apply(self, state: Open) -> Running:
        seats, bank = range(len(state.sitters)), bank_ms(state.setup.clock)
        return Running(
            state.setup,
            state.sitters,
            None,
            rewards=self.rewards,
            shares=("",) * len(seats),
            unrevealed=frozenset(seat for seat in seats if self.luck[seat] is not None),
            time_outs=(0,) * len(seats),
            bots=frozenset(seat for seat in seats if state.sitters[seat].bot),
            banks=None if bank is None else Banks((bank,) * len(seats)),
        )


class LuckRevealed(PublicEvent, type="table.luck_revealed"):
    """A seat reveals the share it has committed to."""

    seat: Seat
    share: LuckShare
    """A share of the luck, as hex."""

    def apply(self, state: Running) -> Running:
        return replace(
            state,
            shares=put(state.shares, self.seat, self.share),
            unrevealed=state.unrevealed - {self.seat},
        )


class LuckDrawn(HiddenEvent, type="table.luck_drawn"):
    """The random draws behind the following events; hidden until the table closes."""

    draws: tuple[Draw, ...]
    """The draws, each with its name and result."""

    def apply(self, state: Running) -> Running:
        series = (series_of(draw.label) for draw in self.draws)
        after = replace(state, drawn=(*state.drawn, *series))
        if state.setup.sandbox is None:
            return after
        scripted = {deal.draw for deal in state.setup.sandbox.deals}
        purposes = (purpose_of(draw.label) for draw in self.draws)
        dealt = (each for each in purposes if each in scripted)
        return replace(after, dealt=(*state.dealt, *dealt))


Seating: TypeAlias = TableOpened | SeatTaken | LuckSealed | SeatLeft
OpeningEvent: TypeAlias = Seating | TableStarted | LuckRevealed | LuckDrawn
