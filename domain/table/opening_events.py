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
    game: str
    rules_version: str
    components: str  # hash of the component data
    options: Any  # the game's option struct
    seats: int
    clock: Pace
    host: PlayerId
    private: bool
    commitment: str
    expires: Moment  # when it is abandoned unless it has started
    sealed_luck: bool  # whether players may give sealed luck
    follows: Follows | None = None  # a finished table whose rewards count here
    carried: tuple[Carried, ...] = ()
    log: LogKeys | None = None  # the public log that will hold start and end of the table
    rules: RulesSource | None = None  # the package that the server judges this table by
    watch: Watch = "everyone"  # who may watch the game
    sandbox: Sandbox | None = None  # fixed luck and a clock moved by hand: never ranked
    rematch: Rematch | None = None  # the table before, and the places of its players

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
    luck: str | None  # a commitment to a share of the luck
    bot: Bot | None = None
    key: str | None = None  # with which the commands of the seat are signed

    def apply(self, state: Open) -> Open:
        sitter = Sitter(self.player, self.piece, self.luck, self.bot, self.key)
        before, behind = state.sitters[: self.seat], state.sitters[self.seat :]
        return replace(state, sitters=(*before, sitter, *behind))


class LuckSealed(PublicEvent, type="table.luck_sealed"):
    """A seated player commits to a share of the luck."""

    seat: Seat
    commitment: str

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
    rules_version: str
    options: Any  # the game's option struct
    players: tuple[PlayerId, ...]  # by seat
    rewards: tuple[tuple[str, ...], ...]  # by seat
    luck: tuple[str | None, ...]  # commitments, by seat
    keys: tuple[str | None, ...] = ()  # by seat; empty if no seat has a key

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

    def apply(self, state: Running) -> Running:
        return replace(
            state,
            shares=put(state.shares, self.seat, self.share),
            unrevealed=state.unrevealed - {self.seat},
        )


class LuckDrawn(HiddenEvent, type="table.luck_drawn"):
    """The random draws behind the following events; hidden until the table closes."""

    draws: tuple[Draw, ...]

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
