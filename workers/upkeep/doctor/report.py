"""What the doctor says: what is configured, and what to mend."""

from collections.abc import Sequence

from application.settings import KINDS, Settings, variable
from domain.kernel.messages import Value
from workers.upkeep.doctor.checks import findings
from workers.upkeep.doctor.facts import Facts, without_password
from workers.upkeep.doctor.finding import Finding

SECRET = ("redis_url", "queue_url", "archive")


class DoctorReport(Value, frozen=True):
    """The settings that differ from their defaults, the store, and all findings."""

    settings: dict[str, str]
    store: str
    findings: Sequence[Finding]

    @property
    def safe(self) -> bool:
        return all(finding.level != "unsafe" for finding in self.findings)


def report_of(facts: Facts) -> DoctorReport:
    return DoctorReport(_changed(facts.settings), _store(facts), findings(facts))


def as_text(report: DoctorReport) -> str:
    """Return the report for people, what is unsafe first."""
    lines = [f"Store: {report.store}"]
    lines += [f"Set: {name}={value}" for name, value in report.settings.items()]
    lines += ["", *(_paragraph(finding) for finding in report.findings)]
    unsafe = sum(finding.level == "unsafe" for finding in report.findings)
    advice = len(report.findings) - unsafe
    lines.append(f"{unsafe} unsafe, {advice} to improve." if report.findings else "All is well.")
    return "\n".join(lines)


def _paragraph(finding: Finding) -> str:
    return f"[{finding.level}] {finding.problem}\n    {finding.action}"


def _changed(settings: Settings) -> dict[str, str]:
    """Return the variables that were set, without passwords."""
    found = {}
    usual = Settings.from_environment({})
    for name in KINDS:
        value = getattr(settings, name)
        if value != getattr(usual, name):
            shown = without_password(str(value)) if name in SECRET else str(value)
            found[variable(name)] = shown
    return found


def _store(facts: Facts) -> str:
    if facts.store_url is None:
        return "none"
    where = without_password(facts.store_url)
    if facts.store is None:
        return f"{where}, does not answer"
    store = facts.store
    safety = f"durability {store.durability}, fail-over {store.failover}"
    return f"{store.server} {store.version} at {where}, {safety}"
