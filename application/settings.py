"""The settings of a process, read once when it starts. Nothing else reads the environment."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

from msgspec.structs import replace

from application.ports.archive import ArchivePlace
from application.setting_fields import SettingFields
from application.setting_values import LIMITS, Kind, Rate, SettingError
from application.store_url import queue_beside
from application.webhooks.policy import WebhookPolicy

SOCKET_FILE = "socket.path"  # in the directory of the embedded store: where its socket is
OTHER_VARIABLES = {"host": "HOST", "port": "PORT", "log_format": "LUDOTHEQUE_LOG"}
COUNTED_BY_PROCESS = (
    *("rate_per_token", "rate_per_address", "rate_of_registration"),
    *("work_per_token", "work_per_address", "streams_per_token"),
)


def variable(name: str) -> str:
    """Return the environment variable of a field."""
    return OTHER_VARIABLES.get(name, f"LUDOTHEQUE_{name.upper()}")


def kind_of(hint: Any) -> Kind | None:
    """Return how a field is read; None if it is not read from the environment."""
    found = (getattr(each, "__metadata__", (None,)) for each in (hint, *get_args(hint)))
    return next((kind for kind, *_ in found if kind), None)


HINTS = get_type_hints(SettingFields, include_extras=True)
KINDS = {name: kind for name, hint in HINTS.items() if (kind := kind_of(hint))}
NO_LIMITS: dict[str, Any] = {name: None for name, kind in KINDS.items() if kind in LIMITS}


class Settings(SettingFields, frozen=True, kw_only=True):
    @classmethod
    def from_environment(cls, env: Mapping[str, str] = os.environ) -> "Settings":
        """Read all settings; raises SettingError for the first one that is invalid."""
        found: dict[str, Any] = {"var": Path("var").absolute()}
        if env.get("LUDOTHEQUE_LIMITS") == "off":
            found |= NO_LIMITS
        for name, kind in KINDS.items():
            if text := env.get(variable(name)):
                found[name] = kind.read(variable(name), text)
        if found.get("replicas") and found.get("redis_url") is None:
            raise SettingError(
                "LUDOTHEQUE_REPLICAS is 1, but the embedded store has no replica."
                " Set LUDOTHEQUE_REDIS_URL, or remove LUDOTHEQUE_REPLICAS."
            )
        return cls(**found)

    def of_one_process(self) -> "Settings":
        """Return the settings of one of several API processes, with its share of the limits."""
        shares = {name: share(getattr(self, name), self.processes) for name in COUNTED_BY_PROCESS}
        return replace(self, **shares)

    @property
    def store_directory(self) -> Path:
        return self.var / "store"

    @property
    def archive_place(self) -> ArchivePlace:
        """Return where the archive and this machine's index of it are."""
        index = self.archive_index or self.var / "archive.sqlite"
        return ArchivePlace(self.archive or str(self.var / "archive"), str(index))

    @property
    def log_directory(self) -> Path:
        return self.public_log or self.var / "log"

    @property
    def key_directory(self) -> Path:
        return self.public_log_keys or self.log_directory / "keys"

    @property
    def log_identity(self) -> tuple[Path, Path, str | None]:
        """Return the folder of the log, that of its keys, and its origin."""
        return self.log_directory, self.key_directory, self.public_log_origin

    @property
    def webhook_policy(self) -> WebhookPolicy:
        return WebhookPolicy(self.webhooks_loopback, self.webhooks_ports)

    def with_urls(self) -> "Settings":
        """Return the settings with the URLs of the store and the queue; raises SettingError."""
        return replace(self, redis_url=self.store_url(), queue_url=self.queue())

    def store_url(self) -> str:
        """Return the URL of the configured store, or of that of a running `ludotheque serve`."""
        if self.redis_url is not None:
            return self.redis_url
        try:
            socket = (self.store_directory / SOCKET_FILE).read_text()
        except OSError:
            raise SettingError(
                f"No store runs in {self.var}. Run `ludotheque serve`, or set LUDOTHEQUE_REDIS_URL."
            ) from None
        return f"unix://{socket}?db=0"

    def queue(self) -> str:
        """Return the URL of the job queue; the default is database 1 of the store."""
        try:
            return self.queue_url or queue_beside(self.store_url())
        except ValueError as wrong:
            raise SettingError(str(wrong)) from None


def share(limit: Rate | int | None, processes: int) -> Rate | int | None:
    """Return a limit divided by the processes, and rounded up."""
    if isinstance(limit, Rate):
        return Rate(-(-limit.per_second // processes), -(-limit.burst // processes))
    return None if limit is None else -(-limit // processes)


def environment_with(changes: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of this process with some variables replaced, for a child process."""
    return {**os.environ, **changes}
