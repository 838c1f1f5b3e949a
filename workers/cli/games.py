"""The commands `ludotheque games` and `ludotheque new-game`."""

from pathlib import Path

import click


@click.command()
def games() -> None:
    """List the games of this server, and the package of each.

    A game that is installed with pip is listed, and can be played after a restart. Exit code 1 if
    a package could not be loaded; the reason is printed.
    """
    from application.play.rules_source import rules_source
    from domain.games import GAMES, NOT_LOADED

    for key, game in GAMES.items():
        source = rules_source(key)
        assert source is not None
        where = f"{source.distribution} {source.version}"
        click.echo(f"{key}  {game.title.en}, rules {game.rules_version}, from {where}")
    for failed in NOT_LOADED:
        click.echo(
            f"{failed.name} from {failed.distribution} is not loaded: {failed.why}", err=True
        )
    if NOT_LOADED:
        raise SystemExit(1)


@click.command("new-game")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Where to write it. [default: ./NAME]",
)
def new_game(name: str, folder: Path | None) -> None:
    """Write a small complete game into a new folder, to be changed into your own.

    NAME is the key of the game: lower-case letters, digits and `_`. The folder is a Python package
    with tests. It passes the laws that every game obeys.

    \b
    Example:
      ludotheque new-game star_race
    """
    from ludotheque.scaffold import CannotScaffold, scaffold

    target = folder or Path(name)
    try:
        written = scaffold(name, target)
    except CannotScaffold as why:
        raise click.ClickException(str(why)) from None
    for path in written:
        click.echo(str(path))
    click.echo(f"Next: cd {target} && pip install -e '.[test]' && pytest")
