"""`ludotheque verify --log`: checks a history that holds against the public log of its server."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import httpx
from msgspec.structs import replace

from domain.audit import not_checked, public_log
from domain.audit.bundle import parse
from domain.audit.finding import WHOLE, CheckFailed
from domain.audit.verify import Report
from domain.log.errors import LogError
from domain.log.note import Verifier, parse_verifier
from domain.log.policy import NO_WITNESS, Policy, parse_policy
from domain.log.proof import FIRST_LINE
from workers.log_client import SECONDS, HttpLog

LOG = "/log"  # where the server has its log, beside /v1
OWN_WORD = "the key of the log: it is the server's own word; give it with `--log-key` or a policy"


class LogOptions(NamedTuple):
    """What the caller says about the log."""

    url: str
    key: str | None = None
    policy: Path | None = None
    scan: bool = False


def with_log(
    content: bytes, report: Report, options: LogOptions, http: httpx.Client | None = None
) -> Report:
    """Return the report with what the log adds; FAIL if the log denies a history that passed."""
    if report.verdict == "FAIL":
        return report
    with http or httpx.Client(timeout=SECONDS, follow_redirects=True) as client:
        try:
            return _with_log(content, report, options, client)
        except CheckFailed as failed:
            return replace(report, verdict="FAIL", flaw=failed.flaw)
        except (LogError, OSError, ValueError, httpx.HTTPError, httpx.InvalidURL) as wrong:
            flaw = CheckFailed("log", WHOLE, f"The public log: {wrong}.", "log").flaw
            return replace(report, verdict="FAIL", flaw=flaw)


def _with_log(content: bytes, report: Report, options: LogOptions, http: httpx.Client) -> Report:
    log, policy = HttpLog(options.url, http), _policy(options)
    key, given = _key(options, policy, http)
    bundle = parse(content)
    found = public_log.check(
        bundle,
        public_log.PublicLog(
            key=key,
            proof=_proof(options.url, bundle.header.table, http),
            checkpoint=log.checkpoint,
            read=log.read_tile,
            policy=policy,
            scan=options.scan,
        ),
    )
    still = [each for each in report.not_checked if each != not_checked.NO_WITNESS]
    missing = [*still, *found.missing, *([] if given else [OWN_WORD])]
    return replace(report, checked=(*report.checked, *found.done), not_checked=tuple(missing))


def _policy(options: LogOptions) -> Policy:
    if options.policy is None:
        return NO_WITNESS
    return parse_policy(options.policy.read_text(encoding="utf-8"))


def _key(options: LogOptions, policy: Policy, http: httpx.Client) -> tuple[Verifier, bool]:
    """Return the key of the log, and whether the caller has given it."""
    if options.key is not None:
        return parse_verifier(options.key), True
    served = _lines(http, f"{options.url.rstrip('/')}/keys")[0]
    if policy.logs:
        for each in policy.logs:
            if str(each.key) == served:
                return each.key, True
        raise LogError("the policy does not know the key of this log")
    return parse_verifier(served), False


def _proof(url: str, table: str, http: httpx.Client) -> str | None:
    """Return the proof that the server has for the end of a table; None if it has none."""
    server = url.rstrip("/").removesuffix(LOG)
    answer = http.get(f"{server}/v1/tables/{table}/receipt")
    return answer.text if answer.is_success and answer.text.startswith(FIRST_LINE) else None


def _lines(http: httpx.Client, url: str) -> Sequence[str]:
    answer = http.get(url)
    if not answer.is_success or not answer.text:
        raise LogError(f"{url} returns {answer.status_code}")
    return answer.text.splitlines()
