"""The meaning of problems."""

from typing import Annotated, TypeAlias

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect

from api.http.injection import AnyRequest
from api.http.operation import Answer, get
from api.problems.catalogue import CODES, codes_in
from api.problems.code import CodeSeen
from api.problems.handlers import ApiProblem, spoken_language
from api.problems.refusals import NoSuchProblem

Explained: TypeAlias = Annotated[
    Response[CodeSeen] | Redirect, Answer(CodeSeen), Answer(None, 303, ("Location",))
]


@get(
    "/problems/{code:str}",
    "Explain a problem",
    {
        200: "The title, the status and the meaning of the problem.",
        303: "To a browser: a redirect to the documentation page of the problem.",
    },
    tag="Problems",
)
async def explain_problem(request: AnyRequest, code: FromPath[str]) -> Explained:
    """Returns the meaning of a problem code. The `type` of every problem is this path.

    No token is needed. The server redirects a browser (`Accept: text/html`) to a page of the
    documentation.
    """
    if code not in CODES:
        raise ApiProblem(NoSuchProblem(code))
    if "text/html" in request.headers.get("Accept", ""):
        return Redirect(f"/docs/problems/{code}", status_code=303)
    return Response(codes_in(spoken_language(request))[code], headers={"Vary": "Accept-Language"})
