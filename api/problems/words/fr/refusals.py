"""What is wrong with a request, in French."""

from api.problems import limits, refusals
from domain.kernel.words.fr import Names

refusal_body_needed = "Cette opération demande un corps en JSON ; la requête n’en a pas."
refusal_no_body_allowed = "Cette opération n’accepte pas de corps."
refusal_no_invitation_code = "Le code d’une invitation a 1 à 64 caractères ASCII visibles."
refusal_empty_body_needed = "Cette opération n’accepte pas de corps ; envoyez-en un vide."
refusal_no_options_at_start = (
    "Cette opération n’accepte pas de corps ; choisissez les options en ouvrant la table."
)
refusal_body_cut_off = "La connexion s’est fermée avant l’arrivée du corps."
refusal_nested_too_deeply = "Le JSON du corps est trop imbriqué."
refusal_no_min_version = "`min_version` doit être une `Read-Version` ou `<table>:<version>`."
refusal_range_reversed = "`to` ne doit pas être plus petit que `from`."
refusal_lobby_of_one_table = (
    "Le salon et le fil concernent toutes les tables. Omettez `table`, ou ces événements."
)
refusal_no_cursor_of_feed = "Ce n’est pas un curseur du fil."
refusal_administrator_needed = (
    "Seul un administrateur peut faire cela, avec un jeton qui a le droit `admin`."
)
refusal_scopes_not_yours = "Votre compte n’a pas ces droits."
refusal_log_is_empty = "Le journal public est vide. Réessayez après le début d’une partie."
refusal_nothing_cosigned = "Aucun point de contrôle n’a été cosigné ce jour-là. Donnez AAAA-MM-JJ."
refusal_metrics_elsewhere = "Ce serveur donne ses mesures à une autre adresse."


def refusal_malformed(refusal: refusals.Malformed, names: Names) -> str:
    return f"La requête ne correspond pas au document : {refusal.why}"


def refusal_unknown_game_named(refusal: refusals.UnknownGameNamed, names: Names) -> str:
    return f"Ce serveur n’a pas ce jeu : {refusal.why}"


def refusal_unknown_game(refusal: refusals.UnknownGame, names: Names) -> str:
    return f"Il n’y a pas de jeu {refusal.key!r}. `GET /v1/games` les donne."


def refusal_not_json(refusal: refusals.NotJson, names: Names) -> str:
    return f"Le corps n’est pas du JSON valable : {refusal.why}"


def refusal_tag_missing(refusal: refusals.TagMissing, names: Names) -> str:
    return f"Il manque à l’objet le champ `{refusal.tag}`"


def refusal_key_twice(refusal: refusals.KeyTwice, names: Names) -> str:
    return f"Le corps a deux fois la clé {refusal.key!r} ; envoyez-la une fois."


def refusal_header_twice(refusal: refusals.HeaderTwice, names: Names) -> str:
    return f"N’envoyez l’en-tête {refusal.header} qu’une fois."


def refusal_no_such_parameter(refusal: refusals.NoSuchParameter, names: Names) -> str:
    return f"Cette opération n’a pas de paramètre {refusal.name!r}."


def refusal_parameter_not_once(refusal: refusals.ParameterNotOnce, names: Names) -> str:
    return f"Envoyez {refusal.name!r} une fois, avec une valeur."


def refusal_no_time(refusal: refusals.NoTime, names: Names) -> str:
    return f"`sandbox.clock` vaut {refusal.clock!r}, qui n’est pas une heure."


def refusal_no_such_event_type(refusal: refusals.NoSuchEventType, names: Names) -> str:
    return f"Il n’y a pas de type d’événement {refusal.type!r}. Le schéma `VisibleEvent` les donne."


def refusal_no_such_page(refusal: refusals.NoSuchPage, names: Names) -> str:
    return f"Ce curseur n’a pas de page : {refusal.why}"


def refusal_no_such_version(refusal: refusals.NoSuchVersion, names: Names) -> str:
    return f"La dernière version de cette table est {refusal.last}."


def refusal_name_not_visible(refusal: refusals.NameNotVisible, names: Names) -> str:
    return f"`{refusal.field}` n’est pas un nom lisible : {refusal.why}."


def refusal_no_such_option(refusal: refusals.NoSuchOption, names: Names) -> str:
    return (
        f"{refusal.game} n’a pas d’option {refusal.option!r} ; ses options :"
        f" {', '.join(refusal.known) or 'aucune'}."
    )


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


def refusal_too_many_streams(refusal: limits.TooManyStreams, names: Names) -> str:
    return f"Ce serveur a atteint sa limite de {refusal.most} flux. Réessayez plus tard."


def refusal_nothing_at(refusal: refusals.NothingAt, names: Names) -> str:
    return f"Il n’y a rien à {refusal.path} ; `GET {refusal.document}` donne les chemins."


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
