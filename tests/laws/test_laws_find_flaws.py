"""The laws that read sources and sentences find what they forbid."""

from ludotheque.laws.test_law_10_rules import marks, unproved
from ludotheque.laws.test_law_15_languages import makers, names_raw, one_language


def test_a_rule_without_a_test_would_be_found() -> None:
    source = '@pytest.mark.rule("XX-1", "XX-2")\ndef test_it() -> None: ...\n'
    assert unproved(["XX-1", "XX-2", "XX-3"], marks(source)) == ["XX-3"]


def test_a_mark_on_what_is_not_a_test_does_not_count() -> None:
    source = '@pytest.mark.rule("XX-1")\ndef helper() -> None: ...\n'
    assert list(marks(source)) == []


def test_a_refusal_in_one_language_would_be_found() -> None:
    texts = {
        '"No."': False,
        'f"Not {x}."': False,
        '("No.", "Non.")': True,
        '("No.", "No.")': False,
        "both": True,
        "english": False,
        "twice": False,
        "made(x)": True,
        "other(x)": False,
    }
    for detail, expected in texts.items():
        source = f"""
def made(x) -> Both: ...
def other(x) -> str: ...
def decide(x):
    both, english = None, None
    both = "No.", "Non."
    english = "No."
    twice = "No.", "Non."
    twice = "No."
    raise Rejected("code", {detail}, "XX-1")
"""
        assert (one_language(source, makers([source])) == []) is expected, detail


def test_a_raw_id_in_a_sentence_would_be_found() -> None:
    assert names_raw("bug_race", "Seat 0 draws B58, B51.") == {"B58", "B51"}
    assert names_raw("asterix", "P-GEN frees nobody.") == {"P-GEN"}
    assert names_raw("gasterospeed", "Seat 0 lays coup_antenne-2.") == {"coup_antenne-2"}
    assert names_raw("gasterospeed", "Seat 0 lays 204 Bvm/h.") == set()
