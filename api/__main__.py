"""`python -m api`: one web process."""

import gc

import uvicorn

from api.app import create_app
from api.settings import Settings


def main() -> None:
    settings = Settings.from_environment()
    app = create_app(settings)
    gc.collect()
    gc.freeze()  # what lives for ever need not be looked at again
    gc.set_threshold(50_000, 20, 20)
    uvicorn.run(
        app,
        host=settings.host,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    main()
