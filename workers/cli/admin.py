"""The commands `ludotheque admin …`: the use cases of administrators, without the API."""

import click

from workers.cli import admin_players, admin_server
from workers.cli.administering import office_call, visible
from workers.cli.base import print_json


@click.group()
def admin() -> None:
    """Administer the server: players, tables, callers, registration, maintenance.

    Every command works on the store directly, and needs no token. What you do is recorded with
    your user name; `ludotheque admin acts` lists it. The same is possible over the API with the
    token of an administrator.

    \b
    Examples:
      ludotheque admin create Zoé
      ludotheque admin suspend PLAYER --reason "Insults at three tables." --days 7
      ludotheque admin registration closed --reason "For members of the club."
      ludotheque admin maintenance on "We move to a new disk." --minutes 10
      ludotheque admin acts
    """


@admin.command()
@click.argument("name")
def create(name: str) -> None:
    """Create an administrator NAME and print the token, which is stored nowhere."""
    from application.administration import players

    shown = visible(name)
    print_json(office_call(lambda office, by: players.create_administrator(office, by, shown)))


@admin.command()
def state() -> None:
    """Print what follows from all acts: registration, maintenance, suspensions, limits."""
    print_json(office_call(lambda office, _: office.watch.current()))


@admin.command()
def acts() -> None:
    """List what administrators did, a JSON object per line; exit code 1 if one was changed."""
    from domain.administration.record import first_break

    stored = office_call(lambda office, _: office.all_acts())
    for each in stored:
        click.echo(each.raw.decode())
    if (broken := first_break(stored)) is not None:
        raise click.ClickException(f"Act {broken} was changed, or an act before it was removed.")


for command in (*admin_players.COMMANDS, *admin_server.COMMANDS):
    admin.add_command(command)
