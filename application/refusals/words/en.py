"""Refusals in English."""

from application.refusals import reasons
from domain.kernel.words.en import Names

refusal_table_busy = "Too many requests change this table at the same time. Retry."
refusal_table_not_opened = "The table could not be opened. Retry."
refusal_last_person_left = "The last person has just left. Nothing was stored."
refusal_too_many_acts = "Too many acts are recorded at the same time. Retry."
refusal_too_late = "The deadline of this decision has passed."
refusal_decision_changed = "The decision has changed since you read it. Read the actions again."
refusal_key_was_reused = "This key was used with another request. Use a new key."
refusal_one_player_alone = "With these options one player has all seats."
refusal_too_many_rematches = "Too many rematches of this table were cancelled. Open another table."
refusal_bots_do_not_fit = "The bots do not fit the seats of the table."
refusal_fork_of_unfinished = "This table is not finished; only a finished one can be forked."
refusal_fork_of_sandbox = "This table is a sandbox. Open another one with the same seed instead."
refusal_no_such_invitation = "No invitation has this id."
refusal_invitation_unknown = (
    "No invitation has this code, or it was used up or revoked, or has expired. Ask an"
    " administrator for another one."
)
refusal_no_maintenance = "The server is not under maintenance."
refusal_not_suspended = "This player is not suspended."
refusal_no_such_player = "No player has this id, or the player was erased."
refusal_player_erased = "The player was erased."
refusal_unknown_caller = "`caller` must be the id of a player, or an IP address."
refusal_no_such_limit = "No limit has this id, or it has ended."


def refusal_fork_after_end(refusal: reasons.ForkAfterEnd, names: Names) -> str:
    return f"`at` is {refusal.at}; this table can be forked up to version {refusal.last}."


def refusal_fork_inside_command(refusal: reasons.ForkInsideCommand, names: Names) -> str:
    return f"Version {refusal.version} is not the last event of a command; choose one that is."


def refusal_forked_too_often(refusal: reasons.ForkedTooOften, names: Names) -> str:
    return f"This table already is a fork of {refusal.most} forks, which is the limit."


def refusal_fork_before_deal(refusal: reasons.ForkBeforeDeal, names: Names) -> str:
    return f"At version {refusal.version} nothing has been dealt; choose a later version."


def refusal_fork_of_format(refusal: reasons.ForkOfFormat, names: Names) -> str:
    return (
        f"This table is archived as {refusal.format}; only tables of a later format can be forked."
    )


def refusal_fork_too_large(refusal: reasons.ForkTooLarge, names: Names) -> str:
    return (
        f"The events up to version {refusal.version} take {refusal.size:,} bytes; a fork"
        f" copies at most {refusal.most:,}. Choose version {refusal.last} or an earlier one."
    )


def refusal_registration_is_closed(refusal: reasons.RegistrationIsClosed, names: Names) -> str:
    return (
        f"This server accepts new players by invitation only: {refusal.reason} Ask an"
        " administrator for a code and send it as `invitation`."
    )


def refusal_too_many_tables(refusal: reasons.TooManyTables, names: Names) -> str:
    return (
        f"You host {refusal.most} tables that are not closed, as many as a player may have."
        " Finish one of them, or cancel one that has not started."
    )


def refusal_too_many_bot_tables(refusal: reasons.TooManyBotTables, names: Names) -> str:
    return (
        f"Bots play at {refusal.most} tables of yours without a person, as many as a player"
        " may have. Wait until one of them is finished, or take a seat yourself."
    )


def refusal_too_many_at_address(refusal: reasons.TooManyAtAddress, names: Names) -> str:
    return (
        f"The players of your address have {refusal.most} of these in all, as many as"
        f" {refusal.players} players may have. Close one, or ask the operator to raise the limit"
        " of your address (`LUDOTHEQUE_LARGE_ADDRESSES`)."
    )


def refusal_too_many_seat_changes(refusal: reasons.TooManySeatChanges, names: Names) -> str:
    return (
        f"You may take, leave or fill {refusal.most} seats in {refusal.seconds} s. Retry in"
        f" {refusal.wait} s."
    )


def refusal_too_many_audits(refusal: reasons.TooManyAudits, names: Names) -> str:
    return (
        f"You may request {refusal.most} audits in {refusal.seconds} s. Retry in {refusal.wait} s."
    )


def refusal_too_many_forks(refusal: reasons.TooManyForks, names: Names) -> str:
    return f"You may fork {refusal.most} tables in {refusal.seconds} s. Retry in {refusal.wait} s."


def refusal_too_many_tests(refusal: reasons.TooManyTests, names: Names) -> str:
    return (
        f"You may test webhooks {refusal.most} times in {refusal.seconds} s. Retry in"
        f" {refusal.wait} s."
    )


def refusal_too_many_events(refusal: reasons.TooManyEvents, names: Names) -> str:
    return (
        f"This table has {refusal.events} events before its start, of {refusal.most} that it"
        " may have: nobody can sit down any more. Start it, or open another table."
    )


def refusal_too_many_streams(refusal: reasons.TooManyStreams, names: Names) -> str:
    return f"You have {refusal.most} streams open: close one."


def refusal_too_many_streams_of_address(
    refusal: reasons.TooManyStreamsOfAddress, names: Names
) -> str:
    return (
        f"Your address has {refusal.most} streams open: close one, or ask the operator to raise the"
        " limit of your address (`LUDOTHEQUE_LARGE_ADDRESSES`)."
    )


def refusal_too_many_streams_of_table(refusal: reasons.TooManyStreamsOfTable, names: Names) -> str:
    return f"This table has {refusal.most} streams open: retry later."
