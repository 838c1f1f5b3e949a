"""The baseline: a bare Litestar handler, served as `python -m api` serves the API.

`raw` serves the floor instead: an ASGI application that sends every body back, without framework.
"""

import gc
import os
import sys
from typing import Any

import msgspec
import uvicorn
from litestar import Litestar, get, post

HEADERS = [(b"content-type", b"application/json")]


class Body(msgspec.Struct):
    """Has the fields of the command it is compared with."""

    type: str
    card: str


@post("/echo", status_code=200)
async def echo(data: Body) -> Body:
    return data


@get("/live")
async def live() -> None:
    return None


async def raw(scope: Any, receive: Any, send: Any) -> None:
    body, more = b"", True
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    headers = [*HEADERS, (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def main() -> None:
    is_raw = sys.argv[1:] == ["raw"]
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    uvicorn.run(
        raw if is_raw else Litestar([echo, live], openapi_config=None, logging_config=None),
        host=os.environ["HOST"],
        port=int(os.environ["PORT"]),
        loop="uvloop",
        http="httptools",
        lifespan="off" if is_raw else "auto",
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    main()
