"""Refusals in French."""

from application.refusals import reasons
from domain.kernel.words.fr import Names, grouped

refusal_table_busy = "Trop de requêtes changent cette table en même temps. Réessayez."
refusal_table_not_opened = "La table n’a pas pu être ouverte. Réessayez."
refusal_last_person_left = "La dernière personne vient de partir. Rien n’a été enregistré."
refusal_too_many_acts = "Trop d’actes sont enregistrés en même temps. Réessayez."
refusal_too_late = "Le délai de cette décision est passé."
refusal_decision_changed = "La décision a changé depuis que vous l’avez lue. Relisez les actions."
refusal_key_was_reused = "Cette clé a servi à une autre requête. Prenez une nouvelle clé."
refusal_one_player_alone = "Avec ces options, un seul joueur a tous les sièges."
refusal_too_many_rematches = (
    "Trop de revanches de cette table ont été annulées. Ouvrez une autre table."
)
refusal_bots_do_not_fit = "Les robots ne conviennent pas aux sièges de la table."
refusal_fork_of_unfinished = (
    "Cette table n’est pas terminée ; seule une table terminée peut bifurquer."
)
refusal_fork_of_sandbox = (
    "Cette table est un bac à sable. Ouvrez-en plutôt un autre avec la même graine."
)
refusal_no_such_invitation = "Aucune invitation n’a cet identifiant."
refusal_invitation_unknown = (
    "Aucune invitation n’a ce code, ou elle a été épuisée ou révoquée, ou a expiré. Demandez-en"
    " une autre à un administrateur."
)
refusal_no_maintenance = "Le serveur n’est pas en maintenance."
refusal_not_suspended = "Ce joueur n’est pas suspendu."
refusal_no_such_player = "Aucun joueur n’a cet identifiant, ou il a été effacé."
refusal_player_erased = "Le joueur a été effacé."
refusal_unknown_caller = "`caller` doit être l’identifiant d’un joueur ou une adresse IP."
refusal_no_such_limit = "Aucune limite n’a cet identifiant, ou elle a pris fin."


def refusal_fork_after_end(refusal: reasons.ForkAfterEnd, names: Names) -> str:
    return f"`at` vaut {refusal.at} ; cette table peut bifurquer jusqu’à la version {refusal.last}."


def refusal_fork_inside_command(refusal: reasons.ForkInsideCommand, names: Names) -> str:
    return (
        f"La version {refusal.version} n’est pas le dernier événement d’une commande ;"
        " choisissez-en une qui l’est."
    )


def refusal_forked_too_often(refusal: reasons.ForkedTooOften, names: Names) -> str:
    return (
        f"Cette table est déjà la bifurcation de {refusal.most} bifurcations, ce qui est la limite."
    )


def refusal_fork_before_deal(refusal: reasons.ForkBeforeDeal, names: Names) -> str:
    return (
        f"À la version {refusal.version}, rien n’est encore distribué ; choisissez une"
        " version plus tardive."
    )


def refusal_fork_of_format(refusal: reasons.ForkOfFormat, names: Names) -> str:
    return (
        f"Cette table est archivée au format {refusal.format} ; une bifurcation part"
        " d’une table d’un format plus récent."
    )


def refusal_fork_too_large(refusal: reasons.ForkTooLarge, names: Names) -> str:
    return (
        f"Les événements jusqu’à la version {refusal.version} prennent"
        f" {grouped(refusal.size)} octets ; une bifurcation en copie au plus"
        f" {grouped(refusal.most)}. Choisissez la version {refusal.last} ou une version"
        " antérieure."
    )


def refusal_registration_is_closed(refusal: reasons.RegistrationIsClosed, names: Names) -> str:
    return (
        f"Ce serveur n’accepte de nouveaux joueurs que sur invitation : {refusal.reason}"
        " Demandez un code à un administrateur et envoyez-le comme `invitation`."
    )


def refusal_too_many_tables(refusal: reasons.TooManyTables, names: Names) -> str:
    return (
        f"Vous êtes l’hôte de {refusal.most} tables qui ne sont pas fermées, autant qu’un"
        " joueur peut en avoir. Finissez-en une, ou annulez-en une qui n’a pas commencé."
    )


def refusal_too_many_bot_tables(refusal: reasons.TooManyBotTables, names: Names) -> str:
    return (
        f"Des robots jouent sans personne à {refusal.most} de vos tables, autant qu’un joueur"
        " peut en avoir. Attendez que l’une soit finie, ou prenez un siège vous-même."
    )


def refusal_too_many_at_address(refusal: reasons.TooManyAtAddress, names: Names) -> str:
    return (
        f"Les joueurs de votre adresse en ont {refusal.most} en tout, autant que"
        f" {refusal.players} joueurs peuvent en avoir. Fermez-en un, ou demandez à l’opérateur"
        " d’élever la limite de votre adresse (`LUDOTHEQUE_LARGE_ADDRESSES`)."
    )


def refusal_too_many_seat_changes(refusal: reasons.TooManySeatChanges, names: Names) -> str:
    return (
        f"Vous pouvez prendre, quitter ou remplir {refusal.most} sièges en {refusal.seconds}"
        f" s. Réessayez dans {refusal.wait} s."
    )


def refusal_too_many_audits(refusal: reasons.TooManyAudits, names: Names) -> str:
    return (
        f"Vous pouvez demander {refusal.most} audits en {refusal.seconds} s. Réessayez dans"
        f" {refusal.wait} s."
    )


def refusal_too_many_forks(refusal: reasons.TooManyForks, names: Names) -> str:
    return (
        f"Vous pouvez créer {refusal.most} bifurcations en {refusal.seconds} s. Réessayez"
        f" dans {refusal.wait} s."
    )


def refusal_too_many_tests(refusal: reasons.TooManyTests, names: Names) -> str:
    return (
        f"Vous pouvez essayer des webhooks {refusal.most} fois en {refusal.seconds} s."
        f" Réessayez dans {refusal.wait} s."
    )


def refusal_too_many_events(refusal: reasons.TooManyEvents, names: Names) -> str:
    return (
        f"Cette table a {refusal.events} événements avant son début, sur {refusal.most}"
        " qu’elle peut avoir : personne ne peut plus y prendre de siège. Commencez la partie, ou"
        " ouvrez une autre table."
    )


def refusal_too_many_streams(refusal: reasons.TooManyStreams, names: Names) -> str:
    return f"Vous avez {refusal.most} flux ouverts : fermez-en un."


def refusal_too_many_streams_of_address(
    refusal: reasons.TooManyStreamsOfAddress, names: Names
) -> str:
    return (
        f"Votre adresse a {refusal.most} flux ouverts : fermez-en un, ou demandez à l’opérateur"
        " d’élever la limite de votre adresse (`LUDOTHEQUE_LARGE_ADDRESSES`)."
    )


def refusal_too_many_streams_of_table(refusal: reasons.TooManyStreamsOfTable, names: Names) -> str:
    return f"Cette table a {refusal.most} flux ouverts : réessayez plus tard."
