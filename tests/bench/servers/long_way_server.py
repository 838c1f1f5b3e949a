"""The API without its quick ways: the framework answers every request."""

from typing import Any

from api.__main__ import main
from api.asgi.middleware import Middleware


def not_quick(*_: Any) -> None:
    """Leave a request to the framework."""


if __name__ == "__main__":
    Middleware.quick = not_quick  # type: ignore[assignment, method-assign]
    main()
