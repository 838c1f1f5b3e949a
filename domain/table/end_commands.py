"""The commands that end a table, or one's own part in it, before the game is over."""

from domain.kernel.messages import Command


class Resign(Command, frozen=True, tag="table.resign"):
    """Give up the game: the server plays the default moves of your seats from now on."""


class AgreeToEnd(Command, frozen=True, tag="table.agree_to_end"):
    """Propose to end the table without a result, or agree to the proposal that is open."""


class WithdrawEnd(Command, frozen=True, tag="table.withdraw_end"):
    """Withdraw or decline the open proposal to end the table."""


class Cancel(Command, frozen=True, tag="table.cancel"):
    """Close a table that has not started; only its host may."""


class Terminate(Command, frozen=True, tag="table.terminate"):
    """Close a table for a public reason; only an administrator may."""

    reason: str
