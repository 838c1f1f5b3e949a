"""A fresh environment with our wheel, and the wheel of a sixth game."""

from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.servers.fresh_environment import NIM, FreshEnvironment, wheel_of


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> FreshEnvironment:
    made = FreshEnvironment(tmp_path_factory.mktemp("environment"))
    made.install(wheel_of(ROOT, tmp_path_factory.mktemp("own")))
    return made


@pytest.fixture(scope="session")
def nim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of(NIM, tmp_path_factory.mktemp("nim"))
