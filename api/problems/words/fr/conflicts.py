"""Problems of a request that the present state of the table does not allow: status 409."""

from domain.kernel.words.texts import Meaning

refused_by_rules = Meaning(
    "Refusé par les règles",
    "Les règles du jeu refusent cette commande. `detail` dit pourquoi, et `rule` cite la règle.",
)
bad_deal = Meaning(
    "Donne impossible",
    "Une donne écrite de ce bac à sable ne convient pas au tirage. `detail` dit ce qui"
    " conviendrait ; ouvrez un autre bac à sable avec un script corrigé.",
)
not_a_sandbox = Meaning(
    "Pas un bac à sable",
    "On ne peut avancer que l’horloge d’un bac à sable. Ouvrez-en un avec `sandbox` dans `POST"
    " /v1/tables`.",
)
already_started = Meaning(
    "Partie déjà commencée",
    "La partie de cette table a commencé : sièges et options sont fixés. Ouvrez une autre"
    " table, ou terminez celle-ci avec `POST …/end`.",
)
already_seated = Meaning(
    "Siège déjà pris",
    "Vous avez déjà un siège à cette table, et il n’est pas en pilotage automatique.",
)
already_left = Meaning(
    "Siège déjà quitté",
    "Ce siège est déjà en pilotage automatique. Envoyez une commande, ou `POST …/seats`, pour"
    " le reprendre.",
)
bank_empty = Meaning(
    "Temps épuisé",
    "La réserve de temps de votre siège est vide : le serveur joue ses coups jusqu’à la fin."
    " Regardez la partie, ou ouvrez une autre table.",
)
resigned = Meaning(
    "Partie abandonnée",
    "Vous avez abandonné à cette table : le serveur joue pour vous. Vous pouvez encore la"
    " regarder.",
)
no_proposal = Meaning(
    "Pas de proposition",
    "Personne ne propose de terminer cette table. Proposez-le avec `POST …/end`.",
)
already_agreed = Meaning(
    "Accord déjà donné",
    "Vous avez accepté de terminer cette table. Attendez les autres, ou retirez votre accord"
    " avec `DELETE …/end`.",
)
proposed_before = Meaning(
    "Fin déjà proposée",
    "La fin de cette table a déjà été proposée à la décision en cours. Attendez la suivante.",
)
bot_luck = Meaning(
    "Hasard scellé d’un robot",
    "`luck` ne va pas avec `bot` : un robot ne donne pas de hasard. Omettez-le.",
)
no_sealed_luck = Meaning(
    "Pas de hasard scellé",
    "L’hôte de cette table a interdit le hasard scellé. Prenez un siège sans `luck`.",
)
luck_already_sealed = Meaning(
    "Hasard déjà scellé",
    "Votre siège a donné du hasard scellé, qui ne peut pas changer. Quittez le siège pour le"
    " retirer.",
)
luck_not_revealed = Meaning(
    "Hasard non révélé",
    "La partie attend que du hasard scellé soit révélé. Envoyez la commande après la donne.",
)
nothing_to_reveal = Meaning(
    "Rien à révéler", "Aucun de vos sièges n’a de hasard scellé qui reste à révéler."
)
wrong_share = Meaning(
    "Part fausse",
    "`share` ne correspond pas à l’engagement de votre siège. Envoyez les 32 octets dont"
    " vous avez donné l’empreinte.",
)
cannot_follow = Meaning(
    "Suite impossible",
    "`follows` doit être l’identifiant d’une table terminée du même jeu, qui n’est pas une"
    " bifurcation.",
)
cannot_rematch = Meaning(
    "Revanche impossible",
    "Une revanche demande une table fermée dont la partie a commencé et qui n’est pas une"
    " bifurcation. Ouvrez une autre table.",
)
seats_kept = Meaning(
    "Sièges réservés",
    "Cette table est une revanche : ses sièges sont gardés pour les joueurs de la table"
    " précédente. Trouvez ou ouvrez une autre table.",
)
cannot_fork = Meaning(
    "Bifurcation impossible",
    "Une bifurcation demande une table terminée et une version entre deux commandes de sa"
    " partie. Elle copie au plus 8 000 000 d’octets d’événements. Choisissez un autre `at`.",
)
history_rewritten = Meaning(
    "Histoire réécrite",
    "La tête que vous avez envoyée n’est pas sur la chaîne d’empreintes de cette table."
    " Gardez-la : elle montre que l’histoire a été changée, ou qu’elle est d’une autre table.",
)
bad_seats = Meaning(
    "Nombre de sièges impossible",
    "Ce jeu ne se joue pas avec ce nombre de sièges. `fewest_seats` et `most_seats` du jeu sont"
    " les limites.",
)
not_started = Meaning(
    "Partie non commencée",
    "La partie de cette table n’a pas commencé. L’hôte la commence avec `POST …/start`.",
)
other_game = Meaning(
    "Commande d’un autre jeu",
    "Cette commande est d’un autre jeu. `game` de la table dit à quoi elle joue.",
)
preference_taken = Meaning(
    "Pièce déjà prise",
    "Un autre joueur a réservé cette pièce. Choisissez une autre `preference`, ou omettez-la.",
)
unknown_preference = Meaning(
    "Pièce inconnue",
    "Le jeu n’a pas cette pièce. `pieces` du jeu donne les valeurs de `preference`.",
)
unknown_option = Meaning(
    "Option inconnue",
    "Le jeu n’a pas cette option, ou l’option n’admet pas cette valeur. `options_schema` du jeu"
    " donne les deux.",
)
table_full = Meaning(
    "Table complète", "Tous les sièges sont pris. Trouvez ou ouvrez une autre table."
)
table_finished = Meaning(
    "Table fermée",
    "Cette table est fermée et n’accepte plus de changement. Vous pouvez encore la lire,"
    " l’auditer et la continuer ailleurs.",
)
not_yet = Meaning(
    "Version pas encore atteinte",
    "La liste n’a pas atteint `min_version` en 5 s. Réessayez, ou omettez `min_version`.",
)
address_refused = Meaning(
    "Adresse de webhook refusée",
    "Un webhook demande une adresse `https` publique sur le port 443 ou 8443. Changez `url`.",
)
seek_matched = Meaning(
    "Table trouvée",
    "La recherche a trouvé une table. Lisez la recherche pour connaître la table, et quittez-y"
    " votre siège si vous ne voulez pas jouer.",
)
webhook_disabled = Meaning(
    "Webhook désactivé",
    "Le webhook est désactivé ; son champ `disabled` dit pourquoi. Réactivez-le avec `POST"
    " /v1/webhooks/{webhook}/enable`.",
)
webhook_queue_full = Meaning(
    "File de webhook pleine",
    "La file de ce webhook est pleine. Réessayez quand moins d’envois attendent.",
)
too_late = Meaning(
    "Délai dépassé",
    "Le délai de cette décision est passé ; le serveur joue le coup par défaut. Lisez les"
    " actions de la décision suivante.",
)
