"""The golden tables of the snails: three circuits and a small championship."""

from tests.support.histories.golden import Golden

GOLDENS = (
    Golden(
        "gasterospeed", "chicanes_four_seats", 4, {"circuits": ["chicanes_carottes"]}, 8, eager=True
    ),
    Golden("gasterospeed", "dedale_two_seats", 2, {"circuits": ["dedale_au_pode"]}, 2, eager=True),
    Golden(
        "gasterospeed",
        "cross_ronces_sleepy",
        4,
        {"circuits": ["cross_ronces"], "turn_limit": 7},
        5,
        sleepy=True,
        eager=True,
    ),
    Golden(
        "gasterospeed",
        "championship_with_options",
        2,
        {
            "circuits": ["surfin_nymphea", "flipper_got", "raid_chataigne"],
            "fangio_de_la_prairie": True,
            "operation_ninjagot": True,
            "championnat_des_speedy": True,
            "championnat_des_coquillards": True,
            "vitesse_ou_endurance": True,
            "inner_walls": "rail",
            "deck": 80,
            "turn_limit": 2,
        },
        3,
    ),
)
