"""What the doctor looks at: settings, store, workers and the machine, as plain values."""

from dataclasses import dataclass, field
from ipaddress import ip_address

from application.ops.readiness import StoreFacts
from application.settings import Settings
from application.store_url import split_url


@dataclass(frozen=True, kw_only=True)
class Machine:
    """The limits of this machine; None where they cannot be found out."""

    open_files: int | None  # that a process may have
    overcommit: int | None  # vm.overcommit_memory
    haproxy: bool
    optimised: bool | None = None  # whether the interpreter was built with profiles
    loose_keys: tuple[str, ...] = ()  # secret keys that others than their owner can read


@dataclass(frozen=True, kw_only=True)
class Backlog:
    """What waits for each worker: what it is, how much, and how much of it is normal."""

    worker: str
    what: str
    amount: float
    usual: float


@dataclass(frozen=True, kw_only=True)
class Master:
    """A server of the store that takes writes: its replicas, and its options as CONFIG GET says."""

    name: str
    replicas: int
    config: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class Facts:
    settings: Settings
    machine: Machine
    store_url: str | None  # None: there is no store to be found
    store: StoreFacts | None  # None: it does not answer
    config: dict[str, str] = field(default_factory=dict)  # of the store, as CONFIG GET returns it
    clock_ahead: float = 0.0  # seconds by which the clock of the store is before that of this one
    backlogs: tuple[Backlog, ...] = ()
    masters: tuple[Master, ...] = ()  # those that can be asked


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach the host."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host in ("localhost", "")


def without_password(url: str) -> str:
    """Return a URL that may be shown."""
    parts, _ = split_url(url)
    if parts.password is None:
        return url
    return url.replace(f":{parts.password}@", ":…@", 1)
