"""The `Link` header of a page."""

from api.http.paging import next_page

SCOPE = {"path": "/v1/tables", "query_string": b"limit=2&cursor=old&game=bug_race"}


def test_the_next_page_keeps_the_other_parameters() -> None:
    assert next_page(SCOPE, cursor="a b") == {
        "Link": '</v1/tables?limit=2&cursor=a+b&game=bug_race>; rel="next"'
    }
    assert next_page(SCOPE, cursor=None) == {}
