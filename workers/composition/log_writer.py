"""The loop `log`."""

import time

from application.setting_values import SettingError
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from domain.log.checkpoint import Known, parse_policy
from domain.log.note import LogError, Signer
from store.client.errors import STORE_ERRORS
from store.public_log.folder import LogFolder
from store.public_log.identity import open_identity_of, retire
from workers.composition.parts import Parts
from workers.log_recovery import LogRecovery
from workers.log_writer import LogWriting
from workers.loop import repeat
from workers.witness_client import WitnessClient


async def log_loop(parts: Parts) -> None:
    """Append to the public log what tables have committed to, and have it cosigned."""
    settings, store = parts.settings, parts.store
    witnesses = WitnessClient(read_witnesses(settings))
    writer = LogWriting(
        parts.name,
        store.log_queue,
        LogFolder(settings.log_directory),
        lambda: signers(settings),
        LogRecovery(TableCache(store.log, RealWorld()), store.scan, store.log_queue),
        witnesses,
        settings.public_log_seconds,
    )
    try:
        await repeat(writer.step, STORE_ERRORS)
    finally:
        await witnesses.aclose()


def require_log_settings(settings: Settings) -> None:
    """Raise SettingError if the keys of the log or the file of witnesses cannot be used."""
    signers(settings)
    read_witnesses(settings)


def signers(settings: Settings) -> tuple[Signer, ...]:
    """Return the keys that sign now; a rotation needs no restart."""
    retire(settings.log_directory, settings.key_directory, time.time())
    return open_identity_of(*settings.log_identity).signers


def read_witnesses(settings: Settings) -> list[Known]:
    """Return the witnesses that the settings name; raises SettingError if they cannot be read."""
    if settings.witnesses is None:
        return []
    try:
        policy = parse_policy(settings.witnesses.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, LogError) as wrong:
        raise SettingError(f"LUDOTHEQUE_WITNESSES: {wrong}") from None
    return list(policy.witnesses.values())
