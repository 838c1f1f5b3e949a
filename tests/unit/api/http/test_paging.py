"""The `Link` header of a page."""

from typing import Any

from api.http.paging import next_page


class Request:
    def __init__(self) -> None:
        self.scope = {"path": "/v1/tables", "query_string": b"limit=2&cursor=old&game=bug_race"}


def test_the_next_page_keeps_the_other_parameters() -> None:
    request: Any = Request()
    assert next_page(request, cursor="a b") == {
        "Link": '</v1/tables?limit=2&cursor=a+b&game=bug_race>; rel="next"'
    }
    assert next_page(request, cursor=None) == {}
