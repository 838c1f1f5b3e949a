"""`ludotheque witness`: the composition root of a witness."""

import time
from collections.abc import Sequence
from pathlib import Path

import click

from domain.log.note import LogError, parse_verifier
from workers.log_client import HttpLog
from workers.loop import until_signal
from workers.witness.cosigner import Cosigner, open_key
from workers.witness.server import WitnessServer
from workers.witness.watch import Watch


def run(
    name: str,
    logs: Sequence[tuple[str, str]],
    folder: Path,
    address: tuple[str, int],
    seconds: float,
) -> None:
    """Serve until a signal stops it; print the key that verifies its cosignatures."""
    try:
        key = open_key(folder, name)
        known = [(parse_verifier(vkey), url) for vkey, url in logs]
    except (LogError, OSError) as wrong:
        raise click.ClickException(str(wrong)) from None
    cosigner = Cosigner(folder, key, [log for log, _ in known], _now)
    watches = [Watch(folder, log, HttpLog(url), _now) for log, url in known]
    with WitnessServer(address, cosigner, watches) as server:
        server.watch(seconds)
        click.echo(f"witness {name} {key.verifier} http://{address[0]}:{server.server_port}")
        until_signal(server.serve_forever, server.shutdown)


def _now() -> int:
    return int(time.time())
