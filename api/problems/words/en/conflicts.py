"""Problems of a request that the present state of the table does not allow: status 409."""

from domain.kernel.words.texts import Meaning

refused_by_rules = Meaning(
    "Refused by the rules",
    "The rules of the game refuse this command. `detail` says why, and `rule` cites the rule.",
)
bad_deal = Meaning(
    "Deal does not fit",
    "A scripted deal of this sandbox does not fit the draw. `detail` says what would; open"
    " another sandbox with a corrected script.",
)
not_a_sandbox = Meaning(
    "Not a sandbox",
    "Only the clock of a sandbox can be moved. Open one with `sandbox` in `POST /v1/tables`.",
)
already_started = Meaning(
    "Already started",
    "The game at this table has started, so seats and options are fixed. Open another table,"
    " or end this one with `POST …/end`.",
)
already_seated = Meaning(
    "Already seated", "You already have a seat at this table, and it is not on autopilot."
)
already_left = Meaning(
    "Already left",
    "This seat is already on autopilot. Send a command, or `POST …/seats`, to take it back.",
)
bank_empty = Meaning(
    "Out of time",
    "The bank of your seat is empty, so the server plays for it until the end. Watch the game,"
    " or open another table.",
)
resigned = Meaning(
    "Seat has resigned",
    "You have resigned at this table, so the server plays for you. You can still watch it.",
)
no_proposal = Meaning(
    "No open proposal", "Nobody proposes to end this table. Propose it with `POST …/end`."
)
already_agreed = Meaning(
    "Already agreed",
    "You have agreed to end this table. Wait for the others, or withdraw with `DELETE …/end`.",
)
proposed_before = Meaning(
    "Proposed before",
    "The end of this table was proposed at the open decision before. Wait for the next one.",
)
bot_luck = Meaning(
    "Sealed luck for a bot", "`luck` cannot be combined with `bot`: a bot gives no luck. Omit it."
)
no_sealed_luck = Meaning(
    "No sealed luck",
    "The host of this table has forbidden sealed luck. Take a seat without `luck`.",
)
luck_already_sealed = Meaning(
    "Luck already sealed",
    "Your seat has given sealed luck, which cannot be changed. Leave the seat to withdraw it.",
)
luck_not_revealed = Meaning(
    "Luck not revealed",
    "The game waits for sealed luck to be revealed. Send the command after the deal.",
)
nothing_to_reveal = Meaning(
    "Nothing to reveal", "You have no seat whose sealed luck is still to be revealed."
)
wrong_share = Meaning(
    "Wrong share",
    "`share` does not match the commitment of your seat. Send the 32 bytes you committed to.",
)
cannot_follow = Meaning(
    "Cannot follow",
    "`follows` must be the id of a finished table of the same game that is not a fork.",
)
cannot_rematch = Meaning(
    "Cannot rematch",
    "A rematch needs a closed table that was started and is not a fork. Open another table.",
)
seats_kept = Meaning(
    "Seats kept for others",
    "This table is a rematch, whose seats are kept for the players of the table before. Find"
    " or open another table.",
)
cannot_fork = Meaning(
    "Cannot fork",
    "A fork needs a finished table, and a version between two commands of its play. It copies"
    " at most 8,000,000 bytes of events. Choose another `at`.",
)
history_rewritten = Meaning(
    "History rewritten",
    "The head you sent is not on the hash chain of this table. Keep it: it shows that the"
    " history was changed, or that it is of another table.",
)
bad_seats = Meaning(
    "Illegal number of seats",
    "The game cannot be played with this number of seats. `fewest_seats` and `most_seats` of"
    " the game are the limits.",
)
not_started = Meaning(
    "Not started", "The game at this table has not started. The host starts it with `POST …/start`."
)
other_game = Meaning(
    "Command of another game",
    "This command belongs to another game. `game` of the table says which game it plays.",
)
preference_taken = Meaning(
    "Piece already taken",
    "Another player has claimed this piece. Choose another `preference`, or omit it.",
)
unknown_preference = Meaning(
    "Unknown piece",
    "The game has no such piece. `pieces` of the game lists the values of `preference`.",
)
unknown_option = Meaning(
    "Unknown option",
    "The game has no such option, or the option does not allow this value. `options_schema` of"
    " the game lists both.",
)
table_full = Meaning("Table full", "All seats are taken. Find or open another table.")
table_finished = Meaning(
    "Table closed",
    "This table is closed, so it accepts no more changes. You can still read it, audit it and"
    " fork it.",
)
not_yet = Meaning(
    "Version not reached yet",
    "The list did not reach `min_version` within 5 s. Retry, or omit `min_version`.",
)
address_refused = Meaning(
    "Webhook address rejected",
    "A webhook needs a public `https` address on port 443 or 8443. Change `url`.",
)
seek_matched = Meaning(
    "Seek matched",
    "The seek has found a table. Read the seek for the id of the table, and leave your seat"
    " there if you do not want to play.",
)
webhook_disabled = Meaning(
    "Webhook disabled",
    "The webhook is disabled; its field `disabled` says why. Enable it with `POST"
    " /v1/webhooks/{webhook}/enable`.",
)
webhook_queue_full = Meaning(
    "Webhook queue full", "The queue of this webhook is full. Retry when fewer deliveries wait."
)
too_late = Meaning(
    "Deadline passed",
    "The deadline of this decision has passed; the server plays the default move. Read the"
    " actions of the next decision.",
)
