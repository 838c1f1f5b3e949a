"""Problems of a request: its form, its caller, its target or its rate."""

from domain.kernel.words.texts import Meaning

malformed = Meaning(
    "Requête mal formée",
    "La requête ne correspond pas à ce document. `field` nomme la partie fautive ; corrigez-la"
    " et renvoyez la requête.",
)
which_seat = Meaning(
    "Siège non précisé",
    "Vous avez plusieurs sièges à cette table. Ajoutez `?seat=` avec le numéro de l’un d’eux.",
)
token_missing = Meaning(
    "Jeton manquant",
    "Cette opération demande un jeton. Créez un joueur avec `POST /v1/players` et envoyez"
    " `Authorization: Bearer <token>`.",
)
token_unknown = Meaning(
    "Jeton inconnu",
    "Aucun joueur n’a ce jeton, ou il a été révoqué ou a expiré. Vérifiez le jeton, ou retrouvez"
    " votre joueur avec `POST /v1/recoveries`.",
)
ticket_unknown = Meaning(
    "Ticket inconnu",
    "Ce ticket de flux a été utilisé, a expiré ou appartient à une autre table. Créez-en un"
    " autre avec `POST …/tickets`.",
)
code_unknown = Meaning(
    "Code de secours inconnu",
    "Aucun joueur n’a ce code de secours, ou il a été utilisé ou remplacé. Vérifiez-le, ou"
    " utilisez un autre de vos codes.",
)
scope_missing = Meaning(
    "Droit manquant",
    "Il manque au jeton un droit que demande cette opération. Pour gérer votre compte, utilisez"
    " un jeton qui a tous ses droits.",
)
sandbox_off = Meaning(
    "Bacs à sable interdits",
    "Ce serveur n’autorise pas de bac à sable. Lancez-en un avec `make serve`, ou demandez à"
    " l’exploitant de régler `LUDOTHEQUE_SANDBOX=on`.",
)
not_seated = Meaning(
    "Sans siège",
    "Vous n’avez pas de siège à cette table. Prenez-en un avec `POST …/seats` avant le début.",
)
not_your_seat = Meaning(
    "Siège d’un autre",
    "Ce siège appartient à un autre joueur. `you.seats` de `GET …/tables/{table}` donne vos"
    " sièges.",
)
not_the_host = Meaning(
    "Réservé à l’hôte",
    "Seul l’hôte de la table peut faire cela. `host` de `GET …/tables/{table}` est son"
    " identifiant.",
)
not_watchable = Meaning(
    "Fermé aux spectateurs",
    "L’hôte de cette table a choisi qui peut regarder : `watch` vaut `invited` ou `nobody`."
    " Envoyez le code d’une invitation comme `Invitation`, ou attendez que la table soit fermée.",
)
not_finished = Meaning(
    "Table encore ouverte",
    "La vue d’un autre siège n’est visible qu’une fois la table fermée. Omettez `seat`, ou"
    " réessayez alors.",
)
suspended = Meaning(
    "Compte suspendu",
    "Un administrateur a suspendu votre compte ; `reason` dit pourquoi, et `until` jusqu’à"
    " quand. Vous pouvez encore lire. Adressez-vous à l’administrateur si vous"
    " n’êtes pas d’accord.",
)
registration_closed = Meaning(
    "Inscriptions fermées",
    "Ce serveur n’accepte de nouveaux joueurs que sur invitation. Demandez un code à un"
    " administrateur et envoyez-le comme `invitation`.",
)
invitation_unknown = Meaning(
    "Invitation inconnue",
    "Aucune invitation n’a ce code, ou elle a été épuisée ou révoquée, ou a expiré. Demandez-en"
    " une autre à un administrateur.",
)
unknown_caller = Meaning(
    "Appelant inconnu",
    "`caller` doit être l’identifiant d’un joueur ou une adresse IP. `GET /v1/admin/callers`"
    " donne les appelants des dernières minutes.",
)
no_such_invitation = Meaning(
    "Invitation introuvable",
    "Aucune invitation n’a cet identifiant, ou elle a été révoquée. `GET /v1/admin` donne celles"
    " qui sont valables.",
)
no_such_limit = Meaning(
    "Limite introuvable",
    "Aucune limite n’a cet identifiant, ou elle a pris fin. `GET /v1/admin` donne celles qui"
    " comptent.",
)
no_maintenance = Meaning(
    "Pas de maintenance",
    "Le serveur n’est pas en maintenance : il n’y a rien à terminer. `GET /v1/admin` le montre.",
)
not_suspended = Meaning(
    "Joueur non suspendu",
    "Ce joueur n’est pas suspendu. `GET /v1/admin/suspensions` donne les joueurs qui le sont.",
)
no_such_table = Meaning(
    "Table introuvable",
    "Aucune table n’a cet identifiant, ou elle est privée et vous n’êtes pas invité. `GET"
    " /v1/tables` donne les tables publiques.",
)
no_such_game = Meaning(
    "Jeu introuvable", "Ce serveur n’a pas de jeu de ce nom. `GET /v1/games` donne leurs clés."
)
no_such_seat = Meaning(
    "Siège introuvable",
    "Personne n’a ce siège. `seats` de `GET …/tables/{table}` donne les sièges pris.",
)
no_such_player = Meaning(
    "Joueur introuvable",
    "Aucun joueur ni robot n’a cet identifiant. `seats` d’une table donne ceux des deux.",
)
no_such_version = Meaning(
    "Version introuvable",
    "La table a moins d’événements que cette version. Sa `version` est la plus haute que vous"
    " puissiez demander.",
)
not_logged = Meaning(
    "Absent du journal public",
    "Le journal public n’a pas le début de cette table. Il y est ajouté dans les dix secondes"
    " qui le suivent : réessayez alors.",
)
no_such_token = Meaning(
    "Jeton introuvable",
    "Vous n’avez pas de jeton de cet identifiant. `GET /v1/players/me/tokens` donne les vôtres.",
)
no_such_webhook = Meaning(
    "Webhook introuvable",
    "Vous n’avez pas de webhook de cet identifiant. `GET /v1/webhooks` donne les vôtres.",
)
no_such_seek = Meaning(
    "Recherche introuvable",
    "Vous n’avez pas de recherche de cet identifiant, ou elle a pris fin il y a plus d’une"
    " heure. `GET /v1/seeks` donne les vôtres.",
)
no_such_event_type = Meaning(
    "Type d’événement introuvable",
    "Aucun événement n’a ce type. Le schéma `VisibleEvent` du document donne tous les types.",
)
no_such_delivery = Meaning(
    "Envoi introuvable",
    "Le webhook n’a pas d’envoi de cet identifiant. `GET /v1/webhooks/{webhook}/deliveries` les"
    " donne.",
)
no_such_audit = Meaning(
    "Audit introuvable",
    "Aucun audit n’a cet identifiant, ou son rapport a expiré après une semaine. Lancez-en un"
    " avec `POST …/audits`.",
)
no_such_page = Meaning(
    "Page introuvable",
    "Ce `cursor` ne vient pas de cette liste. Envoyez `next` de la page précédente, ou omettez"
    " `cursor`.",
)
no_such_problem = Meaning(
    "Problème introuvable",
    "Aucun problème n’a ce code. Le document OpenAPI donne les codes de chaque opération.",
)
not_found = Meaning(
    "Introuvable", "Il n’y a rien à ce chemin. `GET /schema/openapi.json` donne tous les chemins."
)
cursor_expired = Meaning(
    "Curseur expiré",
    "Le fil n’a plus les événements qui suivent ce `cursor`. Lisez les tables fermées avec `GET"
    " …/history`, ou recommencez sans `cursor`.",
)
method_not_allowed = Meaning(
    "Méthode non permise",
    "Ce chemin n’accepte pas cette méthode. L’en-tête `Allow` donne celles qu’il accepte.",
)
request_timeout = Meaning(
    "Requête trop lente",
    "La requête n’est pas arrivée entière à temps. Rien n’a été enregistré ; renvoyez-la.",
)
decision_moved_on = Meaning(
    "Décision dépassée",
    "La décision a changé depuis que vous l’avez lue : `If-Match` ne correspond plus. Relisez"
    " les actions.",
)
body_too_large = Meaning("Corps trop grand", "Le corps dépasse 64 Kio. Envoyez-en un plus petit.")
media_type = Meaning(
    "Type de contenu refusé",
    "Le corps doit être du JSON. Envoyez `Content-Type: application/json`.",
)
name_not_visible = Meaning(
    "Nom illisible",
    "Le nom contient des caractères que l’on ne peut ni voir ni distinguer, ou il y en a trop."
    " Choisissez un nom sans caractère de contrôle, de direction ou de largeur nulle.",
)
idempotency_key_reused = Meaning(
    "Clé d’idempotence réutilisée",
    "Cette `Idempotency-Key` a servi à une autre requête. Prenez une nouvelle clé pour chaque"
    " nouvelle requête.",
)
headers_too_large = Meaning(
    "En-têtes trop grands",
    "La ligne de requête et les en-têtes sont trop grands pour ce serveur. Envoyez-en de plus"
    " courts.",
)
