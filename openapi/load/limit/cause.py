"""Names the part that gave way first: the busiest one while the goals were missed."""

from collections.abc import Mapping

GENERATOR, API, LOOP, STORE, DISK = "generator", "api", "event_loop", "store", "disk"
MACHINE, LIMITS, UNKNOWN = "machine", "limits", "unknown"
SATURATED = 0.8  # a generator so busy measures itself
FULL = 0.95  # without an idle processor, a part that waits for one looks blocked
BUSY = 0.4  # a part that waits more than it works limits nothing
LIMITED = ("too_many_requests", "too_much_work", "server_busy")  # codes of the server's own limits
SENTENCES = {
    GENERATOR: "the generator: this process is busy, so the server may bear more",
    API: "the API: its process is busy",
    LOOP: "the event loop of the API: it is blocked without using the processor",
    STORE: "the store: it executes commands without a pause",
    DISK: "the disk of the store: writing the log takes the time",
    MACHINE: "this machine: all its processors are busy, also with other programs",
    LIMITS: "the limits of the server; LUDOTHEQUE_LIMITS=off switches them off",
    UNKNOWN: "unknown: no measured part was busy",
}
UNMEASURED = "the store and its disk were not measured: give the store with --store URL"


def cause(busy: Mapping[str, float], errors: Mapping[str, int] | None = None) -> str:
    """Return the name of the part that gave way; MACHINE, LIMITS or UNKNOWN if it is none."""
    if busy.get(GENERATOR, 0.0) >= SATURATED:
        return GENERATOR
    counted = errors or {}
    limited = sum(counted.get(code, 0) for code in LIMITED)
    if limited and 2 * limited >= sum(counted.values()):
        return LIMITS
    parts = {name: share for name, share in busy.items() if name != MACHINE and share >= BUSY}
    busiest = max(parts, key=lambda name: parts[name], default=UNKNOWN)
    full = busy.get(MACHINE, 0.0) >= FULL
    return MACHINE if full and busiest in (LOOP, UNKNOWN) else busiest


def explained(name: str, busy: Mapping[str, float]) -> list[str]:
    """Return sentences: what gave way first, and how busy each part was."""
    lines = [f"gave way first: {SENTENCES[name]}"]
    lines.append("busy: " + ", ".join(f"{part} {share:.0%}" for part, share in busy.items()))
    return lines if STORE in busy else [*lines, UNMEASURED]
