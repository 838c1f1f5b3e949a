"""The documentation pages of problems: each with the operations that may return it."""

from collections import defaultdict
from functools import cache

from api.openapi.document import document
from api.problems.catalogue import CODES
from api.problems.code import Code


@cache
def operations_by_problem() -> dict[str, list[tuple[str, str]]]:
    """Return the operations that may return each problem, from the document."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for item in document()["paths"].values():
        for operation in item.values():
            for answer in operation["responses"].values():
                content = answer.get("content", {}).get("application/problem+json", {})
                for code in content.get("examples", ()):
                    found[code].append((operation["operationId"], operation["summary"]))
    return found


def one_problem(code: Code) -> str:
    lines = [f"# {code.title}", "", f"**{code.status} `{code.code}`**", "", code.meaning, ""]
    if operations := operations_by_problem().get(code.code):
        lines += ["## Where it may come from", ""]
        lines += [f"- `{operation}`: {summary}" for operation, summary in operations]
    lines += ["", "[All problems](/docs/problems)"]
    return "\n".join(lines)


def all_problems() -> str:
    lines = ["# Every problem", "", "| status | code | meaning |", "|---|---|---|"]
    lines += [
        f"| {code.status} | [`{code.code}`](/docs/problems/{code.code}) | {code.meaning} |"
        for code in sorted(CODES.values(), key=lambda code: (code.status, code.code))
    ]
    return "\n".join(lines)
