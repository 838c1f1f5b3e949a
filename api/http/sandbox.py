"""Sandboxes: whether this server allows them, and what a request may fix."""

from api.problems.handlers import ApiProblem
from api.problems.refusals import NoTime
from api.services import Services
from domain.kernel.moments import millis
from domain.table.sandbox import Sandbox


def require_sandboxes(services: Services) -> None:
    """Raise 403 `sandbox_off` unless the operator allows sandboxes."""
    if not services.settings.sandbox:
        raise ApiProblem("sandbox_off", field="sandbox")


def allowed_sandbox(services: Services, wanted: Sandbox) -> Sandbox:
    """Return the sandbox that was asked for; raises `sandbox_off`, or `malformed` for no time."""
    require_sandboxes(services)
    try:
        millis(wanted.clock)
    except ValueError:
        raise ApiProblem(NoTime(wanted.clock), "sandbox.clock") from None
    return wanted
