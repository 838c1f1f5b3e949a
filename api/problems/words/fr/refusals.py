"""What is wrong with a request, in French."""

from api.problems import limits, refusals
from domain.kernel.words.fr import Names

refusal_administrator_needed = (
    "Seul un administrateur peut faire cela, avec un jeton qui a le droit `admin`."
)
refusal_scopes_not_yours = "Votre compte n’a pas ces droits."
refusal_log_is_empty = "Le journal public est vide. Réessayez après le début d’une partie."
refusal_nothing_cosigned = "Aucun point de contrôle n’a été cosigné ce jour-là. Donnez AAAA-MM-JJ."
refusal_metrics_elsewhere = "Ce serveur donne ses mesures à une autre adresse."


def refusal_unknown_game(refusal: refusals.UnknownGame, names: Names) -> str:
    return f"Il n’y a pas de jeu {refusal.key!r}. `GET /v1/games` les donne."


def refusal_no_such_version(refusal: refusals.NoSuchVersion, names: Names) -> str:
    return f"La dernière version de cette table est {refusal.last}."


def refusal_name_not_visible(refusal: refusals.NameNotVisible, names: Names) -> str:
    return f"`{refusal.field}` n’est pas un nom lisible : {refusal.why}."


def refusal_suspended(refusal: limits.Suspended, names: Names) -> str:
    until = f"jusqu’au {refusal.until}" if refusal.until else "jusqu’à nouvel ordre"
    return (
        f"Votre compte est suspendu {until} : {refusal.reason} Vous pouvez encore lire."
        " Adressez-vous à un administrateur si vous n’êtes pas d’accord."
    )


def refusal_under_maintenance(refusal: limits.UnderMaintenance, names: Names) -> str:
    return (
        f"{refusal.message} Vous pouvez encore lire. Le temps est rendu aux joueurs."
        f" Réessayez dans {refusal.wait} s."
    )


def refusal_scope_needed(refusal: limits.ScopeNeeded, names: Names) -> str:
    return f"Cette opération demande un jeton qui a le droit `{refusal.scope}`. Créez-en un."


def refusal_too_many_requests(refusal: limits.TooManyRequests, names: Names) -> str:
    return (
        f"La limite ({refusal.limit}) est de {refusal.rate.per_second} requêtes par seconde,"
        f" et de {refusal.rate.burst} d’affilée. Réessayez dans {refusal.wait} s."
    )


def refusal_lower_limit_reached(refusal: limits.LowerLimitReached, names: Names) -> str:
    return (
        f"Votre limite, fixée par un administrateur, est de {refusal.rate.per_second}"
        f" requêtes par seconde, et de {refusal.rate.burst} d’affilée. Réessayez dans"
        f" {refusal.wait} s."
    )


def refusal_too_much_work(refusal: limits.TooMuchWork, names: Names) -> str:
    return (
        f"Vos requêtes peuvent relire {refusal.rate.per_second} événements par seconde,"
        f" {refusal.rate.burst} d’affilée. Réessayez dans {refusal.wait} s, ou lisez la table"
        " telle qu’elle est."
    )


def refusal_too_many_address_checks(refusal: limits.TooManyAddressChecks, names: Names) -> str:
    return (
        f"{refusal.most} de vos adresses sont en cours de vérification. Réessayez dans"
        " quelques secondes."
    )


def refusal_address_not_allowed(refusal: refusals.AddressNotAllowed, names: Names) -> str:
    return f"Adresse refusée : {refusal.why}"


def refusal_too_many_seeks(refusal: limits.TooManySeeks, names: Names) -> str:
    return (
        f"{refusal.most} de vos recherches attendent, autant qu’un joueur peut en avoir."
        " Annulez-en une."
    )


def refusal_seek_matched(refusal: limits.SeekMatched, names: Names) -> str:
    return f"La recherche a trouvé la table {refusal.table}. Quittez-y plutôt votre siège."


def refusal_too_many_webhooks(refusal: limits.TooManyWebhooks, names: Names) -> str:
    return f"Vous avez {refusal.most} webhooks, ce qui est la limite. Supprimez-en un."


def refusal_too_many_public_webhooks(refusal: limits.TooManyPublicWebhooks, names: Names) -> str:
    return (
        f"Ce serveur a {refusal.most} webhooks pour le salon et le fil, ce qui est sa limite."
        " Lisez plutôt le fil avec un curseur."
    )


def refusal_too_many_public_webhooks_here(
    refusal: limits.TooManyPublicWebhooksHere, names: Names
) -> str:
    return (
        f"Votre adresse a {refusal.most} webhooks pour le salon et le fil, ce qui est la limite."
        " Supprimez-en un, ou lisez plutôt le fil avec un curseur."
    )


def refusal_too_many_streams(refusal: limits.TooManyStreams, names: Names) -> str:
    return f"Ce serveur a atteint sa limite de {refusal.most} flux. Réessayez plus tard."


def refusal_nothing_at(refusal: refusals.NothingAt, names: Names) -> str:
    meant = f" Vouliez-vous dire `{refusal.meant}` ?" if refusal.meant else ""
    return f"Il n’y a rien à {refusal.path}.{meant} `GET {refusal.document}` les donne tous."


def refusal_no_page_of_documentation(refusal: refusals.NoPageOfDocumentation, names: Names) -> str:
    return f"Il n’y a pas de page {refusal.page!r} ; {refusal.contents} les donne."


def refusal_no_such_file(refusal: refusals.NoSuchFile, names: Names) -> str:
    return f"Il n’y a pas de fichier {refusal.file!r} dans {refusal.folder}."


def refusal_no_file_of_page(refusal: refusals.NoFileOfPage, names: Names) -> str:
    return f"La page n’a pas ce fichier ; rouvrez {refusal.home}."


def refusal_no_such_tile(refusal: refusals.NoSuchTile, names: Names) -> str:
    return f"{refusal.why} ; {refusal.checkpoint} en donne la taille."


def refusal_no_such_problem(refusal: refusals.NoSuchProblem, names: Names) -> str:
    return f"Aucun problème n’a le code {refusal.problem!r}."


def refusal_method_not_supported(refusal: refusals.MethodNotSupported, names: Names) -> str:
    return (
        f"{refusal.path} n’accepte pas {refusal.method} ; l’en-tête `Allow` donne ce qu’il accepte."
    )


def refusal_store_refused(refusal: limits.StoreRefused, names: Names) -> str:
    return (
        f"La base de données refuse cela en ce moment : {refusal.why}. Rien n’a été"
        " enregistré ; réessayez."
    )


def refusal_store_down(refusal: limits.StoreDown, names: Names) -> str:
    return f"La base de données est arrêtée : {refusal.why}."


def refusal_not_ready(refusal: limits.NotReady, names: Names) -> str:
    return f"Le serveur n’est pas prêt : {' '.join(refusal.causes)}"
