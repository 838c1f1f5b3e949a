"""The setting of replicated acknowledgements."""

from dataclasses import dataclass

from application.setting_fields import setting
from application.setting_values import read_replicas


@dataclass(frozen=True, kw_only=True)
class ReplicationSettings:
    replicas: int = setting(
        "LUDOTHEQUE_REPLICAS",
        0,
        read_replicas,
        "How many replicas must have a command before the server acknowledges it, `0` or `1`. With"
        " `1`, each server of your store needs exactly one replica.",
    )
