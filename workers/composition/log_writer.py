"""The process of `ludotheque work log`."""

import logging
import time

from application.logging import configure_logging
from application.setting_values import SettingError
from application.settings import Settings
from application.table_cache import TableCache
from application.world import RealWorld
from domain.log.errors import LogError
from domain.log.note import Signer
from domain.log.policy import Known, parse_policy
from store.errors import STORE_ERRORS
from store.public_log.folder import LogFolder
from store.public_log.identity import open_identity_of, retire
from workers.composition.store import opened
from workers.log_recovery import LogRecovery
from workers.log_writer import LogWriting
from workers.loop import repeat, run_until_signal
from workers.witness_client import WitnessClient


def run_log_writer(settings: Settings, name: str) -> None:
    """Append to the public log what tables have committed to, and have it cosigned."""
    configure_logging(settings.log_format, logging.INFO)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    run_until_signal(log_writer_process(settings, name))


async def log_writer_process(settings: Settings, name: str) -> None:
    def signers() -> tuple[Signer, ...]:
        """Return the keys that sign now; a rotation needs no restart."""
        retire(settings.log_directory, settings.key_directory, time.time())
        return open_identity_of(*settings.log_identity).signers

    signers()  # wrong keys are reported at once
    witnesses = WitnessClient(read_witnesses(settings))
    async with opened(settings) as store:
        writer = LogWriting(
            name,
            store.log_queue,
            LogFolder(settings.log_directory),
            signers,
            LogRecovery(TableCache(store.log, RealWorld()), store.scan, store.log_queue),
            witnesses,
            settings.public_log_seconds,
        )
        try:
            await repeat(writer.step, STORE_ERRORS)
        finally:
            await witnesses.aclose()


def read_witnesses(settings: Settings) -> list[Known]:
    """Return the witnesses that the settings name; raises SettingError if they cannot be read."""
    if settings.witnesses is None:
        return []
    try:
        policy = parse_policy(settings.witnesses.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, LogError) as wrong:
        raise SettingError(f"LUDOTHEQUE_WITNESSES: {wrong}") from None
    return list(policy.witnesses.values())
