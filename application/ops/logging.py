"""Log lines for operators: one line each, as text or JSON, and never a secret.

Of an exception only its type and its places in the code are logged: its message may name a hidden
card.
"""

import json
import logging
import re
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)  # its id
ROOT = Path(__file__).parents[2]
# Secrets that other libraries may put into a message.
_SECRETS = re.compile(r"(?i)\b(bearer\s+|ticket=|token=|://[^/@\s]*:)[^\s&\"'@]+")
_ORDINARY = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


def configure_logging(log_format: str, level: int = logging.WARNING) -> None:
    """Write all log lines of this process to stderr, as `text` or `json`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(FORMATTERS[log_format]())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("ludotheque.access").setLevel(logging.INFO)


class Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        found = fields(record)
        head = " ".join(str(found.pop(name)) for name in ("at", "level", "logger"))
        message = found.pop("message")
        return " ".join(
            [f"{head}: {message}", *(f"{name}={value}" for name, value in found.items())]
        )


class Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(fields(record), ensure_ascii=False, default=str)


FORMATTERS = {"text": Text, "json": Json}


def fields(record: logging.LogRecord) -> dict[str, Any]:
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    common = {
        "at": at.replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": without_secrets(record.getMessage()),
    }
    if (request := REQUEST.get()) is not None:
        common["request"] = request
    more = {name: value for name, value in vars(record).items() if name not in _ORDINARY}
    fault = record.exc_info[1] if record.exc_info else None
    return {**common, **more, **({"fault": exception_places(fault)} if fault else {})}


def without_secrets(text: str) -> str:
    return _SECRETS.sub(lambda found: found[1] + "…", text)


def exception_places(fault: BaseException | None) -> list[str]:
    """Return the type and the places of an exception, and of each of its causes."""
    lines: list[str] = []
    while fault is not None:
        places = [_place(frame) for frame in traceback.extract_tb(fault.__traceback__)]
        lines.append(" < ".join([type(fault).__name__, *reversed(places)]))
        fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    return lines


def _place(frame: traceback.FrameSummary) -> str:
    path = Path(frame.filename)
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else Path(path.name)
    return f"{shown}:{frame.lineno} {frame.name}"
