"""Problems are read from the code that an operation calls."""

import pytest

from api.http.player_names import visible_name
from api.openapi.raised import problems_of
from api.openapi.responses import problem_codes
from api.operations import OPERATIONS
from api.tables.filters import read_options
from domain.kernel.messages import Command
from domain.table.commands import Leave, SealLuck


def test_problems_of_called_functions_are_found() -> None:
    assert problems_of((visible_name, read_options)) == {
        "name_not_visible",
        "bad_value",
    }


def test_problems_of_methods_of_typed_parameters_are_found() -> None:
    assert "too_many_forks" in problem_codes(OPERATIONS["forkTable"])


@pytest.mark.parametrize(
    ("operation", "command", "own", "other"),
    [
        ("leaveSeat", Leave, "already_left", "luck_already_sealed"),
        ("sealLuck", SealLuck, "luck_already_sealed", "already_left"),
    ],
)
def test_only_the_rules_of_its_command_are_read(
    operation: str, command: type[Command], own: str, other: str
) -> None:
    codes = problem_codes(OPERATIONS[operation])
    assert own in codes
    assert other not in codes, command
