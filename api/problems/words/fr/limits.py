"""Problems of callers who have used up a limit."""

from domain.kernel.words.texts import Meaning

too_many_tokens = Meaning(
    "Trop de jetons",
    "Vous avez atteint la limite de jetons par joueur (`limit`). Révoquez-en un avec `DELETE"
    " /v1/players/me/tokens/{token}`, ou tous les autres avec `DELETE /v1/players/me/tokens`.",
)
token_rotated = Meaning(
    "Jeton déjà remplacé",
    "Ce jeton a été remplacé et vit son délai de grâce. Utilisez le nouveau. Si cette réponse s’est"
    " perdue, créez un jeton avec un autre qui a tous les droits du compte, ou avec un code.",
)
too_many_webhooks = Meaning(
    "Trop de webhooks",
    "Vous avez atteint la limite de webhooks par joueur (`limit`). Supprimez-en un avec `DELETE"
    " /v1/webhooks/{webhook}`.",
)
too_many_seeks = Meaning(
    "Trop de recherches",
    "Vous avez atteint la limite de recherches en attente à la fois (`limit`). Annulez-en une"
    " avec `DELETE /v1/seeks/{seek}`.",
)
too_many_tables = Meaning(
    "Trop de tables",
    "Vous avez atteint la limite de tables ouvertes ou en cours par hôte (`limit`). Finissez-en"
    " une, ou annulez une table qui n’a pas commencé.",
)
too_many_bot_tables = Meaning(
    "Trop de tables de robots",
    "Vous avez atteint la limite de tables en cours où ne jouent que des robots (`limit`)."
    " Attendez que l’une soit finie, ou prenez un siège vous-même.",
)
too_many_at_address = Meaning(
    "Trop pour votre adresse",
    "Les joueurs de votre adresse ont autant de tables, de tables de robots, de recherches ou de"
    " webhooks qu’une adresse peut en avoir (`limit`). Fermez-en un, ou écrivez à l’opérateur.",
)
too_many_events = Meaning(
    "Trop d’événements",
    "Cette table a atteint la limite d’événements avant son début (`limit`) : personne ne peut"
    " plus y prendre de siège. Commencez la partie, ou ouvrez une autre table.",
)
too_many_requests = Meaning(
    "Trop de requêtes",
    "Vous avez atteint votre limite de débit. Attendez les secondes de `Retry-After`. La"
    " commande d’un siège qui doit décider n’est pas limitée.",
)
too_much_work = Meaning(
    "Trop de travail",
    "Vous avez atteint votre limite de relectures d’histoire, qui coûtent une unité par"
    " événement. Attendez les secondes de `Retry-After`, ou lisez la table sans `at` ni `head`.",
)
too_many_seat_changes = Meaning(
    "Trop de changements de siège",
    "Vous avez pris, quitté ou rempli trop de sièges (`limit`). Attendez les secondes de"
    " `Retry-After`.",
)
too_many_audits = Meaning(
    "Trop d’audits",
    "Vous avez demandé trop d’audits (`limit`). Attendez les secondes de `Retry-After`, ou"
    " vérifiez l’histoire vous-même avec `ludotheque verify`.",
)
too_many_tests = Meaning(
    "Trop d’essais",
    "Vous avez essayé des webhooks trop souvent (`limit`). Attendez les secondes de `Retry-After`.",
)
too_many_forks = Meaning(
    "Trop de bifurcations",
    "Vous avez créé trop de bifurcations (`limit`). Attendez les secondes de `Retry-After`.",
)
too_many_streams = Meaning(
    "Trop de flux",
    "Vous, votre adresse, cette table ou ce serveur avez atteint la limite de flux ouverts"
    " (`limit`). Fermez-en un, ou réessayez plus tard.",
)
server_busy = Meaning(
    "Serveur occupé",
    "Ce serveur relit autant d’histoires qu’il le peut. Rien n’a été enregistré ; réessayez"
    " après les secondes de `Retry-After`. Les commandes n’attendent pas les relectures.",
)
