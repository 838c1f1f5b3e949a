"""All operations of the API: the route handlers in the folders of its resources."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from litestar.handlers import HTTPRouteHandler

from api import admin, audit, games, ops, play, players, streams, tables, webhooks
from api.http.operation import Operation

RESOURCES = (admin, audit, games, ops, play, players, streams, tables, webhooks)


def _handlers() -> Iterator[HTTPRouteHandler]:
    for package in RESOURCES:
        for module in iter_modules(package.__path__, f"{package.__name__}."):
            for value in vars(import_module(module.name)).values():
                if isinstance(value, HTTPRouteHandler):
                    yield value


HANDLERS = tuple(_handlers())


OPERATIONS: dict[str, Operation] = {
    str(each.operation_id): each.opt["operation"] for each in HANDLERS
}
