"""The API without its short way: commands take the framework's route, as all other requests do."""

from litestar.types import HTTPScope

from api.__main__ import main
from api.http import commands


def nowhere(scope: HTTPScope) -> str | None:
    """Return that a request is no command, so that the framework answers it."""
    return None


if __name__ == "__main__":
    commands.addressed_table = nowhere
    main()
