"""Checks of replication: what a fail-over can lose, and whether commands can be confirmed."""

from collections.abc import Iterator

from workers.upkeep.doctor.facts import Facts
from workers.upkeep.doctor.finding import Finding


def failover_keeps_commands(facts: Facts) -> Iterator[Finding]:
    replicated = [master for master in facts.masters if master.replicas]
    if replicated and not facts.settings.replicas:
        names = ", ".join(master.name for master in replicated)
        yield Finding(
            "unsafe",
            f"A fail-over may lose acknowledged commands: {names} has a replica, but the server"
            " does not wait for it.",
            "Set LUDOTHEQUE_REPLICAS=1 for all processes.",
        )


def every_master_has_one_replica(facts: Facts) -> Iterator[Finding]:
    for master in facts.masters if facts.settings.replicas else ():
        if master.replicas == 0:
            yield Finding(
                "unsafe",
                f"{master.name} has no replica, so its tables take no commands.",
                "Start its replica, and wait until it is in sync.",
            )
        elif master.replicas > 1:
            yield Finding(
                "unsafe",
                f"{master.name} has {master.replicas} replicas: one may take over that lacks"
                " acknowledged commands.",
                "Keep exactly one replica for each master.",
            )


def masters_refuse_what_no_replica_gets(facts: Facts) -> Iterator[Finding]:
    for master in facts.masters if facts.settings.replicas else ():
        if master.config.get("min-replicas-to-write", "1") != "1":
            yield Finding(
                "unsafe",
                f"{master.name} stores commands that no replica gets: a fail-over undoes them.",
                "Set `min-replicas-to-write 1` on every server.",
            )


def replicas_stay_with_their_master(facts: Facts) -> Iterator[Finding]:
    for master in facts.masters if facts.settings.replicas else ():
        in_cluster = master.config.get("cluster-enabled") == "yes"
        if in_cluster and master.config.get("cluster-allow-replica-migration", "no") != "no":
            yield Finding(
                "unsafe",
                f"The replica of {master.name} may move to another master.",
                "Set `cluster-allow-replica-migration no` on every server.",
            )


CHECKS = (
    failover_keeps_commands,
    every_master_has_one_replica,
    masters_refuse_what_no_replica_gets,
    replicas_stay_with_their_master,
)
