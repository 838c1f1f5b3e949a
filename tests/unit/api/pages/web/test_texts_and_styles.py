"""The texts and the styles of the page."""

import re
from typing import get_args, get_type_hints

from api.pages.web.files import FOLDER
from domain.kernel.data_files import About, Preset
from domain.table.state import Status
from tests.support.paths import ROOT

TEXT = re.compile(
    r"^  (\w+): \[\s*(\"(?:[^\"\\]|\\.)*\"),\s*(\"(?:[^\"\\]|\\.)*\"),?\s*\],", re.MULTILINE
)
APART = {"verify", "vendor"}
SCRIPTS = [file for file in FOLDER.rglob("*.js") if not APART & {*file.relative_to(FOLDER).parts}]
SOURCES = {path.name: path.read_text() for path in SCRIPTS}
WRITTEN = "".join(SOURCES[f"{part}texts.js"] for part in ("", "learn_", "account_"))
TEXTS = {name: (en, fr) for name, en, fr in TEXT.findall(WRITTEN)}
NAMED = re.compile(r'"(\w+)"')
CALLED = re.compile(r'\bt\("(\w+)"')


def test_every_text_has_both_languages_and_the_same_values() -> None:
    assert len(TEXTS) == len(re.findall(r"^  \w+: \[", WRITTEN, re.MULTILINE))
    for name, (en, fr) in TEXTS.items():
        assert len(en) > 2, name
        assert set(re.findall(r"\{\w+\}", en)) == set(re.findall(r"\{\w+\}", fr)), name


def test_every_text_that_is_used_exists_and_every_text_is_used() -> None:
    others = {name: source for name, source in SOURCES.items() if not name.endswith("texts.js")}
    called = {name for source in others.values() for name in CALLED.findall(source)}
    named = {name for source in others.values() for name in NAMED.findall(source)}
    assert called - set(TEXTS) == set()
    fixed = (Status, get_type_hints(About)["demand"], get_type_hints(Preset)["name"])
    values = {name for each in fixed for name in get_args(each)}
    assert set(TEXTS) - named <= values  # shown by the name of status, difficulty or preset


def test_every_custom_property_that_is_used_is_defined() -> None:
    """The theme defines them; a board adds its own in its style sheet or on an element."""
    boards = ROOT / "domain" / "games"
    sheets = "".join(
        path.read_text() for path in (*FOLDER.rglob("*.css"), *boards.glob("*/web/*.css"))
    )
    scripts = "".join(path.read_text() for path in (*SCRIPTS, *boards.glob("*/web/*.js")))
    defined = set(re.findall(r"(--[a-z0-9-]+):", sheets)) | set(
        re.findall(r'"(--[a-z-]+)":', scripts)
    )
    used = set(re.findall(r"var\((--[a-z0-9-]+)[,)]", sheets + scripts))
    assert used - defined == set()


def test_every_end_of_a_table_has_a_text() -> None:
    assert set(get_args(Status)) - {"open", "running"} <= set(TEXTS)


def test_light_and_dark_define_the_same_colours() -> None:
    light, dark, _ = (FOLDER / "theme.css").read_text().split("@media")
    light = light[light.index("surfaces") :]
    assert set(re.findall(r"(--[a-z0-9-]+):", light)) == set(re.findall(r"(--[a-z0-9-]+):", dark))


def test_every_line_of_a_verification_exists_in_french_too() -> None:
    """The verifier writes English; the page has one pattern for each of its lines."""
    sources = "".join(path.read_text() for path in (FOLDER / "verify").rglob("*.js"))
    told = re.findall(r"report\.did(?:Not)?\(\s*([\"`])(.+?)\1,?\s*\)", sources, re.DOTALL)
    lines = {re.sub(r"\$\{[^}]*\}", "7", text) for _, text in told}
    patterns = re.findall(r"^  \[/(.+)/, \"", SOURCES["verify_texts.js"], re.MULTILINE)
    assert len(lines) == len(patterns) == sources.count("report.did") - 1  # one is used twice
    for line in lines:
        assert len([pattern for pattern in patterns if re.search(pattern, line)]) == 1, line
