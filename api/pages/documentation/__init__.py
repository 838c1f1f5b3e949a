"""`/docs`: the pages of docs/ for people, a guide to every game, a page for every problem."""

from litestar import Response, get
from litestar.params import FromPath

from api.http.games import game_key
from api.pages.documentation.guides import guide
from api.pages.documentation.layout import STYLE, html_page
from api.pages.documentation.pages import PAGES, VERIFIER, index, page
from api.pages.html import html_response
from api.problems.catalogue import CODES
from api.problems.handlers import ApiProblem
from api.problems.page import all_problems, one_problem


def _html(markdown: str) -> Response[str]:
    return html_response(html_page(markdown))


@get("/docs", include_in_schema=False)
async def contents() -> Response[str]:
    """List all pages."""
    return _html(index())


@get("/docs/{name:str}", include_in_schema=False)
async def one_page(name: FromPath[str]) -> Response[str]:
    if name not in PAGES:
        raise ApiProblem("not_found", f"There is no page {name!r}; /docs lists them.")
    return _html(page(name))


@get("/docs/verify.py", include_in_schema=False)
async def verifier() -> Response[bytes]:
    """The one-file verifier, for auditors who have nothing but this address."""
    return Response(VERIFIER.read_bytes(), media_type="text/x-python; charset=utf-8")


@get("/docs/style.css", include_in_schema=False)
async def style() -> Response[str]:
    return Response(STYLE, media_type="text/css")


@get("/docs/games/{game:str}", include_in_schema=False)
async def game_guide(game: FromPath[str]) -> Response[str]:
    return _html(guide(game_key(game)))


@get("/docs/problems", include_in_schema=False)
async def problems() -> Response[str]:
    return _html(all_problems())


@get("/docs/problems/{code:str}", include_in_schema=False)
async def problem_page(code: FromPath[str]) -> Response[str]:
    if code not in CODES:
        raise ApiProblem("no_such_problem", f"There is no problem {code!r}.")
    return _html(one_problem(CODES[code]))


HANDLERS = (contents, one_page, verifier, style, game_guide, problems, problem_page)
