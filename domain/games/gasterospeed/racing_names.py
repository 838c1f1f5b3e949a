"""The racing names that a snail can be given (GS-7): a list, so that no free text is stored."""

RULEBOOK = ("Rackham le Noir", "Rapido Blue", "V 6 Turbo", "Rolling Scargot")
FRENCH = (
    *(
        "Turbave",
        "Bolide Baveur",
        "Éclair Gluant",
        "Coquille d'Or",
        "Antenne Folle",
        "Gastéronaute",
    ),
    *("Grand Cornu", "Petit Gris", "Fonceur", "Bourgogne", "Pied Léger", "Roi des Laitues"),
    *("Spirale", "Tonnerre Mou", "Comète Humide", "Le Baron", "La Comtesse", "Maître Cagouille"),
    *("Luma", "Carapate", "Zéphyr", "Brise Rosée", "Mistral", "Tornade Lente", "Bave Royale"),
    *("Chou Ardent", "Radis Noir", "Persil Rapide", "Trèfle Vert", "Flèche Molle", "Dynamollusque"),
    *("Hélix le Grand",),
)
ENGLISH = (
    *(
        "Slime Lightning",
        "Turbo Shell",
        "Silver Trail",
        "Rocket Foot",
        "Slow Thunder",
        "Sticky Star",
    ),
    *(
        "Garden Comet",
        "Salad King",
        "Lettuce Queen",
        "Captain Slick",
        "Major Slither",
        "Dew Dancer",
    ),
    *("Iron Spiral", "Velvet Horn", "Mossy Bullet", "The Duchess", "Old Gumshoe", "Leaf Raider"),
    *("Puddle Pilot", "Shellshock", "Sir Slidesalot", "Midnight Crawl", "Glue Baron", "Rain Racer"),
    *("Cabbage Fury", "Radish Rider", "Clover Flash", "Speedy Mollusc", "Grand Whorl", "Snailor"),
    *("Quick Mucus", "Escargogo"),
)
RACING_NAMES = (*RULEBOOK, *FRENCH, *ENGLISH)
