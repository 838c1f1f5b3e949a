"""Links of pages and answers lead below the prefix of the server."""

from api.transport.links import PREFIX, below, link


def test_a_link_begins_with_the_prefix_that_the_request_had() -> None:
    assert link({"path": "/v1/games"}, "/docs") == "/docs"
    assert link({"path": "/v1/games", PREFIX: "/ludo"}, "/docs") == "/ludo/docs"


def test_paths_in_attributes_of_a_page_are_completed_and_nothing_else_is() -> None:
    page = '<a href="/docs">/docs</a><img src="/i.svg"><a href="#x"></a><a href="//other/">"/"</a>'
    assert below("", page) is page
    assert below("/ludo", page) == (
        '<a href="/ludo/docs">/docs</a><img src="/ludo/i.svg"><a href="#x"></a>'
        '<a href="//other/">"/"</a>'
    )
