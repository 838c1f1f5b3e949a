"""Problems of a request that the present state of the table does not allow: status 409."""

from api.problems.code import code

CODES = (
    code(
        409,
        "bad_deal",
        "A scripted deal of this sandbox does not fit the draw. `detail` says what would; open "
        "another sandbox with a corrected script.",
        "Deal does not fit",
    ),
    code(
        409,
        "not_a_sandbox",
        "Only the clock of a sandbox can be moved. Open one with `sandbox` in `POST /v1/tables`.",
        "Not a sandbox",
    ),
    code(
        409,
        "already_started",
        "The game at this table has started, so seats and options are fixed. Open another table, "
        "or end this one with `POST …/end`.",
    ),
    code(
        409,
        "already_seated",
        "You already have a seat at this table, and it is not on autopilot.",
    ),
    code(
        409,
        "already_left",
        "This seat is already on autopilot. Send a command, or `POST …/seats`, to take it back.",
    ),
    code(
        409,
        "bank_empty",
        "The bank of your seat is empty, so the server plays for it until the end. Watch the game, "
        "or open another table.",
        "Out of time",
    ),
    code(
        409,
        "resigned",
        "You have resigned at this table, so the server plays for you. You can still watch it.",
        "Seat has resigned",
    ),
    code(
        409,
        "no_proposal",
        "Nobody proposes to end this table. Propose it with `POST …/end`.",
        "No open proposal",
    ),
    code(
        409,
        "already_agreed",
        "You have agreed to end this table. Wait for the others, or withdraw with `DELETE …/end`.",
    ),
    code(
        409,
        "proposed_before",
        "The end of this table was proposed at the open decision before. Wait for the next one.",
        "Proposed before",
    ),
    code(
        409,
        "bot_luck",
        "`luck` cannot be combined with `bot`: a bot gives no luck. Omit it.",
        "Sealed luck for a bot",
    ),
    code(
        409,
        "no_sealed_luck",
        "The host of this table has forbidden sealed luck. Take a seat without `luck`.",
    ),
    code(
        409,
        "luck_already_sealed",
        "Your seat has given sealed luck, which cannot be changed. Leave the seat to withdraw it.",
    ),
    code(
        409,
        "luck_not_revealed",
        "The game waits for sealed luck to be revealed. Send the command after the deal.",
    ),
    code(
        409,
        "nothing_to_reveal",
        "You have no seat whose sealed luck is still to be revealed.",
    ),
    code(
        409,
        "wrong_share",
        "`share` does not match the commitment of your seat. Send the 32 bytes you committed to.",
    ),
    code(
        409,
        "cannot_follow",
        "`follows` must be the id of a finished table of the same game that is not a fork.",
    ),
    code(
        409,
        "cannot_rematch",
        "A rematch needs a closed table that was started and is not a fork. Open another table.",
    ),
    code(
        409,
        "seats_kept",
        "This table is a rematch, whose seats are kept for the players of the table before. Find "
        "or open another table.",
        "Seats kept for others",
    ),
    code(
        409,
        "cannot_fork",
        "A fork needs a finished table, and a version between two commands of its play. It copies "
        "at most 8,000,000 bytes of events. Choose another `at`.",
    ),
    code(
        409,
        "history_rewritten",
        "The head you sent is not on the hash chain of this table. Keep it: it shows that the "
        "history was changed, or that it is of another table.",
    ),
    code(
        409,
        "bad_seats",
        "The game cannot be played with this number of seats. `fewest_seats` and `most_seats` "
        "of the game are the limits.",
        "Illegal number of seats",
    ),
    code(
        409,
        "not_started",
        "The game at this table has not started. The host starts it with `POST …/start`.",
    ),
    code(
        409,
        "other_game",
        "This command belongs to another game. `game` of the table says which game it plays.",
        "Command of another game",
    ),
    code(
        409,
        "preference_taken",
        "Another player has claimed this piece. Choose another `preference`, or omit it.",
        "Piece already taken",
    ),
    code(
        409,
        "unknown_preference",
        "The game has no such piece. `pieces` of the game lists the values of `preference`.",
        "Unknown piece",
    ),
    code(
        409,
        "unknown_option",
        "The game has no such option, or the option does not allow this value. "
        "`options_schema` of the game lists both.",
    ),
    code(
        409,
        "table_full",
        "All seats are taken. Find or open another table.",
    ),
    code(
        409,
        "table_finished",
        "This table is closed, so it accepts no more changes. You can still read it, audit it "
        "and fork it.",
        "Table closed",
    ),
    code(
        409,
        "not_yet",
        "The list did not reach `min_version` within 5 s. Retry, or omit `min_version`.",
        "Version not reached yet",
    ),
    code(
        409,
        "address_refused",
        "A webhook needs a public `https` address on port 443 or 8443. Change `url`.",
        "Webhook address rejected",
    ),
    code(
        409,
        "webhook_disabled",
        "The webhook is disabled; its field `disabled` says why. Enable it with `POST "
        "/v1/webhooks/{webhook}/enable`.",
    ),
    code(
        409,
        "webhook_queue_full",
        "The queue of this webhook is full. Retry when fewer deliveries wait.",
    ),
    code(
        409,
        "too_late",
        "The deadline of this decision has passed; the server plays the default move. Read "
        "the actions of the next decision.",
        "Deadline passed",
    ),
)
