"""The names of bots: each follows from the id of the bot, so nothing is stored for it."""

from hashlib import sha256

from domain.kernel.ids import PlayerId

GIVEN = (
    *("Ada", "Basile", "Clara", "Denis", "Edgar", "Flora", "Gaston", "Hugo", "Ines", "Jules"),
    *("Karim", "Lise", "Marius", "Nora", "Odile", "Paco", "Quentin", "Rosa", "Simon", "Tilda"),
    *("Ursula", "Victor", "Wanda", "Xavier", "Yvon", "Zelda", "Alma", "Bruno", "Celia", "Dario"),
    *("Emma", "Felix"),
)


def bot_name(bot: PlayerId) -> str:
    """Return the name of a bot, the same in every language."""
    return f"Robot {GIVEN[sha256(bot.encode()).digest()[0] % len(GIVEN)]}"
