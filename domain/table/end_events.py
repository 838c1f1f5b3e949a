"""What ends a table, or the part of one player in it; and what begins a fork of it."""

from typing import TypeAlias

from msgspec.structs import replace

from domain.kernel.game import Outcome
from domain.kernel.ids import PlayerId, Seat
from domain.kernel.messages import PublicEvent
from domain.table.commands import ForkBot, ForkOf
from domain.table.state import Closed, CloseReason, Open, Proposal, Running, Sitter


class SeatResigned(PublicEvent, type="table.seat_resigned"):
    """A seat gave up the game: the server plays its default moves, and it is placed behind."""

    seat: Seat

    def apply(self, state: Running) -> Running:
        return replace(
            state, autopilot=state.autopilot | {self.seat}, resigned=(*state.resigned, self.seat)
        )


class EndProposed(PublicEvent, type="table.end_proposed"):
    """A person proposes to end the table without a result."""

    seat: Seat
    lapses: int  # the number of the decision with which the proposal lapses
    """The number of the decision with which the proposal lapses."""

    def apply(self, state: Running) -> Running:
        assert state.decision is not None
        proposal = Proposal((self.seat,), self.lapses)
        return replace(state, proposal=proposal, last_proposal=state.decision.number)


class EndAgreed(PublicEvent, type="table.end_agreed"):
    """A person agrees to end the table without a result."""

    seat: Seat

    def apply(self, state: Running) -> Running:
        assert state.proposal is not None
        agreed = replace(state.proposal, seats=(*state.proposal.seats, self.seat))
        return replace(state, proposal=agreed)


class EndWithdrawn(PublicEvent, type="table.end_withdrawn"):
    """A person withdrew or declined the proposal to end the table."""

    seat: Seat

    def apply(self, state: Running) -> Running:
        return replace(state, proposal=None)


class EndLapsed(PublicEvent, type="table.end_lapsed"):
    """The proposal to end the table lapsed: not all people agreed in time."""

    def apply(self, state: Running) -> Running:
        return replace(state, proposal=None)


class TableForked(PublicEvent, type="table.forked"):
    """The earlier events were copied from another table; the later ones belong to this fork.

    From here on, `player` has every seat that no bot has, and there is no clock.
    """

    table: str
    """The id of the table."""
    of: ForkOf
    """The table that the fork continues, and the version."""
    player: PlayerId
    commitment: str
    """The hash of the seed, published before the first draw."""
    bots: tuple[ForkBot, ...] = ()
    """The bots of the fork, each with its seat."""

    def bot_at(self, seat: Seat) -> ForkBot | None:
        """Return the bot that takes this seat."""
        return next((each for each in self.bots if each.seat == seat), None)

    def player_at(self, seat: Seat) -> PlayerId:
        """Return the player who has this seat from here on."""
        bot = self.bot_at(seat)
        return self.player if bot is None else bot.player

    def apply(self, state: Running) -> Running:
        setup = replace(
            state.setup,
            table=self.table,
            host=self.player,
            commitment=self.commitment,
            clock=None,
            fork=self.of,
        )
        sitters = tuple(
            Sitter(self.player_at(seat), sitter.piece, bot=bot.bot if bot else None)
            for seat, sitter in enumerate(state.sitters)
            for bot in (self.bot_at(seat),)
        )
        return Running(
            setup,
            sitters,
            state.play,
            rewards=state.rewards,
            shares=("",) * len(sitters),
            drawn=state.drawn,
            decision=state.decision and replace(state.decision, deadline=None),
            time_outs=(0,) * len(sitters),
            bots=frozenset(each.seat for each in self.bots),
        )


class TableClosed(PublicEvent, type="table.closed"):
    """The table closed: the seed is revealed, and every event becomes public."""

    reason: CloseReason
    """Why the table closed."""
    outcome: Outcome | None
    """Places and scores; null before the end."""
    seed: str
    """The seed of the luck, which everybody can check now."""
    withheld: tuple[Seat, ...] = ()  # the seats that did not reveal their share of the luck
    """The seats that did not reveal their share of the luck."""
    notice: str = ""  # why an administrator closed it
    """The public reason of an administrator who closed the table; absent otherwise."""

    def apply(self, state: Open | Running) -> Closed:
        play = state.play if isinstance(state, Running) and not state.unrevealed else None
        resigned = state.resigned if isinstance(state, Running) else ()
        return Closed(
            state.setup,
            state.sitters,
            play,
            self.reason,
            self.outcome,
            self.seed,
            resigned,
            self.notice,
        )


Consent: TypeAlias = SeatResigned | EndProposed | EndAgreed | EndWithdrawn | EndLapsed
EndEvent: TypeAlias = Consent | TableForked | TableClosed
