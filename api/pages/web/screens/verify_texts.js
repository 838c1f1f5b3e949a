// What a verification checked and did not check, in French; the verifier itself writes English.
// @ts-check
import { lang, typeset } from "../lib/i18n.js";

/** @type {[RegExp, string][]} */
const FRENCH = [
  [/^the form: .*$/, "la forme : JSON canonique, champs connus, versions sans lacune"],
  [/^the chain: .*$/, "la chaîne : chaque feuille, chaque tête, et les commandes qu’elle porte"],
  [/^the header, seats.*$/, "l’en-tête, les sièges, les joueurs, les décisions, les pendules et les heures"],
  [/^the seed, every salt.*$/, "la graine, chaque sel, chaque part, chaque tirage et son nom"],
  [/^every event of the table.*$/, "chaque événement de la table d’après sa commande"],
  [/^(\S+) earlier tables that.*$/, "$1 tables antérieures dont celle-ci est issue, depuis l’événement 1"],
  [/^anything else: .*$/, "tout le reste : l’historique est illisible"],
  [/^what follows the last finding: .*$/, "la suite du dernier défaut : les événements ne peuvent plus être suivis"],
  [/^the rewards from table (\S+): .*$/, "les récompenses de la table $1 : ajoutez son historique"],
  [/^whether the rewards were won at table (\S+): .*$/, "si les récompenses ont été gagnées à la table $1 : seules les règles du jeu le disent"],
  [/^the seed, the draws and.*$/, "la graine, les tirages et les commandes des autres : la table n’est pas close"],
  [/^the commands and hidden events.*$/, "les commandes et les événements cachés des tables d’origine : scellés jusqu’à la fin"],
  [/^the rules of (\S+): .*$/, "les règles de $1 : si événements, délais, choix des robots et résultat en découlent"],
  [/^(\S+) signatures: .*$/, "$1 signatures : ce vérificateur ne les contrôle pas"],
  [/^(\S+) moved deadlines: .*$/, "$1 délais reportés : sur les pannes, l’opérateur est cru sur parole"],
  [/^whether the operator chose the seed: .*$/, "si l’opérateur a choisi la graine : aucun siège n’a donné de hasard scellé"],
  [/^luck and times: this is a SANDBOX.*$/, "le hasard et les heures : c’est un BAC À SABLE, dont l’hôte fixe le hasard et règle l’horloge"],
  [/^an outcome: the table is (\S+)$/, "un résultat : la table est dans l’état « $1 »"],
  [/^what the server has lost.*$/, "ce que le serveur a perdu de la table : le journal public a une tête plus récente"],
  [/^whether the times are right.*$/, "si les heures sont justes, et si d’autres ont reçu le même historique : comparez les têtes, ou demandez au journal public"],
];

/** @param {string} line */
export function reported(line) {
  const found = lang() === "fr" && FRENCH.find(([pattern]) => pattern.test(line));
  return found ? typeset(line.replace(found[0], found[1])) : line;
}
