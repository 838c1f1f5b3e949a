"""All operations of the API: the route handlers in the folders of its resources."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from litestar.handlers import HTTPRouteHandler

from api import admin, audit, games, ops, players, routes, tables, webhooks
from api.http.operation import Operation
from api.http.permission import changes_something

RESOURCES = (admin, audit, games, ops, players, routes, tables, webhooks)


def _handlers() -> Iterator[HTTPRouteHandler]:
    for package in RESOURCES:
        for module in iter_modules(package.__path__, f"{package.__name__}."):
            for value in vars(import_module(module.name)).values():
                if isinstance(value, HTTPRouteHandler):
                    yield value


HANDLERS = tuple(_handlers())


def _operation(handler: HTTPRouteHandler) -> Operation:
    operation: Operation = handler.opt["operation"]
    [method], [path] = handler.http_methods, handler.paths
    operation.changes = changes_something(method, path)
    return operation


OPERATIONS = {str(each.operation_id): _operation(each) for each in HANDLERS}
