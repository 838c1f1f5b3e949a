"""What the pages say about settings, commands and files is true."""

import re
import tomllib
from gzip import compress

import pytest
from msgspec import json

from api.pages.documentation.pages import PAGES, page
from api.pages.documentation.sources import FILES
from application.setting_docs import described
from tests.support.documents.document_check import DOCUMENT
from tests.support.paths import OPENAPI_DOCUMENT, ROOT


def text_of_all() -> str:
    return "\n".join([*(page(name) for name in PAGES), (ROOT / "README.md").read_text()])


def test_every_setting_that_a_page_names_exists() -> None:
    known = {each.variable for each in described()}
    named = set(re.findall(r"\bLUDOTHEQUE_[A-Z_]+[A-Z]\b", text_of_all()))
    assert named - known - {"LUDOTHEQUE_RATE"} == set()  # `LUDOTHEQUE_RATE_…` stands for several


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"(?:^|`|&& )(?:[A-Z_]+=\S+ )*make ([a-z-]+)", text_of_all(), re.M))
    assert named
    assert named <= targets


def test_every_model_that_a_client_uses_is_in_the_document() -> None:
    used = set(re.findall(r"\bm\.([A-Z]\w+)", page("generated-clients")))
    assert len(used) > 4
    assert used - DOCUMENT["components"]["schemas"].keys() == set()


def test_the_size_of_the_document_is_what_the_page_says() -> None:
    served = json.encode(json.decode(OPENAPI_DOCUMENT.read_bytes()))
    [(whole, packed)] = re.findall(r"(\d\.\d) MB; (\d+) KB with gzip", page("generated-clients"))
    assert float(whole) == round(len(served) / 1e6, 1)
    assert abs(int(packed) - len(compress(served)) / 1e3) < 0.05 * int(packed)


def test_the_map_of_the_domain_names_every_folder() -> None:
    folders = {path.parent.name for path in (ROOT / "domain").glob("*/__init__.py")}
    assert {name for name in folders if f"| `{name}/` |" not in page("domain")} == set()


def test_every_relative_link_leads_to_a_file() -> None:
    broken = [
        (name, target)
        for name, path in FILES.items()
        for target in re.findall(r"\]\((?!https?:|/|#)([^)#]+)", path.read_text())
        if not (path.parent / target).exists()
    ]
    assert broken == []


# What pages install from an index, besides this project: made by others, and there.
ON_AN_INDEX = {
    "datamodel-code-generator",
    "httpx",
    "locust",
    "msgspec",
    "openapi-generator-cli",
    "pyarrow",
}
PRODUCT = ("api", "application", "domain", "ludotheque", "openapi", "store", "workers")
# `pip install`, `pipx install` and `inject`, `uv tool install`, with the words that follow.
INSTALLS = re.compile(
    r"(?:pip|pipx|uv tool|uv pip) (?:install|inject ludotheque)((?: +(?!#|&&)[^\s`]+)+)"
)


def installed_words(text: str) -> list[str]:
    """Return every package that the commands in a text install, without options."""
    lines = [words.split() for words in INSTALLS.findall(text)]
    return [
        word.rstrip(",;)").strip("'\"")
        for words in lines
        for option, word in zip(["", *words], words, strict=False)
        if not word.startswith("-") and option not in ("-r", "--requirement")
    ]


def why_not_installable(word: str) -> str | None:
    """Return why this cannot be installed; None if it can."""
    project = re.fullmatch(r"\.(?:\[([a-z,]+)\])?", word)
    if project:
        known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        unknown = set((project[1] or "").split(",")) - {"", *known["optional-dependencies"]}
        return f"no extra {unknown}" if unknown else None
    if word.startswith(("./", "build/", "dist/", "requirements")) or word in ON_AN_INDEX:
        return None
    return "not on an index"


def test_everything_that_a_page_or_a_message_installs_can_be_installed() -> None:
    files = [*(ROOT / "deploy").iterdir()]
    files += [path for folder in PRODUCT for path in (ROOT / folder).rglob("*.py")]
    files.remove(ROOT / "workers/cli/games.py")  # installs a project that it has just written
    texts = [text_of_all(), *(path.read_text() for path in files)]
    words = [word for text in texts for word in installed_words(text)]
    assert {".[store]", ".", "locust"} <= set(words)
    assert {word: why for word in words if (why := why_not_installable(word))} == {}


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("pip install 'ludotheque[locust]'", "not on an index"),
        ("pip install -e '.[locust]'", "no extra {'locust'}"),
        ("pipx install ludotheque", "not on an index"),
        ("uv tool install '.[store]' --with ./star_race", None),
        ("python -m pip install --quiet httpx msgspec", None),
    ],
)
def test_a_command_that_cannot_work_would_be_found(command: str, why: str | None) -> None:
    found = [why_not_installable(word) for word in installed_words(command)]
    assert found
    assert [each for each in found if each] == ([why] if why else [])
