"""`python -m api`: one web process."""

import gc
from socket import socket

import uvicorn

from api.app import create_app
from api.front import Front
from api.settings import Settings


class Server(uvicorn.Server):
    """Stops at once: whoever waits for events is answered before connections are drained."""

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        front = self.config.app
        assert isinstance(front, Front)
        if "desk" in front.app.state:
            front.app.state.desk.store.follower.release()
        await super().shutdown(sockets)


def main() -> None:
    settings = Settings.from_environment()
    config = uvicorn.Config(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )
    gc.collect()
    gc.freeze()  # what lives for ever need not be looked at again
    gc.set_threshold(50_000, 20, 20)
    Server(config).run()


if __name__ == "__main__":
    main()
