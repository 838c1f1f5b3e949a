"""The page at `/` over HTTP: who gets it, and how it is cached, compressed and protected."""

import re

from tests.support.players.callers import Caller

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types ludo"
)
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def files(anyone: Caller) -> list[str]:
    page = anyone.get("/", headers=BROWSER).text
    return re.findall(r'(?:src|href)="(/web/[^"]+)"', page)


def test_a_browser_gets_the_page_and_a_program_the_entry_points(anyone: Caller) -> None:
    page, entry = anyone.get("/", headers=BROWSER), anyone.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<title>Ludothèque</title>" in page.text
    assert entry.json()["links"]["games"] == "/v1/games"
    assert f"/web/{entry.json()['build']}/main.js" in files(
        anyone
    )  # older tabs see that it changed
    assert "Accept" in page.headers["vary"]
    assert "Accept" in entry.headers["vary"]


def test_the_page_and_its_files_have_the_policy(anyone: Caller) -> None:
    page = anyone.get("/", headers=BROWSER)
    for answer in (page, *(anyone.get(path) for path in files(anyone))):
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"


def test_files_are_cached_permanently_and_the_page_is_revalidated(anyone: Caller) -> None:
    page = anyone.get("/", headers=BROWSER)
    assert page.headers["cache-control"] == "public, no-cache"
    for path in files(anyone):
        assert "immutable" in anyone.get(path).headers["cache-control"], path
    older = re.sub(r"/web/[0-9a-f]+/", "/web/0123456789abcdef/", files(anyone)[0])
    assert anyone.get(older).headers["cache-control"] == "public, no-cache"


def test_an_unchanged_file_is_not_sent_again(anyone: Caller) -> None:
    for path, headers in ((files(anyone)[0], {}), ("/", BROWSER)):
        tag = anyone.get(path, headers=headers).headers["etag"]
        again = anyone.get(path, headers={**headers, "If-None-Match": tag})
        assert again.status_code == 304
        assert again.content == b""


def test_files_are_compressed_for_clients_that_accept_it(anyone: Caller) -> None:
    path = next(path for path in files(anyone) if path.endswith("page.css"))
    plain = anyone.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    for encoding in ("gzip", "zstd"):
        packed = anyone.get(path, headers={"Accept-Encoding": encoding})
        assert packed.headers["content-encoding"] == encoding
        assert "Accept-Encoding" in packed.headers["vary"]
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
        assert packed.headers["etag"] == plain.headers["etag"]


def test_what_the_page_does_not_have_is_a_problem(anyone: Caller) -> None:
    for path in ("/web/x/nothing.js", "/web/x/files.py", "/web/x/../files.py", "/web/x/index.html"):
        assert anyone.get(path).status_code == 404, path
