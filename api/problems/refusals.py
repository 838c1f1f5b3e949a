"""What is wrong with a request, in facts; a code may have several reasons.

A `why` comes from a library, in English.
"""

from typing import ClassVar

from domain.kernel.messages import Refusal


class Malformed(Refusal, frozen=True):
    code: ClassVar = "malformed"
    why: str


class UnknownGameNamed(Refusal, frozen=True):
    code: ClassVar = "no_such_game"
    why: str


class UnknownGame(Refusal, frozen=True):
    code: ClassVar = "no_such_game"
    key: str


class BodyNeeded(Refusal, frozen=True):
    code: ClassVar = "malformed"


class NoBodyAllowed(Refusal, frozen=True):
    code: ClassVar = "malformed"


class EmptyBodyNeeded(Refusal, frozen=True):
    code: ClassVar = "malformed"


class NoOptionsAtStart(Refusal, frozen=True):
    code: ClassVar = "malformed"


class BodyCutOff(Refusal, frozen=True):
    code: ClassVar = "malformed"


class NestedTooDeeply(Refusal, frozen=True):
    code: ClassVar = "malformed"


class NotJson(Refusal, frozen=True):
    code: ClassVar = "malformed"
    why: str


class TagMissing(Refusal, frozen=True):
    code: ClassVar = "malformed"
    tag: str


class KeyTwice(Refusal, frozen=True):
    code: ClassVar = "malformed"
    key: str


class HeaderTwice(Refusal, frozen=True):
    code: ClassVar = "malformed"
    header: str


class NoSuchParameter(Refusal, frozen=True):
    code: ClassVar = "malformed"
    name: str


class ParameterNotOnce(Refusal, frozen=True):
    code: ClassVar = "malformed"
    name: str


class NoMinVersion(Refusal, frozen=True):
    code: ClassVar = "malformed"


class NoTime(Refusal, frozen=True):
    code: ClassVar = "malformed"
    clock: str


class RangeReversed(Refusal, frozen=True):
    code: ClassVar = "malformed"


class LobbyOfOneTable(Refusal, frozen=True):
    code: ClassVar = "malformed"


class NoSuchEventType(Refusal, frozen=True):
    code: ClassVar = "no_such_event_type"
    type: str


class NoSuchPage(Refusal, frozen=True):
    code: ClassVar = "no_such_page"
    why: str


class NoCursorOfFeed(Refusal, frozen=True):
    code: ClassVar = "no_such_page"


class NoSuchVersion(Refusal, frozen=True):
    code: ClassVar = "no_such_version"
    last: int


class NameNotVisible(Refusal, frozen=True):
    code: ClassVar = "name_not_visible"
    field: str
    why: str


class NoSuchOption(Refusal, frozen=True):
    code: ClassVar = "bad_option"
    game: str
    option: str
    known: tuple[str, ...]


class AddressNotAllowed(Refusal, frozen=True):
    code: ClassVar = "address_refused"
    why: str


class NothingAt(Refusal, frozen=True):
    code: ClassVar = "not_found"
    path: str
    document: str


class NoPageOfDocumentation(Refusal, frozen=True):
    code: ClassVar = "not_found"
    page: str
    contents: str


class NoSuchFile(Refusal, frozen=True):
    code: ClassVar = "not_found"
    file: str
    folder: str


class NoFileOfPage(Refusal, frozen=True):
    code: ClassVar = "not_found"
    home: str


class LogIsEmpty(Refusal, frozen=True):
    code: ClassVar = "not_found"


class NothingCosigned(Refusal, frozen=True):
    code: ClassVar = "not_found"


class NoSuchTile(Refusal, frozen=True):
    code: ClassVar = "not_found"
    why: str
    checkpoint: str


class MetricsElsewhere(Refusal, frozen=True):
    code: ClassVar = "not_found"


class NoSuchProblem(Refusal, frozen=True):
    code: ClassVar = "no_such_problem"
    problem: str


class MethodNotSupported(Refusal, frozen=True):
    code: ClassVar = "method_not_allowed"
    path: str
    method: str
