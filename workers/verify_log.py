"""`ludotheque verify --log`: checks a history that holds against the public log of its server."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import httpx
from msgspec.structs import replace

from domain.audit import log_proof, public_log, verdict
from domain.audit.bundle import parse
from domain.audit.finding import WHOLE, CheckFailed, Flaw
from domain.audit.verify import Report, with_line
from domain.log.checkpoint import NO_WITNESS, WitnessPolicy, parse_policy
from domain.log.note import LogError, Verifier, parse_verifier
from domain.log.proof import FIRST_LINE
from workers.log_client import SECONDS, HttpLog

LOG = "/log"  # where the server has its log, beside /v1
OWN_WORD = "the key of the log: it is the server's own word; give it with `--log-key` or a policy"


class LogOptions(NamedTuple):
    """What the caller says about the log."""

    url: str | None  # None: offline, with a proof
    key: str | None = None
    policy: Path | None = None
    scan: bool = False
    proof: Path | None = None  # of the end of the table


def with_log(
    content: bytes, report: Report, options: LogOptions, http: httpx.Client | None = None
) -> Report:
    """Return the report with what the log adds; FAIL if the log denies a history that passed."""
    if report.verdict == "FAIL":
        return report
    with http or httpx.Client(timeout=SECONDS, follow_redirects=True) as client:
        try:
            if options.proof is not None:
                report = _with_proof(content, report, options, options.proof)
            return report if options.url is None else _with_log(content, report, options, client)
        except CheckFailed as failed:
            found = failed.flaw
        except (LogError, OSError, ValueError, httpx.HTTPError, httpx.InvalidURL) as wrong:
            found = Flaw("log", WHOLE, f"The public log: {wrong}.", "log")
    return replace(report, verdict="FAIL", flaw=with_line(found, parse(content)))


def _with_proof(content: bytes, report: Report, options: LogOptions, path: Path) -> Report:
    """Return the report with what a proof shows that the caller has kept."""
    bundle, policy = parse(content), _policy(options)
    named = log_proof.named_key(bundle) if options.key is None else parse_verifier(options.key)
    given = options.key is not None or any(named == each.key for each in policy.logs)
    if policy.logs and not given:
        raise LogError("the policy does not know the key of this log")
    found = log_proof.check_offline(bundle, path.read_text(encoding="utf-8"), named, policy)
    return _added(report, found, given)


def _with_log(content: bytes, report: Report, options: LogOptions, http: httpx.Client) -> Report:
    assert options.url is not None
    log, policy = HttpLog(options.url, http), _policy(options)
    key, given = _key(options.url, options, policy, http)
    bundle = parse(content)
    found = public_log.check(
        bundle,
        public_log.PublicLog(
            key=key,
            proof=_proof(options.url, bundle.header.table, http),
            start=_proof(options.url, bundle.header.table, http, "?of=start"),
            cosigned=log.cosigned,
            checkpoint=log.checkpoint,
            read=log.read_tile,
            policy=policy,
            scan=options.scan,
        ),
    )
    return _added(report, found, given)


def _added(report: Report, found: public_log.Checked, given: bool) -> Report:
    """Return the report with what was found; `given` says whether the caller knew the key."""
    known = {verdict.NO_WITNESS, *found.missing, OWN_WORD}
    still = [each for each in report.not_checked if each not in known]
    missing = [*still, *found.missing, *([] if given else [OWN_WORD])]
    return replace(report, checked=(*report.checked, *found.done), not_checked=tuple(missing))


def _policy(options: LogOptions) -> WitnessPolicy:
    if options.policy is None:
        return NO_WITNESS
    return parse_policy(options.policy.read_text(encoding="utf-8"))


def _key(
    url: str, options: LogOptions, policy: WitnessPolicy, http: httpx.Client
) -> tuple[Verifier, bool]:
    """Return the key of the log, and whether the caller has given it."""
    if options.key is not None:
        return parse_verifier(options.key), True
    served = _lines(http, f"{url.rstrip('/')}/keys")[0]
    if policy.logs:
        for each in policy.logs:
            if str(each.key) == served:
                return each.key, True
        raise LogError("the policy does not know the key of this log")
    return parse_verifier(served), False


def _proof(url: str, table: str, http: httpx.Client, of: str = "") -> str | None:
    """Return the proof that the server has for the end or start of a table; None if it has none."""
    server = url.rstrip("/").removesuffix(LOG)
    answer = http.get(f"{server}/v1/tables/{table}/receipt{of}")
    return answer.text if answer.is_success and answer.text.startswith(FIRST_LINE) else None


def _lines(http: httpx.Client, url: str) -> Sequence[str]:
    answer = http.get(url)
    if not answer.is_success or not answer.text:
        raise LogError(f"{url} returns {answer.status_code}")
    return answer.text.splitlines()
