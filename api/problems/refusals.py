"""What is wrong with a request, in facts; a code may have several reasons.

A `why` comes from a library, in English.
"""

from domain.kernel.messages import Refusal


class Malformed(Refusal, code="malformed"):
    why: str


class UnknownGameNamed(Refusal, code="no_such_game"):
    why: str


class UnknownGame(Refusal, code="no_such_game"):
    key: str


class BodyNeeded(Refusal, code="malformed"): ...


class NoBodyAllowed(Refusal, code="malformed"): ...


class EmptyBodyNeeded(Refusal, code="malformed"): ...


class NoOptionsAtStart(Refusal, code="malformed"): ...


class BodyCutOff(Refusal, code="malformed"): ...


class NestedTooDeeply(Refusal, code="malformed"): ...


class NotJson(Refusal, code="malformed"):
    why: str


class TagMissing(Refusal, code="malformed"):
    tag: str


class KeyTwice(Refusal, code="malformed"):
    key: str


class HeaderTwice(Refusal, code="malformed"):
    header: str


class NoInvitationCode(Refusal, code="malformed"): ...


class NoSuchParameter(Refusal, code="malformed"):
    name: str


class ParameterNotOnce(Refusal, code="malformed"):
    name: str


class NoMinVersion(Refusal, code="malformed"): ...


class NoTime(Refusal, code="malformed"):
    clock: str


class RangeReversed(Refusal, code="malformed"): ...


class LobbyOfOneTable(Refusal, code="malformed"): ...


class NoSuchEventType(Refusal, code="no_such_event_type"):
    type: str


class NoSuchPage(Refusal, code="no_such_page"):
    why: str


class NoCursorOfFeed(Refusal, code="no_such_page"): ...


class NoSuchVersion(Refusal, code="no_such_version"):
    last: int


class NameNotVisible(Refusal, code="name_not_visible"):
    field: str
    why: str


class NoSuchOption(Refusal, code="bad_option"):
    game: str
    option: str
    known: tuple[str, ...]


class AddressNotAllowed(Refusal, code="address_refused"):
    why: str


class NothingAt(Refusal, code="not_found"):
    path: str
    document: str


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
