"""The commands of `ludotheque admin` for tables, registration, callers and maintenance."""

import click

from workers.cli.administering import office_call, reason_option
from workers.cli.base import print_json

DAY, HOUR, MINUTE = 24 * 3600, 3600, 60


@click.command("close-table")
@click.argument("table")
@reason_option
def close_table(table: str, reason: str) -> None:
    """Close TABLE (an id) without a result; everybody who sees the table sees the reason."""
    from application.administration import tables

    office_call(lambda office, by: tables.close_table(office, by, table, reason))


@click.command()
@click.argument("state", type=click.Choice(["open", "closed"]))
@reason_option
def registration(state: str, reason: str) -> None:
    """Open registration to anyone, or close it: new players then need an invitation."""
    from application.administration import registration as rules

    office_call(lambda o, by: rules.set_registration(o, by, state == "open", reason))


@click.command()
@reason_option
@click.option("--uses", type=click.IntRange(1, 100_000), default=1, help="For how many players.")
@click.option("--days", type=click.IntRange(1, 3660), default=30, help="For how long.")
def invite(reason: str, uses: int, days: int) -> None:
    """Create an invitation and print its code, which is stored nowhere."""
    from application.administration import registration as rules

    print_json(office_call(lambda o, by: rules.invite(o, by, uses, days * DAY, reason)))


@click.command()
def invitations() -> None:
    """List the invitations that are neither revoked nor expired."""
    from application.administration import registration as rules

    print_json(office_call(lambda office, _: rules.invitations(office)))


@click.command("revoke-invitation")
@click.argument("invitation")
@reason_option
def revoke_invitation(invitation: str, reason: str) -> None:
    """Revoke INVITATION (an id)."""
    from application.administration import registration as rules

    office_call(lambda office, by: rules.revoke_invitation(office, by, invitation, reason))


@click.command()
@click.option("--minutes", type=click.IntRange(1, 15), default=5, help="How far to look back.")
def callers(minutes: int) -> None:
    """List the players and addresses with the most requests in the last minutes."""
    from application.administration import callers as heavy

    print_json(office_call(lambda office, _: heavy.heavy_callers(office, minutes, limit=20)))


@click.command()
@click.argument("caller")
@reason_option
@click.option("--per-second", type=click.IntRange(1, 10_000), required=True, help="Requests.")
@click.option("--burst", type=click.IntRange(1, 100_000), help="Requests at once.")
@click.option("--hours", type=click.IntRange(1, 87_840), default=24, help="For how long.")
def limit(caller: str, reason: str, per_second: int, burst: int | None, hours: int) -> None:
    """Set a lower rate limit for CALLER: the id of a player, or an address."""
    from application.administration import callers as heavy
    from application.setting_values import Rate

    rate, seconds = Rate(per_second, burst or per_second), hours * HOUR
    print_json(office_call(lambda o, by: heavy.limit_caller(o, by, caller, rate, seconds, reason)))


@click.command()
def limits() -> None:
    """List the lower rate limits that count now."""
    print_json(office_call(lambda office, _: office.limits()))


@click.command("lift-limit")
@click.argument("limit_id", metavar="LIMIT")
@reason_option
def lift_limit(limit_id: str, reason: str) -> None:
    """End LIMIT (an id) before its time."""
    from application.administration import callers as heavy

    office_call(lambda office, by: heavy.lift_limit(office, by, limit_id, reason))


@click.group()
def maintenance() -> None:
    """Stop all changes for a while; players can read, and get the time back."""


@maintenance.command("on")
@click.argument("message")
@click.option("--minutes", type=click.IntRange(1, 10_080), default=5, help="How long, probably.")
def maintenance_on(message: str, minutes: int) -> None:
    """Begin maintenance with a MESSAGE for everybody, or change the message."""
    from application.administration import maintenance as rules

    seconds = minutes * MINUTE
    office_call(lambda o, by: rules.begin_maintenance(o, by, message, seconds))


@maintenance.command("off")
@click.option("--reason", default="Done.", help="Recorded with the end.")
def maintenance_off(reason: str) -> None:
    """End maintenance and print the time that players get back, in ms since 1970."""
    from application.administration import maintenance as rules

    print_json(office_call(lambda office, by: rules.end_maintenance(office, by, reason)))


COMMANDS = (
    *(close_table, registration, invite, invitations, revoke_invitation),
    *(callers, limit, limits, lift_limit, maintenance),
)
