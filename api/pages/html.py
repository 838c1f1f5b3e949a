"""HTML answers: every page tells the browser what it may load, and that nobody may frame it."""

from typing import Any

from litestar import Response

# No inline script or style, and nothing from other hosts: text injected into a page stays text.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Frame-Options": "DENY",  # for browsers that do not know `frame-ancestors`
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def html_response(page: str, status: int = 200, **headers: str) -> Response[Any]:
    """Return a page with the headers that every page has; the server adds `nosniff` to all."""
    return Response(
        page, status_code=status, media_type="text/html", headers={**HEADERS, **headers}
    )
