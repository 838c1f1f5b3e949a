"""What the commands of `ludotheque admin` share."""

import getpass
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

import click

from workers.cli.base import read_settings, with_store

if TYPE_CHECKING:
    from application.administration.office import Office

T = TypeVar("T")
MOST_CHARACTERS = 500


def _reason(_context: click.Context, _option: click.Parameter, text: str) -> str:
    if not text.isprintable() or not 0 < len(text) <= MOST_CHARACTERS:
        raise click.BadParameter(f"must be 1 to {MOST_CHARACTERS} characters on one line.")
    return text


reason_option = click.option(
    "--reason", required=True, callback=_reason, help="Why; it is recorded for ever."
)


def office_call(work: Callable[["Office", str], Awaitable[T]]) -> T:
    """Return the result of a use case; a rejection is reported as a message."""
    from domain.kernel.refusals import Rejected
    from workers.composition.requests import administer

    try:
        return with_store(administer(read_settings(), work, f"machine:{getpass.getuser()}"))
    except Rejected as refusal:
        raise click.ClickException(refusal.detail) from None


def visible(name: str) -> str:
    from domain.kernel.visible_text import MOST_CODE_POINTS, normalized, why_not_visible

    name = normalized(name)
    if wrong := why_not_visible(name, MOST_CODE_POINTS):
        raise click.ClickException(f"The name {wrong}.")
    return name
