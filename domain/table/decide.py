"""Decides the commands of a table: one small function per command, with its rejections."""

from typing import Any

import msgspec

from domain.kernel.game import AnyGame
from domain.kernel.ids import PlayerId, Seat, TableId
from domain.kernel.rejection import Rejected
from domain.table.absence import require_not_resigned, return_to_seat
from domain.table.access import chosen_watch, no_such_table
from domain.table.clock_events import AutopilotEngaged, ClockAdvanced
from domain.table.commands import (
    AdvanceClock,
    Carried,
    ForkBot,
    Leave,
    OpenTable,
    SealLuck,
    SeatBot,
    Sit,
    Start,
)
from domain.table.events import TableEvent
from domain.table.kept_places import place_of, seat_at
from domain.table.opening_events import (
    LuckRevealed,
    LuckSealed,
    SeatLeft,
    SeatTaken,
    TableOpened,
    TableStarted,
)
from domain.table.state import Closed, NotOpened, Open, Running, Setup, Table, seats_of


def open_table(
    command: OpenTable, game: AnyGame, components: str, table: TableId, host: PlayerId, expires: str
) -> list[TableEvent]:
    options, seats = chosen_options(game, command.options), table_size(game, command.seats)
    game.admit(options, seats)
    if command.sandbox is not None and command.follows is not None:
        raise Rejected("cannot_follow", "A sandbox follows no other table.", field="follows")
    return [
        TableOpened(
            table=table,
            game=game.key,
            rules_version=game.rules_version,
            components=components,
            options=options,
            seats=seats,
            clock=command.clock,
            host=host,
            private=command.private,
            commitment=command.commitment,
            expires=expires,
            sealed_luck=command.sealed_luck,
            follows=command.follows,
            carried=command.carried,
            log=command.log,
            watch=chosen_watch(command.watch, command.private),
            rules=command.rules,
            sandbox=command.sandbox,
            rematch=command.rematch,
        )
    ]


def advance_clock(state: Table, player: PlayerId, command: AdvanceClock) -> list[TableEvent]:
    """Move the clock of a sandbox; nobody else's clock can be moved."""
    if not isinstance(state, Open | Running):
        raise Rejected("table_finished", "This table is closed.")
    if state.setup.sandbox is None:
        raise Rejected("not_a_sandbox", "This table is no sandbox: its clock cannot be moved.")
    if player != state.setup.host:
        raise Rejected("not_the_host", "Only the host may move the clock of a sandbox.")
    return [ClockAdvanced(command.seconds)]


def carried_rewards(earlier: Table, rules: AnyGame, game: str) -> tuple[Carried, ...]:
    """Return the rewards that the players of a finished table take to the next one."""
    if not isinstance(earlier, Closed) or earlier.reason != "finished":
        raise Rejected("cannot_follow", "The table in `follows` is not finished.", field="follows")
    if earlier.setup.fork is not None:
        raise Rejected(
            "cannot_follow",
            "The table in `follows` is a fork, which has no rewards.",
            field="follows",
        )
    if earlier.setup.sandbox is not None:
        raise Rejected(
            "cannot_follow",
            "The table in `follows` is a sandbox, which has no rewards.",
            field="follows",
        )
    if earlier.setup.game != game:
        raise Rejected(
            "cannot_follow", f"The table in `follows` played {earlier.setup.game}.", field="follows"
        )
    won: dict[PlayerId, tuple[str, ...]] = {}
    for sitter, rewards in zip(earlier.sitters, rules.rewards(earlier.play), strict=False):
        won[sitter.player] = (*won.get(sitter.player, ()), *rewards)
    return tuple(Carried(player, rewards) for player, rewards in won.items() if rewards)


def chosen_options(game: AnyGame, asked: Any) -> Any:
    """Return the options of the game, strictly typed; missing ones get their default."""
    try:
        return msgspec.convert({} if asked is None else asked, game.options)
    except msgspec.ValidationError as wrong:
        raise Rejected("unknown_option", f"{wrong}", field="options") from None


def table_size(game: AnyGame, asked: int | None) -> int:
    """Return the number of seats asked for, or the largest; reject what the game does not allow."""
    size = game.seats[-1] if asked is None else asked
    if size not in game.seats:
        few, many = game.seats[0], game.seats[-1]
        played_by = f"{game.title.en} needs {few} to {many} players."
        raise Rejected("bad_seats", played_by, game.seats_rule, "seats")
    return size


def sit(state: Table, game: AnyGame, player: PlayerId, command: Sit) -> list[TableEvent]:
    if isinstance(state, Running) and seats_of(state, player):
        return sit_again(state, player)
    seating = require_open(state)
    if seats_of(seating, player):
        raise already_seated()
    kept = place_of(seating.setup, player) is not None
    if seating.setup.private and not (command.admitted or kept or player == seating.setup.host):
        raise no_such_table()  # a private table does not exist for strangers
    if seating.setup.rematch is not None and not kept:
        raise Rejected("seats_kept", "This table is a rematch; its seats are kept for others.")
    seat = next_seat(game, seating, player)
    require_free_piece(game, seating, command.piece)
    if command.luck is not None:
        require_sealed_luck(seating)
    return [SeatTaken(seat, player, command.piece, command.luck)]


def seat_bot(state: Table, game: AnyGame, player: PlayerId, command: SeatBot) -> list[TableEvent]:
    """Seat a bot for the host; a bot gives no luck."""
    seating = require_open(state)
    if player != seating.setup.host:
        raise Rejected("not_the_host", "Only the host may give a seat to a bot.", field="bot")
    seat = next_seat(game, seating, command.player)
    require_free_piece(game, seating, command.piece)
    return [SeatTaken(seat, command.player, command.piece, None, command.bot)]


def next_seat(game: AnyGame, seating: Open, player: PlayerId) -> Seat:
    """Return the next free seat, or the kept one of this player; reject if the table is full."""
    if len(seating.sitters) >= places(game, seating.setup.options, seating.setup.seats):
        raise Rejected("table_full", f"All {seating.setup.seats} seats are taken.")
    return seat_at(seating, player)


def places(game: AnyGame, options: Any, seats: int) -> int:
    """Return how many players fill so many seats; in some games one player keeps several."""
    return len({game.keeper(options, seat) for seat in range(seats)})


def sit_again(state: Running, player: PlayerId) -> list[TableEvent]:
    """Let a player who was late or had left take back the seats."""
    own = seats_of(state, player)
    able = [seat for seat in own if seat not in state.out_of_time] or own
    events = [event for seat in able for event in return_to_seat(state, seat)]
    if not events:
        raise already_seated()
    return events


def already_seated() -> Rejected:
    return Rejected("already_seated", "You already have a seat at this table.")


def require_free_piece(game: AnyGame, seating: Open, piece: str | None) -> None:
    if piece is None:
        return
    if piece not in game.pieces:
        named = f"Choose one of {', '.join(game.pieces)}."
        raise Rejected("unknown_preference", named, game.pieces_rule, "preference")
    if any(sitter.piece == piece for sitter in seating.sitters):
        raise Rejected(
            "preference_taken",
            f"Another player has {piece}. Choose another piece.",
            game.pieces_rule,
            "preference",
        )


def leave(state: Table, player: PlayerId, command: Leave) -> list[TableEvent]:
    """Free a seat; before the start the host may do so too, afterwards only its owner."""
    if isinstance(state, Closed):
        raise table_finished()
    if isinstance(state, NotOpened) or command.seat >= len(state.sitters):
        raise Rejected("no_such_seat", f"Nobody has seat {command.seat}.", field="seat")
    owns = state.sitters[command.seat].player == player
    if isinstance(state, Open):
        if not owns and player != state.setup.host:
            raise Rejected("not_your_seat", "Only its player or the host may clear this seat.")
        return [SeatLeft(command.seat)]
    if not owns:
        raise Rejected("not_your_seat", "After the start, only its player may leave a seat.")
    require_not_resigned(state, command.seat)
    if command.seat in state.autopilot:
        raise Rejected("already_left", "This seat is already on autopilot.")
    return [AutopilotEngaged(command.seat, "left")]


def seal_luck(state: Table, player: PlayerId, command: SealLuck) -> list[TableEvent]:
    """Record the commitment of a seated player, once and before the start."""
    seating = require_open(state)
    require_sealed_luck(seating)
    own = seats_of(seating, player)
    if not own:
        raise Rejected("not_seated", "Only a seated player gives sealed luck. Take a seat first.")
    if seating.sitters[own[0]].luck is not None:
        raise Rejected("luck_already_sealed", "Your seat has given sealed luck; it cannot change.")
    return [LuckSealed(own[0], command.commitment)]


def require_sealed_luck(seating: Open) -> None:
    if not seating.setup.sealed_luck:
        raise Rejected("no_sealed_luck", "The host of this table has forbidden sealed luck.")


def reveal_luck(
    state: Table, player: PlayerId, share: str, commitment: str
) -> tuple[Running, LuckRevealed]:
    """Return the running table, and the event that reveals the share of the player's seat.

    `commitment` is the one that belongs to this share.
    """
    running = require_running(state)
    own = [seat for seat in seats_of(running, player) if seat in running.unrevealed]
    if not own:
        raise Rejected("nothing_to_reveal", "No seat of yours has luck that is still sealed.")
    if commitment != running.sitters[own[0]].luck:
        why = "This is not the share that your seat has committed to."
        raise Rejected("wrong_share", why, field="share")
    return running, LuckRevealed(own[0], share)


def start(state: Table, game: AnyGame, player: PlayerId, command: Start) -> list[TableEvent]:
    seating = require_open(state)
    if player != seating.setup.host:
        raise Rejected("not_the_host", "Only the host may start the table.")
    sitting = len(seating.sitters)
    seats = seats_for(game, seating.setup, sitting)
    if seats is None:
        few, many = game.seats[0], game.seats[-1]
        played_by = f"{game.title.en} needs {few} to {many} players; this table has {sitting}."
        raise Rejected("bad_seats", played_by, game.seats_rule)
    kept = [further_seat(game, seating, seat) for seat in range(sitting, seats)]
    players = (*(sitter.player for sitter in seating.sitters), *(each.player for each in kept))
    won = {c.player: c.rewards for c in seating.setup.carried if c.player not in command.spent}
    luck = (*(sitter.luck for sitter in seating.sitters), *(None for _ in kept))
    rewards = tuple(won.get(player, ()) for player in players)
    setup = seating.setup
    started = TableStarted(setup.game, setup.rules_version, setup.options, players, rewards, luck)
    return [*kept, started]


def fit_seats(bots: tuple[ForkBot, ...], seats: int) -> bool:
    """Return whether the bots of a fork are in the order of existing seats and leave one free."""
    taken = [each.seat for each in bots]
    return taken == sorted({seat for seat in taken if seat < seats}) and len(taken) < seats


def seats_for(game: AnyGame, setup: Setup, people: int) -> int | None:
    """Return how many seats these players fill, the whole table if possible; None if none fits."""
    sizes = (setup.seats, *game.seats)
    return next((n for n in sizes if places(game, setup.options, n) == people), None)


def further_seat(game: AnyGame, seating: Open, seat: Seat) -> SeatTaken:
    """Return the event for a further seat of a seated player; such a seat gives no luck."""
    keeper = seating.sitters[game.keeper(seating.setup.options, seat)]
    return SeatTaken(seat, keeper.player, None, None, keeper.bot)


def require_open(state: Table) -> Open:
    """Return the state if players can still sit down; reject otherwise."""
    if isinstance(state, Running):
        raise Rejected(
            "already_started", "The game at this table has started; its seats are fixed."
        )
    if isinstance(state, Closed):
        raise table_finished()
    assert isinstance(state, Open)
    return state


def require_running(state: Table) -> Running:
    """Return the state if the play is on; reject otherwise."""
    if isinstance(state, Closed):
        raise table_finished()
    if not isinstance(state, Running):
        raise Rejected("not_started", "The game at this table has not started.")
    return state


def require_dealt(state: Table) -> Running:
    """Return the state if seats can play; reject before the deal and after the end."""
    running = require_running(state)
    if running.unrevealed:
        seats = ", ".join(map(str, sorted(running.unrevealed)))
        raise Rejected(
            "luck_not_revealed", f"The deal waits for the sealed luck of these seats: {seats}."
        )
    return running


def own_seat(state: Table, player: PlayerId, asked: Seat | None) -> Seat:
    """Return the seat a player acts for: the only one, or the one asked for."""
    own = seats_of(state, player)
    if not own:
        raise Rejected("not_seated", "You have no seat at this table.")
    if asked is None and len(own) > 1:
        raise Rejected(
            "which_seat",
            f"You have the seats {', '.join(map(str, own))}. Add `?seat=` with one of them.",
            field="seat",
        )
    if asked is not None and asked not in own:
        raise Rejected("not_your_seat", f"Seat {asked} is not yours.", field="seat")
    return own[0] if asked is None else asked


def table_finished() -> Rejected:
    return Rejected("table_finished", "This table is closed; it accepts no more changes.")
