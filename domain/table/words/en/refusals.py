"""What a table refuses, in English."""

from domain.kernel.words.en import Names
from domain.table import refusals

refusal_no_such_table = "No table has this id."
refusal_sandbox_follows = "A sandbox follows no other table."
refusal_follows_unfinished = "The table in `follows` is not finished."
refusal_follows_fork = "The table in `follows` is a fork, which has no rewards."
refusal_follows_sandbox = "The table in `follows` is a sandbox, which has no rewards."
refusal_already_started = "The game at this table has started; its seats are fixed."
refusal_not_started = "The game at this table has not started."
refusal_no_more_changes = "This table is closed; it accepts no more changes."
refusal_clock_stands = "This table is closed."
refusal_not_a_sandbox = "This table is no sandbox: its clock cannot be moved."
refusal_only_host_moves_clock = "Only the host may move the clock of a sandbox."
refusal_not_seated = "You have no seat at this table."
refusal_only_player_or_host_clears = "Only its player or the host may clear this seat."
refusal_only_player_leaves = "After the start, only its player may leave a seat."
refusal_already_seated = "You already have a seat at this table."
refusal_already_left = "This seat is already on autopilot."
refusal_seats_kept = "This table is a rematch; its seats are kept for others."
refusal_only_host_seats_bots = "Only the host may give a seat to a bot."
refusal_only_host_starts = "Only the host may start the table."
refusal_only_host_cancels = "Only the host may cancel the table."
refusal_only_seated_seal = "Only a seated player gives sealed luck. Take a seat first."
refusal_luck_already_sealed = "Your seat has given sealed luck; it cannot change."
refusal_sealed_luck_forbidden = "The host of this table has forbidden sealed luck."
refusal_nothing_to_reveal = "No seat of yours has luck that is still sealed."
refusal_wrong_share = "This is not the share that your seat has committed to."
refusal_has_resigned = "You have resigned: the server plays the default moves for you."
refusal_no_proposal = "Nobody proposes to end this table."
refusal_proposed_before = (
    "An end was proposed at this decision already. Wait for the next decision."
)
refusal_already_agreed = "You have agreed already; the other people have not."
refusal_rematch_too_early = "This table is not closed. Ask for a rematch after its end."
refusal_rematch_of_others = "Only a player of this table may ask for a rematch."
refusal_rematch_of_fork = "This table is a fork. Fork the table again instead."
refusal_rematch_of_unstarted = "This table was never started. Open another table."
refusal_nobody_late = "Nobody is late here."
refusal_no_time_lost = "Nobody has lost any time here."
refusal_closed_before = "The table is closed."


def refusal_no_such_game(refusal: refusals.NoSuchGame, names: Names) -> str:
    return f"There is no game {refusal.key!r}."


def refusal_unknown_option(refusal: refusals.UnknownOption, names: Names) -> str:
    return refusal.why


def refusal_wrong_size(refusal: refusals.WrongSize, names: Names) -> str:
    return f"{refusal.game.en} needs {refusal.fewest} to {refusal.most} players."


def refusal_wrong_number_seated(refusal: refusals.WrongNumberSeated, names: Names) -> str:
    return (
        f"{refusal.game.en} needs {refusal.fewest} to {refusal.most} players; this table has"
        f" {refusal.seated}."
    )


def refusal_follows_other_game(refusal: refusals.FollowsOtherGame, names: Names) -> str:
    return f"The table in `follows` played {refusal.game}."


def refusal_number_does_not_fit(refusal: refusals.NumberDoesNotFit, names: Names) -> str:
    return f"The next deal for the draw {refusal.draw!r} must be a number from 0 to {refusal.most}."


def refusal_order_does_not_fit(refusal: refusals.OrderDoesNotFit, names: Names) -> str:
    return (
        f"The next deal for the draw {refusal.draw!r} must be different places from 0 to"
        f" {refusal.most}, at most {refusal.most + 1}."
    )


def refusal_which_seat(refusal: refusals.WhichSeat, names: Names) -> str:
    return (
        f"You have the seats {', '.join(map(str, refusal.seats))}. Add `?seat=` with one of them."
    )


def refusal_not_your_seat(refusal: refusals.NotYourSeat, names: Names) -> str:
    return f"Seat {refusal.seat} is not yours."


def refusal_seat_of_bot(refusal: refusals.SeatOfBot, names: Names) -> str:
    return f"Seat {refusal.seat} is a bot's, which chooses for itself."


def refusal_nobody_has_seat(refusal: refusals.NobodyHasSeat, names: Names) -> str:
    return f"Nobody has seat {refusal.seat}."


def refusal_table_full(refusal: refusals.TableFull, names: Names) -> str:
    return f"All {refusal.seats} seats are taken."


def refusal_unknown_piece(refusal: refusals.UnknownPiece, names: Names) -> str:
    return f"Choose one of {', '.join(refusal.pieces)}."


def refusal_piece_taken(refusal: refusals.PieceTaken, names: Names) -> str:
    return f"Another player has {refusal.piece}. Choose another piece."


def refusal_luck_not_revealed(refusal: refusals.LuckNotRevealed, names: Names) -> str:
    return (
        f"The deal waits for the sealed luck of these seats: {', '.join(map(str, refusal.seats))}."
    )


def refusal_other_game(refusal: refusals.OtherGame, names: Names) -> str:
    return f"This table plays {refusal.game.en}; send one of its commands."


def refusal_bank_empty(refusal: refusals.BankEmpty, names: Names) -> str:
    return f"The bank of seat {refusal.seat} is empty: the server plays for it to the end."


def refusal_no_bot_due(refusal: refusals.NoBotDue, names: Names) -> str:
    return f"No bot has to answer at seat {refusal.seat}."
