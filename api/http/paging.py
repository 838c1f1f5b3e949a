"""The `Link` header of a page (RFC 8288): where the next page is."""

from urllib.parse import parse_qsl, urlencode

from api.http.params import AnyRequest


def next_page(request: AnyRequest, **changed: str | int | None) -> dict[str, str]:
    """Return the header with the path of the next page; nothing if a changed value is None."""
    if None in changed.values():
        return {}
    query = dict(parse_qsl(request.scope["query_string"].decode("latin-1"))) | changed
    return {"Link": f'<{request.scope["path"]}?{urlencode(query)}>; rel="next"'}
