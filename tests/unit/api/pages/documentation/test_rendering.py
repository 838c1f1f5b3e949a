"""Markdown becomes the HTML of the site."""

from api.pages.documentation.pages import PAGES, page
from api.pages.documentation.rendering import ORIGIN, plain_sections, rendered


def test_a_link_to_a_file_of_the_repository_becomes_a_link_of_the_site() -> None:
    body = rendered("operating", "See [limits](settings.md#rates) and [log](../CHANGELOG.md).").body
    assert '<a href="/docs/settings#rates">limits</a>' in body
    assert '<a href="/docs/changelog">log</a>' in body


def test_a_link_to_a_file_that_is_no_page_becomes_text() -> None:
    assert (
        "<p>The licence is here.</p>"
        in rendered("index", "The [licence](../LICENSE) is here.").body
    )


def test_headings_have_unique_ids_and_are_listed() -> None:
    page = rendered("index", "# Page\n\n## One `x`\n\n## One x\n\n### Two\n")
    assert [heading.id for heading in page.headings] == ["one-x", "one-x-2", "two"]
    assert '<h2 id="one-x-2">' in page.body


def test_code_is_highlighted_by_classes_and_unknown_languages_are_left_alone() -> None:
    assert '<span class="nv">A</span>' in rendered("index", "```sh\nA=1\n```\n").body
    assert "&lt;b&gt;" in rendered("index", "```klingon\n<b>\n```\n").body


def test_html_in_markdown_is_shown_and_not_used() -> None:
    assert "<script>" not in rendered("index", "<script>alert(1)</script>").body


def test_the_address_is_replaced_in_text_code_and_links() -> None:
    body = rendered(
        "index", "<http://127.0.0.1:8000/docs> `http://127.0.0.1:8000`\n\n    http://127.0.0.1:8000"
    ).body
    assert body.count(ORIGIN) == 4
    assert "8000" not in body


PAGE = """# Page

First.

## Part

<!-- search: piece, share -->

One
two `three`.

```
code
```
"""


def test_the_prose_of_a_section_is_under_its_heading() -> None:
    assert [tuple(each) for each in plain_sections(PAGE)] == [
        ("", "", "First.", ""),
        ("part", "Part", "One two three.", "piece, share"),
    ]


def test_words_for_the_search_are_not_shown() -> None:
    body = rendered("index", PAGE).body
    assert "piece" not in body
    assert '<h2 id="part">Part</h2>\n<p>One' in body


def test_no_page_shows_a_comment() -> None:
    written = [name for name in PAGES if "<!-- search" in page(name)]
    assert len(written) > 10
    assert [name for name in written if "<p>&lt;!--" in rendered(name, page(name)).body] == []
