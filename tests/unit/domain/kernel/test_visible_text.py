"""Names are visible text: real names pass, and whatever draws nothing does not."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.visible_text import WORDS, normalized, why_not_visible

FAMILY = "👨‍👩‍👧‍👦"
NAMES = [
    "Anne",
    "Zoé 🐌",
    "Jean-Luc d'Arc",
    "Nguyễn Thị Minh",
    "Владимир",
    "山田 太郎",
    "김민준",
    "ศรีสุข",
    "कृष्ण",
    "علی\u200cرضا",  # Persian, with a zero-width non-joiner
    "שָׁלוֹם",
    f"{FAMILY} 👩🏽‍🚀 ❤️‍🔥 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🇫🇷",
    "x_X",
    "7",
    "!?",
]
INVISIBLE = {
    "nothing": "",
    "a blank": " ",
    "a blank at the end": "Anne ",
    "two blanks": "A  B",
    "a tabulator": "A\tB",
    "a null": "A\0",
    "a C1 control": "A\x85",
    "a blank that does not break": "A\xa0B",
    "a soft hyphen": "A\xadB",
    "only zero width": "\u200b",
    "zero width between": "An\u200bne",
    "a byte order mark": "\ufeffAnne",
    "right to left": "\u202eennA",
    "an isolate": "\u2067Anne\u2069",
    "an Arabic mark": "\u061cAnne",
    "a word joiner": "An\u2060ne",
    "a joiner alone": "\u200d",
    "a joiner at the end": "Anne\u200d",
    "two joiners": "👩\u200d\u200d🚀",
    "a variant of nothing": "\ufe0f",
    "a filler": "\u3164",
    "a narrow filler": "\uffa0",
    "an empty braille cell": "\u2800",
    "a grapheme joiner": "A\u034fB",
    "tags without a flag": "A\U000e0041",
    "a private character": "\ue000",
    "a character that is not assigned": "\u0378",
    "half a pair": "\ud83d",
    "an accent alone": "\u0301",
    "an accent behind a blank": "A \u0301",
    "a stack of accents": "A" + 20 * "\u0301",
    "a line": "A\u2028B",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_people_have_is_visible(name: str) -> None:
    assert why_not_visible(normalized(name), 40) is None
    assert re.match(WORDS, normalized(name))


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=[*INVISIBLE])
def test_what_draws_nothing_is_no_name(name: str) -> None:
    assert why_not_visible(name, 40) is not None


def test_the_length_is_what_json_schema_counts() -> None:
    assert why_not_visible(FAMILY, len(FAMILY)) is None
    assert why_not_visible(FAMILY, len(FAMILY) - 1) is not None
    assert why_not_visible(41 * "é", 40) == "may have at most 40 characters, not 41"


def test_the_reason_names_the_character() -> None:
    assert "U+202E" in str(why_not_visible("\u202eAnne", 40))


@given(st.text(max_size=60))
def test_a_visible_name_has_no_control_and_stays_the_same(text: str) -> None:
    name = normalized(text)
    if why_not_visible(name, 40) is not None:
        return
    assert normalized(name) == name
    assert len(name) <= 40
    assert name.strip()
    kinds = {unicodedata.category(c) for c in name if c not in "\u200c\u200d"}
    assert kinds.isdisjoint({"Cc", "Cs", "Co", "Zl", "Zp"})
    assert not kinds & {"Cf"} or "\U0001f3f4" in name
    assert {unicodedata.bidirectional(c) for c in name}.isdisjoint(
        {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    )


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs", "Cc", "Cf", "Co"]), max_size=9))
def test_what_the_pattern_of_the_document_refuses_is_not_visible(text: str) -> None:
    name = normalized(text)
    assert re.match(WORDS, name) or why_not_visible(name, 40) is not None
