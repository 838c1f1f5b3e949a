"""The commands `ludotheque rebuild`, `scrub` and `export`."""

import sys
from pathlib import Path

import click

from workers.cli.base import enqueue, print_json, read_settings, with_store

JOBS = "Processes that read histories. [default: by the number of cores and of tables]"


@click.command()
@click.argument("model", type=click.Choice(["tables", "leaderboard"]), default="tables")
@click.option(
    "--queue", "queued", is_flag=True, help="Queue it for a worker instead of running it here."
)
@click.option("--jobs", type=click.IntRange(1, 64), help=JOBS)
def rebuild(model: str, queued: bool, jobs: int | None) -> None:
    """Rebuild a read model from the histories, compare it with the old one, and replace it.

    MODEL is `tables` (the list of tables, the default) or `leaderboard` (leaderboards and records).
    You can run this at any time, also during play. The exit code is 1 if the old one had an error.
    """
    from workers.jobs import MODELS

    if queued:
        enqueue("rebuild", model)
        return
    report = with_store(MODELS[model](read_settings(), jobs))
    print_json(report)
    sys.exit(1 if report.different else 0)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option(
    "--quick", is_flag=True, help="Check only hash chains and events, not draws and rules."
)
@click.option("--repair", "mends", is_flag=True, help="Mend what is derived from the histories.")
@click.option(
    "--queue", "queued", is_flag=True, help="Queue it for a worker instead of running it here."
)
@click.option("--jobs", type=click.IntRange(1, 64), help=JOBS)
def scrub(as_json: bool, quick: bool, mends: bool, queued: bool, jobs: int | None) -> None:
    """Check every key in the store: histories by the rules, the rest against the histories.

    You can run it at any time, also while people play. If a key is damaged, the report names it
    and says what to do, and the exit code is 1. With --repair, the command writes idempotency
    records, feeds, deadlines, lists and leaderboards again. It never changes a history.

    \b
    Examples:
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque scrub
      ludotheque scrub --repair
    """
    from workers.composition import upkeep
    from workers.upkeep.scrub.report import as_text

    if queued:
        enqueue("scrub", *(["repair"] if mends else []))
        return
    settings = read_settings()
    tables = with_store(upkeep.count_tables(settings))
    with click.progressbar(
        length=tables, label="Scrubbing", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        scrubbing = upkeep.scrub(settings, quick, lambda _: bar.update(1), mends, jobs)
        report = with_store(scrubbing)
    if as_json:
        print_json(report)
    else:
        click.echo(as_text(report))
    sys.exit(0 if report.sound else 1)


@click.command()
@click.option("--month", required=True, help="The month in which the tables closed: 2026-11.")
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("export"),
    help="Where the files are written. [default: ./export]",
)
@click.argument("format_", metavar="FORMAT", type=click.Choice(["parquet"]), default="parquet")
def export(month: str, folder: Path, format_: str) -> None:
    """Export the public tables that closed in a month: games, events and results.

    Ids are those of public histories. Names, private tables and forks are left out.

    \b
    Example:
      ludotheque export --month 2026-11 parquet
    """
    from workers.composition import upkeep

    print_json(with_store(upkeep.export(read_settings(), month, folder)))
