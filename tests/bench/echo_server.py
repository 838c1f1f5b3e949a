"""The baseline: a bare Litestar handler, served as `python -m api` serves the API."""

import gc
import os

import msgspec
import uvicorn
from litestar import Litestar, get, post


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


def main() -> None:
    app = Litestar([echo, live], openapi_config=None, logging_config=None)
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    uvicorn.run(
        app,
        host=os.environ["HOST"],
        port=int(os.environ["PORT"]),
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    main()
