"""What a table refuses, in French."""

from domain.kernel.words.fr import Names, counted
from domain.table import refusals

refusal_no_such_table = "Aucune table n’a cet identifiant."
refusal_sandbox_follows = "Un bac à sable ne suit aucune autre table."
refusal_follows_unfinished = "La table de `follows` n’est pas terminée."
refusal_follows_fork = "La table de `follows` est une bifurcation, qui ne donne pas de récompense."
refusal_follows_sandbox = (
    "La table de `follows` est un bac à sable, qui ne donne pas de récompense."
)
refusal_already_started = "La partie de cette table a commencé ; ses sièges sont fixés."
refusal_not_started = "La partie de cette table n’a pas commencé."
refusal_no_more_changes = "Cette table est fermée ; elle n’accepte plus de changement."
refusal_clock_stands = "Cette table est fermée."
refusal_not_a_sandbox = (
    "Cette table n’est pas un bac à sable : son horloge ne peut pas être avancée."
)
refusal_only_host_moves_clock = "Seul l’hôte peut avancer l’horloge d’un bac à sable."
refusal_not_seated = "Vous n’avez pas de siège à cette table."
refusal_only_player_or_host_clears = "Seul son joueur ou l’hôte peut libérer ce siège."
refusal_only_player_leaves = "Après le début, seul son joueur peut quitter un siège."
refusal_already_seated = "Vous avez déjà un siège à cette table."
refusal_already_left = "Ce siège est déjà en pilotage automatique."
refusal_seats_kept = "Cette table est une revanche ; ses sièges sont gardés pour d’autres."
refusal_only_host_seats_bots = "Seul l’hôte peut donner un siège à un robot."
refusal_only_host_starts = "Seul l’hôte peut commencer la partie."
refusal_only_host_cancels = "Seul l’hôte peut annuler la table."
refusal_only_seated_seal = "Seul un joueur assis donne du hasard scellé. Prenez d’abord un siège."
refusal_luck_already_sealed = "Votre siège a donné du hasard scellé ; il ne peut pas changer."
refusal_sealed_luck_forbidden = "L’hôte de cette table a interdit le hasard scellé."
refusal_nothing_to_reveal = "Aucun de vos sièges n’a de hasard encore scellé."
refusal_wrong_share = "Ce n’est pas la part à laquelle votre siège s’est engagé."
refusal_has_resigned = "Vous avez abandonné : le serveur joue pour vous les coups par défaut."
refusal_no_proposal = "Personne ne propose de terminer cette table."
refusal_proposed_before = (
    "Une fin a déjà été proposée à cette décision. Attendez la décision suivante."
)
refusal_already_agreed = "Vous avez déjà accepté ; les autres pas encore."
refusal_rematch_too_early = "Cette table n’est pas fermée. Demandez une revanche après sa fin."
refusal_rematch_of_others = "Seul un joueur de cette table peut demander une revanche."
refusal_rematch_of_fork = "Cette table est une bifurcation. Faites plutôt une nouvelle bifurcation."
refusal_rematch_of_unstarted = (
    "La partie de cette table n’a jamais commencé. Ouvrez une autre table."
)
refusal_nobody_late = "Personne n’est en retard ici."
refusal_no_time_lost = "Personne n’a perdu de temps ici."
refusal_closed_before = "La table est fermée."


def refusal_no_such_game(refusal: refusals.NoSuchGame, names: Names) -> str:
    return f"Il n’y a pas de jeu {refusal.key!r}."


def refusal_unknown_option(refusal: refusals.UnknownOption, names: Names) -> str:
    return f"Option refusée : {refusal.why}"


def refusal_wrong_size(refusal: refusals.WrongSize, names: Names) -> str:
    return f"{refusal.game.fr} se joue de {refusal.fewest} à {refusal.most}."


def refusal_wrong_number_seated(refusal: refusals.WrongNumberSeated, names: Names) -> str:
    return (
        f"{refusal.game.fr} se joue de {refusal.fewest} à {refusal.most} ; cette table a"
        f" {counted(refusal.seated, 'joueur')}."
    )


def refusal_follows_other_game(refusal: refusals.FollowsOtherGame, names: Names) -> str:
    return f"La table de `follows` jouait à {refusal.game}."


def refusal_number_does_not_fit(refusal: refusals.NumberDoesNotFit, names: Names) -> str:
    return (
        f"La prochaine donne du tirage {refusal.draw!r} doit être un nombre de 0 à {refusal.most}."
    )


def refusal_order_does_not_fit(refusal: refusals.OrderDoesNotFit, names: Names) -> str:
    return (
        f"La prochaine donne du tirage {refusal.draw!r} doit être des rangs différents de 0 à"
        f" {refusal.most}, {refusal.most + 1} au plus."
    )


def refusal_which_seat(refusal: refusals.WhichSeat, names: Names) -> str:
    return (
        f"Vous avez les sièges {', '.join(map(str, refusal.seats))}. Ajoutez `?seat=` avec"
        " l’un d’eux."
    )


def refusal_not_your_seat(refusal: refusals.NotYourSeat, names: Names) -> str:
    return f"Le siège {refusal.seat} n’est pas à vous."


def refusal_seat_of_bot(refusal: refusals.SeatOfBot, names: Names) -> str:
    return f"Le siège {refusal.seat} est à un robot, qui choisit lui-même."


def refusal_nobody_has_seat(refusal: refusals.NobodyHasSeat, names: Names) -> str:
    return f"Personne n’a le siège {refusal.seat}."


def refusal_table_full(refusal: refusals.TableFull, names: Names) -> str:
    return f"Les {refusal.seats} sièges sont pris."


def refusal_unknown_piece(refusal: refusals.UnknownPiece, names: Names) -> str:
    return f"Choisissez parmi {', '.join(refusal.pieces)}."


def refusal_piece_taken(refusal: refusals.PieceTaken, names: Names) -> str:
    return f"Un autre joueur a {refusal.piece}. Choisissez une autre pièce."


def refusal_luck_not_revealed(refusal: refusals.LuckNotRevealed, names: Names) -> str:
    return f"La donne attend le hasard scellé de ces sièges : {', '.join(map(str, refusal.seats))}."


def refusal_other_game(refusal: refusals.OtherGame, names: Names) -> str:
    return f"Cette table joue à {refusal.game.fr} ; envoyez une de ses commandes."


def refusal_bank_empty(refusal: refusals.BankEmpty, names: Names) -> str:
    return (
        f"La réserve de temps du siège {refusal.seat} est vide : le serveur joue ses coups"
        " jusqu’à la fin."
    )


def refusal_no_bot_due(refusal: refusals.NoBotDue, names: Names) -> str:
    return f"Aucun robot n’a à répondre au siège {refusal.seat}."
