"""Problems that cannot be read from the code: of rules that games bring, and of lost replies."""

from typing import Any

from application.play import rematch
from application.play.matchmaking import Matchmaker
from application.ports.accounts import Accounts
from application.ports.event_log import EventLog
from domain.judging.commands.opening import open_table, seated
from domain.judging.commands.play import judge_bot, judge_play
from domain.table.commands import BreakOff, CallTime, MoveDeadline, RevealLuck
from domain.table.decide.opening import chosen_options

WRITTEN: dict[Any, set[str]] = {  # the problems of functions whose code says too much or too little
    judge_bot: set(),
    judge_play: set(),  # read for commands of games only
    chosen_options: set(),  # a body with another option is malformed
    seated: set(),  # a rematch that is complete starts as its table did
    open_table: {"no_such_game", "bad_option"},  # its first seats are free
    rematch._sit: {"already_started", "table_full"},  # what it does not handle
    Matchmaker.seek: set(),  # players are not matched if their table is refused
    Matchmaker.finish_due: set(),
}
OF_THE_SERVER = {BreakOff, CallTime, MoveDeadline}  # commands that nobody sends
BY_A_GAME = {
    "admit": {"bad_option"},
    "deal": {"bad_deal"},
    "decide": {"bad_deal"},
}  # by functions that games have
TIMED = {RevealLuck}  # commands of a table that can be late
UNCONFIRMED = {  # writes whose outcome may stay unknown
    EventLog.append,
    *(Accounts.create, Accounts.erase, Accounts.rename),
    *(Accounts.add_token, Accounts.rotate_token, Accounts.revoke_token, Accounts.revoke_others),
    *(Accounts.replace_codes, Accounts.use_code),
}
