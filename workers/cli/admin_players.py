"""The commands of `ludotheque admin` for players."""

import click

from workers.cli.administering import office_call, reason_option, visible
from workers.cli.base import print_json

DAY = 24 * 3600


@click.command()
@click.argument("player")
@reason_option
@click.option("--days", type=click.IntRange(1, 3660), help="For how long; without it, for ever.")
def suspend(player: str, reason: str, days: int | None) -> None:
    """Suspend PLAYER (an id): it can read, but neither play nor open tables."""
    from application.administration import players

    seconds = None if days is None else days * DAY
    print_json(office_call(lambda o, by: players.suspend(o, by, player, reason, seconds)))


@click.command()
@click.argument("player")
@reason_option
def unsuspend(player: str, reason: str) -> None:
    """Lift the suspension of PLAYER (an id)."""
    from application.administration import players

    office_call(lambda office, by: players.unsuspend(office, by, player, reason))


@click.command()
def suspensions() -> None:
    """List the players who are suspended now."""
    print_json(office_call(lambda office, _: office.suspensions()))


@click.command()
@click.argument("player")
@click.argument("name")
@reason_option
def rename(player: str, name: str, reason: str) -> None:
    """Give PLAYER (an id) the name NAME."""
    from application.administration import players

    shown = visible(name)
    office_call(lambda office, by: players.rename(office, by, player, shown, reason))


@click.command()
@click.argument("player")
@reason_option
def recover(player: str, reason: str) -> None:
    """Revoke all tokens of PLAYER (an id); print a new token and codes to hand over."""
    from application.administration import players

    print_json(office_call(lambda office, by: players.recover(office, by, player, reason)))


COMMANDS = (suspend, unsuspend, suspensions, rename, recover)
