"""The documentation pages of problems: each with the operations that may return it."""

from collections import defaultdict
from functools import cache

from api.openapi.document import expanded
from api.problems.catalogue import CODES
from api.problems.code import CodeSeen


@cache
def operations_by_problem() -> dict[str, list[tuple[str, str]]]:
    """Return the operations that may return each problem, from the document."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for item in expanded()["paths"].values():
        for operation in item.values():
            for answer in operation["responses"].values():
                content = answer.get("content", {}).get("application/problem+json", {})
                for code in content.get("examples", ()):
                    found[code].append((operation["operationId"], operation["summary"]))
    return found


def one_problem(code: CodeSeen) -> str:
    lines = [f"# {code.title}", "", f"**{code.status} `{code.code}`**", "", code.meaning, ""]
    if operations := operations_by_problem().get(code.code):
        lines += ["Operations that return it:", ""]
        lines += [f"- `{operation}`: {summary}" for operation, summary in operations]
    lines += ["", "See also [all problems](/docs/problems) and"]
    lines += ["[how a client handles errors](/docs/writing-a-client#errors)."]
    return "\n".join(lines)


def all_problems() -> str:
    lines = [
        "# Problems",
        "",
        "This page lists every problem that the API returns, by status. A problem is a response of",
        "type `application/problem+json`; the last part of its `type` is the code.",
        "",
        "| status | code | meaning and what to do |",
        "|---|---|---|",
    ]
    lines += [
        f"| {code.status} | [`{code.code}`](/docs/problems/{code.code}) | {code.meaning} |"
        for code in sorted(CODES.values(), key=lambda code: (code.status, code.code))
    ]
    lines += ["", "Next: [how a client handles errors](/docs/writing-a-client#errors)."]
    return "\n".join(lines)
