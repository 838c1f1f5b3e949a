"""The metrics of several processes of one machine as one text; each serves its own on a socket."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from application.settings import Settings

SUFFIX = ".metrics"  # of the socket of a process
SECONDS = 1.0  # for the answer of another process
REQUEST = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
_SAMPLE = re.compile(r"(\w+)(?:\{(.*)\})? (\S+)$")


def socket_of_metrics(settings: Settings) -> Path | None:
    """Return where this process serves its own metrics; None if it is the only one."""
    if settings.processes == 1 or settings.socket is None:
        return None
    return settings.socket.with_suffix(SUFFIX)


async def gathered(own: bytes, socket: Path) -> bytes:
    """Return the metrics of all processes with a socket beside this one.

    One that does not answer is left out. Samples have the name of the socket as `process`.
    """
    others = [path for path in sorted(socket.parent.glob("*" + SUFFIX)) if path != socket]
    answers = await asyncio.gather(*map(_read, others))
    found = {socket.stem: own, **dict(zip((path.stem for path in others), answers, strict=True))}
    texts = {name: text.decode() for name, text in sorted(found.items()) if text}
    return own if len(texts) == 1 else merged(texts).encode()


def merged(texts: Mapping[str, str]) -> str:
    """Return texts in the format of Prometheus as one, in which each metric is described once."""
    heads: defaultdict[str, list[str]] = defaultdict(list)
    samples: defaultdict[str, list[str]] = defaultdict(list)
    for process, text in texts.items():
        metric = ""
        for line in text.splitlines():
            if line.startswith("#"):
                metric = line.split()[2]
                if line not in heads[metric]:
                    heads[metric].append(line)
            elif (sample := _SAMPLE.match(line)) is not None:
                name, labels, value = sample.groups()
                more = f",{labels}" if labels else ""
                samples[metric].append(f'{name}{{process="{process}"{more}}} {value}')
    return "".join(f"{line}\n" for metric in heads for line in (*heads[metric], *samples[metric]))


async def _read(socket: Path) -> bytes:
    with suppress(OSError):
        async with asyncio.timeout(SECONDS):
            reader, writer = await asyncio.open_unix_connection(socket)
            try:
                writer.write(REQUEST)
                return (await reader.read()).partition(b"\r\n\r\n")[2]
            finally:
                writer.close()
    return b""
