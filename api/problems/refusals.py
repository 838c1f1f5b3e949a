"""Why a request fails although its form is right, in facts; a code may have several reasons.

A `why` comes from a library, in English.
"""

from domain.kernel.messages import Refusal


class UnknownGame(Refusal, code="no_such_game"):
    key: str


class NoSuchVersion(Refusal, code="no_such_version"):
    last: int


class NameNotVisible(Refusal, code="name_not_visible"):
    field: str
    why: str


class AddressNotAllowed(Refusal, code="address_refused"):
    why: str


class NothingAt(Refusal, code="not_found"):
    path: str
    document: str
    meant: str | None


class NoPageOfDocumentation(Refusal, code="not_found"):
    page: str
    contents: str


class NoSuchFile(Refusal, code="not_found"):
    file: str
    folder: str


class NoFileOfPage(Refusal, code="not_found"):
    home: str


class LogIsEmpty(Refusal, code="not_found"): ...


class NothingCosigned(Refusal, code="not_found"): ...


class NoSuchTile(Refusal, code="not_found"):
    why: str
    checkpoint: str


class MetricsElsewhere(Refusal, code="not_found"): ...


class NoSuchProblem(Refusal, code="no_such_problem"):
    problem: str


class MethodNotSupported(Refusal, code="method_not_allowed"):
    path: str
    method: str
