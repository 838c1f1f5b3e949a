"""Parses `Forwarded` (RFC 7239): the addresses that each proxy has received the request from."""

import re

_TOKEN = r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"  # noqa: S105
_PAIR = re.compile(rf"[ \t]*({_TOKEN})=(?:({_TOKEN})|\"((?:[^\"\\]|\\.)*)\")[ \t]*([;,]|\Z)")
_QUOTED = re.compile(r"\\(.)")


def forwarded_elements(header: str) -> list[dict[str, str]] | None:
    """Return the parameters of every hop, the farthest first; None if it is malformed."""
    elements: list[dict[str, str]] = [{}]
    at = 0
    while at < len(header):
        pair = _PAIR.match(header, at)
        if pair is None:
            return None
        name, plain, quoted, end = pair.groups()
        value = plain if plain is not None else _QUOTED.sub(r"\1", quoted)
        if name.lower() in elements[-1]:
            return None
        elements[-1][name.lower()] = value
        at = pair.end()
        if end == ",":
            elements.append({})
    return elements


def without_port(node: str) -> str:
    """Return the address of a node: `192.0.2.1:80` and `[2001:db8::1]:80` have a port."""
    if node.startswith("["):
        return node[1:].partition("]")[0]
    return node.partition(":")[0] if node.count(":") == 1 else node
