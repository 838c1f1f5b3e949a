"""Evolves the state of a table: one function per event, none of which calculates or checks."""

from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from domain.kernel.chance import purpose_of, series_of
from domain.kernel.handlers import on
from domain.kernel.ids import put
from domain.kernel.moments import millis, rfc3339
from domain.table.clocks import Banks, bank_ms
from domain.table.end_events import (
    EndAgreed,
    EndLapsed,
    EndProposed,
    EndWithdrawn,
    SeatResigned,
)
from domain.table.events import (
    AutopilotEngaged,
    ClockAdvanced,
    ClockStopped,
    DeadlineMoved,
    DecisionOpened,
    DefaultPlayed,
    LuckDrawn,
    LuckRevealed,
    LuckSealed,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    TableClosed,
    TableEvent,
    TableForked,
    TableOpened,
    TableStarted,
    TimedOut,
    TimeGivenBack,
)
from domain.table.state import (
    Closed,
    NotOpened,
    Open,
    OpenDecision,
    Proposal,
    Run,
    Running,
    Setup,
    Sitter,
    Table,
)

MOST_RUNS = 16  # kept until an outage is confirmed, which takes some seconds


def _opened(state: NotOpened, event: TableOpened) -> Open:
    return Open(
        Setup(
            table=event.table,
            game=event.game,
            rules_version=event.rules_version,
            components=event.components,
            options=event.options,
            seats=event.seats,
            clock=event.clock,
            host=event.host,
            private=event.private,
            commitment=event.commitment,
            expires=event.expires,
            sealed_luck=event.sealed_luck,
            follows=event.follows,
            carried=event.carried,
            watch=event.watch,
            rules=event.rules,
            sandbox=event.sandbox,
            rematch=event.rematch,
        )
    )


def _seat_taken(state: Open, event: SeatTaken) -> Open:
    sitter = Sitter(event.player, event.piece, event.luck, event.bot)
    before, behind = state.sitters[: event.seat], state.sitters[event.seat :]
    return replace(state, sitters=(*before, sitter, *behind))


def _luck_sealed(state: Open, event: LuckSealed) -> Open:
    sitter = replace(state.sitters[event.seat], luck=event.commitment)
    return replace(state, sitters=put(state.sitters, event.seat, sitter))


def _seat_left(state: Open, event: SeatLeft) -> Open:
    return replace(state, sitters=state.sitters[: event.seat] + state.sitters[event.seat + 1 :])


def _started(state: Open, event: TableStarted) -> Running:
    seats, bank = range(len(state.sitters)), bank_ms(state.setup.clock)
    return Running(
        state.setup,
        state.sitters,
        None,
        rewards=event.rewards,
        shares=("",) * len(seats),
        unrevealed=frozenset(seat for seat in seats if event.luck[seat] is not None),
        time_outs=(0,) * len(seats),
        bots=frozenset(seat for seat in seats if state.sitters[seat].bot),
        banks=None if bank is None else Banks((bank,) * len(seats)),
    )


def _luck_revealed(state: Running, event: LuckRevealed) -> Running:
    return replace(
        state,
        shares=put(state.shares, event.seat, event.share),
        unrevealed=state.unrevealed - {event.seat},
    )


def _luck_drawn(state: Running, event: LuckDrawn) -> Running:
    series = (series_of(draw.label) for draw in event.draws)
    after = replace(state, drawn=(*state.drawn, *series))
    if state.setup.sandbox is None:
        return after
    scripted = {deal.draw for deal in state.setup.sandbox.deals}
    purposes = (purpose_of(draw.label) for draw in event.draws)
    return replace(after, dealt=(*state.dealt, *(each for each in purposes if each in scripted)))


def _decision_opened(state: Running, event: DecisionOpened) -> Running:
    number, key, kind, deadline = event.number, event.key, event.kind, event.deadline
    decision = OpenDecision(number, key, kind, deadline, window_ms=event.window_ms)
    banks = state.banks and replace(state.banks, running=event.clocks)
    return replace(state, decision=decision, drawn=(), late=frozenset(), banks=banks)


def _clock_stopped(state: Running, event: ClockStopped) -> Running:
    """Keep when the clock ran, unless the seat was late: then no outage has cost it its time."""
    assert state.banks is not None
    assert state.decision is not None
    clock = state.banks.clock(event.seat)
    assert clock is not None
    left = put(state.banks.left_ms, event.seat, event.bank_ms)
    others = tuple(each for each in state.banks.running if each is not clock)
    runs = state.runs
    if event.seat not in state.late and event.spent_ms:
        since = max(clock.since, state.decision.compensated_until or "")
        until = rfc3339(millis(clock.since) + clock.given_back_ms + event.spent_ms)
        runs = (*runs, Run(event.seat, since, until))[-MOST_RUNS:]
    return replace(state, banks=Banks(left, others), runs=runs)


def _time_given_back(state: Running, event: TimeGivenBack) -> Running:
    until = event.away_until
    later = (replace(run, since=max(run.since, until)) for run in state.runs)
    return replace(
        state,
        banks=Banks(event.banks_ms, event.clocks),
        decision=state.decision and replace(state.decision, compensated_until=until),
        runs=tuple(run for run in later if run.since < run.until),
    )


def _deadline_moved(state: Running, event: DeadlineMoved) -> Running:
    assert state.decision is not None
    moved = replace(state.decision, deadline=event.deadline, compensated_until=event.away_until)
    return replace(state, decision=moved)


def _timed_out(state: Running, event: TimedOut) -> Running:
    time_outs = put(state.time_outs, event.seat, event.running)
    return replace(state, time_outs=time_outs, late=state.late | {event.seat})


def _autopilot_engaged(state: Running, event: AutopilotEngaged) -> Running:
    out = {event.seat} if event.reason == "bank_empty" else frozenset()
    autopilot, out_of_time = state.autopilot | {event.seat}, state.out_of_time | out
    return replace(state, autopilot=autopilot, out_of_time=out_of_time)


def _unchanged(state: Running, event: DefaultPlayed) -> Running:
    return state


def _clock_advanced(state: Open | Running, event: ClockAdvanced) -> Open | Running:
    return state


def _seat_returned(state: Running, event: SeatReturned) -> Running:
    return replace(
        state,
        autopilot=state.autopilot - {event.seat},
        time_outs=put(state.time_outs, event.seat, 0),
    )


def _resigned(state: Running, event: SeatResigned) -> Running:
    return replace(
        state,
        autopilot=state.autopilot | {event.seat},
        resigned=(*state.resigned, event.seat),
    )


def _end_proposed(state: Running, event: EndProposed) -> Running:
    assert state.decision is not None
    proposal = Proposal((event.seat,), event.lapses)
    return replace(state, proposal=proposal, last_proposal=state.decision.number)


def _end_agreed(state: Running, event: EndAgreed) -> Running:
    assert state.proposal is not None
    agreed = replace(state.proposal, seats=(*state.proposal.seats, event.seat))
    return replace(state, proposal=agreed)


def _end_dropped(state: Running, event: EndWithdrawn | EndLapsed) -> Running:
    return replace(state, proposal=None)


def _forked(state: Running, event: TableForked) -> Running:
    setup = replace(
        state.setup,
        table=event.table,
        host=event.player,
        commitment=event.commitment,
        clock=None,
        fork=event.of,
    )
    sitters = tuple(
        Sitter(event.player_at(seat), sitter.piece, bot=bot.bot if bot else None)
        for seat, sitter in enumerate(state.sitters)
        for bot in (event.bot_at(seat),)
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
        bots=frozenset(each.seat for each in event.bots),
    )


def _closed(state: Open | Running, event: TableClosed) -> Closed:
    play = state.play if isinstance(state, Running) and not state.unrevealed else None
    resigned = state.resigned if isinstance(state, Running) else ()
    return Closed(
        state.setup,
        state.sitters,
        play,
        event.reason,
        event.outcome,
        event.seed,
        resigned,
        event.notice,
    )


PLACE = (
    on(TableOpened, _opened)
    | on(SeatTaken, _seat_taken)
    | on(LuckSealed, _luck_sealed)
    | on(SeatLeft, _seat_left)
    | on(TableStarted, _started)
    | on(LuckRevealed, _luck_revealed)
    | on(LuckDrawn, _luck_drawn)
    | on(DecisionOpened, _decision_opened)
    | on(ClockStopped, _clock_stopped)
    | on(TimeGivenBack, _time_given_back)
    | on(DeadlineMoved, _deadline_moved)
    | on(ClockAdvanced, _clock_advanced)
    | on(TimedOut, _timed_out)
    | on(AutopilotEngaged, _autopilot_engaged)
    | on(DefaultPlayed, _unchanged)
    | on(SeatReturned, _seat_returned)
    | on(SeatResigned, _resigned)
    | on(EndProposed, _end_proposed)
    | on(EndAgreed, _end_agreed)
    | on(EndWithdrawn, _end_dropped)
    | on(EndLapsed, _end_dropped)
    | on(TableForked, _forked)
    | on(TableClosed, _closed)
)


def evolve(state: Table, event: TableEvent) -> Table:
    """Return the state after an event of the table."""
    if TYPE_CHECKING and not PLACE.handles(event):
        assert_never(event)
    return PLACE.by_type[type(event)](state, event)
