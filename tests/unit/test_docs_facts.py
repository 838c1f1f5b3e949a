"""What the pages say about settings, commands and files is true."""

import re

from api.pages.documentation.pages import PAGES, page
from api.pages.documentation.sources import FILES
from application.settings import described
from tests.support.paths import ROOT


def text_of_all() -> str:
    return "\n".join([*(page(name) for name in PAGES), (ROOT / "README.md").read_text()])


def test_every_setting_that_a_page_names_exists() -> None:
    known = {each.variable for each in described()}
    named = set(re.findall(r"\bLUDOTHEQUE_[A-Z_]+[A-Z]\b", text_of_all()))
    assert named - known - {"LUDOTHEQUE_RATE"} == set()  # `LUDOTHEQUE_RATE_…` stands for several


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    named = set(re.findall(r"(?:^|`|&& )(?:[A-Z_]+=\S+ )*make ([a-z]+)", text_of_all(), re.M))
    assert named
    assert named <= targets


def test_every_relative_link_leads_to_a_file() -> None:
    broken = [
        (name, target)
        for name, path in FILES.items()
        for target in re.findall(r"\]\((?!https?:|/|#)([^)#]+)", path.read_text())
        if not (path.parent / target).exists()
    ]
    assert broken == []


def test_no_page_installs_this_project_from_an_index_where_it_is_not() -> None:
    assert not re.search(r"pip install '?ludotheque", text_of_all())
