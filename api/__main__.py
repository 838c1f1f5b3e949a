"""`python -m api`: one web process."""

import gc

from api.app import create_app
from api.server import Server
from api.settings import Settings
from eventlog import logs


def main() -> None:
    logs.begin()
    settings = Settings.from_environment()
    server = Server(create_app(settings), settings)
    gc.collect()
    gc.freeze()  # what lives for ever need not be looked at again
    gc.set_threshold(50_000, 20, 20)
    server.run()


if __name__ == "__main__":
    main()
