"""Names that callers choose and others see."""

from api.problems.handlers import ApiProblem
from domain.kernel.visible_text import normalized, why_not_visible


def visible_name(name: str, field: str, most: int) -> str:
    """Return a name in its normal form; raises 422 if people could not see or tell it apart."""
    name = normalized(name)
    if wrong := why_not_visible(name, most):
        raise ApiProblem("name_not_visible", f"`{field}` {wrong}.", field)
    return name
