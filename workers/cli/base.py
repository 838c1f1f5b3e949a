"""What the commands share: settings, the store, reports."""

from collections.abc import Coroutine, Mapping
from typing import Any, TypeVar

import click

from application.setting_values import SettingError
from application.settings import Settings, environment_with

T = TypeVar("T")


def read_settings(given: Mapping[str, object] | None = None) -> Settings:
    """Read the settings; options of the command line count before the environment."""
    options = {name: str(value) for name, value in (given or {}).items() if value is not None}
    return Settings.from_environment(environment_with(options))


def enqueue(name: str, *args: str) -> None:
    from workers.composition.requests import enqueue as request_job

    job = with_store(request_job(read_settings(), name, *args))
    click.echo(f"Queued as job {job}.")


def with_store(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine; a store that cannot be reached is reported as a message."""
    import asyncio

    from store.client.errors import STORE_ERRORS

    try:
        return asyncio.run(work)
    except SettingError:
        raise
    except STORE_ERRORS as failure:
        raise click.ClickException(f"The store does not respond: {failure}") from None


def print_json(report: object) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
