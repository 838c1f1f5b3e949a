"""The servers that all tests of this folder in a process share."""

from tests.support.servers.play_fixtures import play_api, play_store

__all__ = ["play_api", "play_store"]
