"""`python -m api`: one web process."""

import gc

from api.app import create_app
from api.asgi.server import Server
from application.logging import configure_logging
from application.settings import Settings


def main() -> None:
    configure_logging()
    settings = Settings.from_environment()
    server = Server(create_app(settings), settings)
    gc.collect()
    gc.freeze()  # what lives for ever need not be looked at again
    gc.set_threshold(50_000, 20, 20)
    server.run()


if __name__ == "__main__":
    main()
