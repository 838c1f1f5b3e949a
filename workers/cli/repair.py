"""The command `ludotheque repair`."""

import sys
from contextlib import closing
from pathlib import Path

import click

from workers.cli.base import read_settings


@click.command()
@click.option("--var", type=click.Path(file_okay=False), help="Data directory.")
@click.option("--yes", is_flag=True, help="Cut off what is damaged without asking.")
@click.option("--check", "only_check", is_flag=True, help="Say what is damaged; change nothing.")
def repair(var: str | None, yes: bool, only_check: bool) -> None:
    """AofRepair the files of an embedded store that does not start.

    The files are read, and you see what would be lost before anything is cut off. A copy of every
    file that is changed stays in the folder of the store. `serve` may wait meanwhile: it goes on
    by itself. Exit code 1 if the files are damaged and were not repaired.

    \b
    Examples:
      ludotheque repair --check
      ludotheque repair --var /srv/ludotheque
    """
    from workers.upkeep.aof_repair import NotRepaired

    try:
        _repair(read_settings({"LUDOTHEQUE_VAR": var}).store_directory, yes, only_check)
    except NotRepaired as why:
        raise click.ClickException(str(why)) from None


def _repair(directory: Path, yes: bool, only_check: bool) -> None:
    from workers.upkeep.aof_repair import AofRepair, NotRepaired, as_text

    with closing(AofRepair(directory)) as work:
        plan = work.plan()
        click.echo(as_text(plan))
        if not plan.damaged:
            return
        if only_check or not (yes or _confirmed("Cut off the damaged part?")):
            raise NotRepaired("Nothing was changed. To repair it: ludotheque repair --yes")
        copies = work.carry_out(plan)
    click.echo(f"Repaired; the store starts. The files as they were: {copies}")
    click.echo("Now look at the tables: ludotheque scrub")


def _confirmed(question: str) -> bool:
    """Ask a person; without a terminal the answer is no."""
    return sys.stdin.isatty() and click.confirm(question)
