"""Problems of the server: a failure, or a store that does not respond."""

from domain.kernel.words.texts import Meaning

internal = Meaning(
    "Erreur interne",
    "Le serveur a échoué et en a noté la raison. Rien n’a été enregistré à moitié ; réessayez"
    " plus tard.",
)
history_damaged = Meaning(
    "Histoire endommagée",
    "Les événements enregistrés de cette table ne correspondent pas à sa chaîne d’empreintes :"
    " le serveur n’en rend aucun. L’exploitant doit restaurer la table.",
)
unknown_rules = Meaning(
    "Édition de règles inconnue",
    "Ce serveur n’a pas les règles de cette table. `GET …/history` fonctionne encore et nomme"
    " leur paquet sous `rules` ; l’exploitant doit l’installer.",
)
store_unavailable = Meaning(
    "Base indisponible",
    "La base de données ne répond pas. Rien n’a été enregistré ; réessayez après les secondes de"
    " `Retry-After`.",
)
too_many_connections = Meaning(
    "Trop de connexions",
    "Le serveur a atteint son nombre maximal de connexions. Rien n’a été fait ; réessayez après"
    " les secondes de `Retry-After`.",
)
not_ready = Meaning(
    "Pas prêt",
    "La base de données refuse d’écrire, ou le fera bientôt : `detail` en nomme la cause."
    " Envoyez les requêtes à un autre serveur, ou réessayez plus tard.",
)
maintenance = Meaning(
    "En maintenance",
    "Le serveur est en maintenance : vous pouvez lire, mais rien changer. Le temps est rendu aux"
    " joueurs. Réessayez après les secondes de `Retry-After`.",
)
table_busy = Meaning(
    "Table trop sollicitée",
    "Trop de requêtes changent cette table en même temps. Rien n’a été enregistré ; réessayez.",
)
outcome_unknown = Meaning(
    "Résultat inconnu",
    "La base de données n’a pas confirmé la requête à temps : elle est peut-être enregistrée,"
    " peut-être pas. Renvoyez-la avec la même `Idempotency-Key` ; sans clé, lisez d’abord ce qui"
    " est enregistré.",
)
