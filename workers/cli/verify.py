"""The command `ludotheque verify`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import click


@click.command()
@click.argument("bundle")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.File("rb"),
    help="File of responses that you have kept; their heads must be on the chain of the bundle.",
)
@click.option(
    "--with",
    "others",
    multiple=True,
    help="Further bundle (file or URL): the table that the rewards come from, or a rival for them.",
)
@click.option("--log", "log_url", help="URL of the public log, such as http://example.org/log.")
@click.option("--log-key", help="The key that verifies checkpoints of the log.")
@click.option(
    "--policy",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="C2SP policy file: the logs and witnesses you trust, and how many must cosign.",
)
@click.option(
    "--proof",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Proof that the log has the end of the table, from `GET …/receipt`; needs no network.",
)
@click.option(
    "--leaderboard",
    metavar="GAME",
    help="Fold the leaderboard of a game again, from the server or export BUNDLE and each --with.",
)
@click.option("--scan", is_flag=True, help="Read the whole log for entries that deny the history.")
def verify(
    bundle: str,
    as_json: bool,
    receipts: Sequence[BinaryIO],
    others: Sequence[str],
    log_url: str | None,
    log_key: str | None,
    policy: Path | None,
    proof: Path | None,
    leaderboard: str | None,
    scan: bool,
) -> None:
    """Verify the history of a table: format, hash chain, seed, every draw and every command.

    The report lists what was checked and what was not. BUNDLE is a file (JSON or NDJSON, optionally
    gzipped), `-` for standard input, or the URL of a history.

    \b
    Exit codes:
      0  PASS
      1  FAIL, or the input is not a bundle
      3  UNFINISHED: the table is not closed yet; its chain is correct so far
      4  UNKNOWN_RULES: all but the rules is correct; they are not installed here

    \b
    Examples:
      ludotheque verify http://127.0.0.1:8000/v1/tables/<table>/history
      ludotheque verify second.ndjson --with first.ndjson --receipt answers.ndjson --json
      ludotheque verify history.ndjson --log https://example.org/log --policy trusted.policy
      ludotheque verify history.ndjson --proof receipt.txt --policy trusted.policy
      ludotheque verify http://127.0.0.1:8000 --leaderboard <game> --with exported
    """
    from workers import verify as auditor
    from workers import verify_leaderboard
    from workers.verify_log import LogOptions

    if leaderboard is not None:
        sys.exit(verify_leaderboard.run(leaderboard, [bundle, *others], as_json))
    log = LogOptions(log_url, log_key, policy, scan, proof) if log_url or proof else None
    sys.exit(auditor.run(bundle, receipts, as_json, others, log))
