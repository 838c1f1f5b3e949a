"""The pytest plugin: `--laws KEY` runs the laws for an installed game, beside the tests."""

from pathlib import Path

import pytest

pytest.register_assert_rewrite("ludotheque.testing")  # pytest rewrites the laws as tests


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("ludotheque", "games of Ludothèque")
    group.addoption(
        "--laws",
        action="append",
        default=[],
        metavar="KEY",
        help="run the laws of ludotheque for this installed game (may be repeated)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the laws to what is collected; without the option, nothing is imported."""
    config.addinivalue_line("markers", "rule(*ids): the numbered rules that this test proves")
    config.addinivalue_line(
        "markers", "long: a law at a table of neither the fewest nor most seats"
    )
    keys: list[str] = config.getoption("--laws")
    if not keys:
        return
    from ludotheque.laws.selection import UnknownGame, select

    try:
        select(keys)
    except UnknownGame as why:
        raise pytest.UsageError(str(why)) from None
    config.args.append(str(Path(__file__).parent))
