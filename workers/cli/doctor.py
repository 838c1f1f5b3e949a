"""The command `ludotheque doctor`."""

import sys

import click
from msgspec import json

from workers.cli.base import read_settings


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def doctor(as_json: bool) -> None:
    """Say what is configured, what is unsafe, and what to do.

    It looks at the settings of this environment, the store, the backlogs of the workers and the
    machine. It changes nothing. Exit code 1 if something is unsafe.

    \b
    Examples:
      ludotheque doctor
      LUDOTHEQUE_REDIS_URL=redis://store/0 ludotheque doctor --json
    """
    import asyncio

    from workers.upkeep.doctor import report as reports
    from workers.upkeep.doctor.examine import examine

    report = reports.report_of(asyncio.run(examine(read_settings())))
    click.echo(json.format(json.encode(report)).decode() if as_json else reports.as_text(report))
    sys.exit(0 if report.safe else 1)
