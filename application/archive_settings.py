"""Settings of the archive: where it is, and when tables go there."""

from dataclasses import dataclass
from pathlib import Path

from application.setting_fields import setting
from application.setting_values import read_amount, read_path, read_text, read_whole


@dataclass(frozen=True, kw_only=True)
class ArchiveSettings:
    archive: str | None = setting(
        "LUDOTHEQUE_ARCHIVE",
        None,
        read_text,
        "The folder or the URL (`s3://`, `gs://`, `az://`) of the archive, which all processes"
        " share.",
        "`archive` in LUDOTHEQUE_VAR",
    )
    archive_index: Path | None = setting(
        "LUDOTHEQUE_ARCHIVE_INDEX",
        None,
        read_path,
        "The file of this machine's index of the archive, which can be rebuilt at any time.",
        "`archive.sqlite` in LUDOTHEQUE_VAR",
    )
    archive_hours: float | None = setting(
        "LUDOTHEQUE_ARCHIVE_HOURS",
        24.0,
        read_amount,
        "Hours after its end at which a table leaves the store for the archive; `off` for never.",
    )
    segment_hours: float | None = setting(
        "LUDOTHEQUE_SEGMENT_HOURS",
        24.0,
        read_amount,
        "Hours that a table waits for further tables of its game, to share a file of the archive.",
    )
    segment_tables: int = setting(
        "LUDOTHEQUE_SEGMENT_TABLES",
        1_000,
        read_whole,
        "The number of tables in one file of the archive; then no table waits for another.",
    )
    archive_pause: float | None = setting(
        "LUDOTHEQUE_ARCHIVE_PAUSE",
        60.0,
        read_amount,
        "Seconds between two searches for tables to archive.",
    )
    feed_seconds: float | None = setting(
        "LUDOTHEQUE_FEED_SECONDS",
        7 * 24 * 3_600.0,
        read_amount,
        "Seconds that commits stay in the feeds, even if every worker has processed them; an older"
        " cursor of the public feed gets 410.",
    )
