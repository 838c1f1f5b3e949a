"""`ludotheque verify`, run in this process."""

from click.testing import CliRunner, Result

from workers.cli import main


def verify_command(*words: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["verify", *words], input=given, prog_name="ludotheque")
