"""The `ludotheque` command; each subcommand imports its own modules, so `serve` starts fast."""

from typing import Any

import click

from application.setting_values import SettingError
from application.version import VERSION
from workers.cli.admin import admin
from workers.cli.backup import backup, restore
from workers.cli.doctor import doctor
from workers.cli.games import games, new_game
from workers.cli.public_log import replace_log, rotate_log_key, witness
from workers.cli.repair import repair
from workers.cli.serve import serve
from workers.cli.upgrade import upgrade
from workers.cli.upkeep import export, rebuild, scrub
from workers.cli.verify import verify
from workers.cli.work import work

HELP = {"help_option_names": ["-h", "--help"]}


class Commands(click.Group):
    """Reports an invalid or missing setting as a message, for every command."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except SettingError as wrong:
            raise click.ClickException(str(wrong)) from None


@click.group(cls=Commands, context_settings=HELP)
@click.version_option(VERSION, prog_name="ludotheque")
def main() -> None:
    """An event-sourced game server.

    \b
    Examples:
      ludotheque serve                  run everything on this machine, data in ./var
      PORT=9000 ludotheque serve        use another port
      ludotheque load --seconds 30      run a load test and print percentiles
      ludotheque rebuild                rebuild the list of tables from the histories
      ludotheque rebuild leaderboard    rebuild leaderboards and records
      ludotheque verify history.ndjson  verify a history offline
      ludotheque scrub                  check every table in the store for damage
      ludotheque backup /backups/today  back up a running server, and verify the backup
      ludotheque upgrade                take over the data of release 0.3
      ludotheque repair                 repair the files of a store that does not start
      ludotheque doctor                 say what is unsafe and what to do
      ludotheque games                  list the games and their packages
      ludotheque admin --help           suspend players, close tables, limit callers
      ludotheque new-game star_race     write a game of your own to start with
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque work server
                                        run one server of a larger installation

    Settings are environment variables; `ludotheque settings` lists them.
    """


@main.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def load(words: tuple[str, ...]) -> None:
    """Run a load test: play tables at a steady rate and report (see `load --help`)."""
    from openapi.load import command

    command.main(words)


@main.command()
def settings() -> None:
    """List every setting: its environment variable, its default and its effect."""
    from application.setting_docs import described

    for each in described():
        click.echo(f"{each.variable} [{each.default.strip('`')}]\n    {each.about}")


for command in (
    *(serve, work, rebuild, scrub, export, verify, admin),
    *(backup, restore, rotate_log_key, replace_log, witness, doctor, games, new_game, repair),
    upgrade,
):
    main.add_command(command)
