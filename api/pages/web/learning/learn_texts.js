// Texts of the rules and the lessons, which are loaded when they are first opened.
// @ts-check
import { TEXTS } from "../lib/texts.js";

Object.assign(TEXTS, {
  // the rules
  guide: ["How to play", "Comment jouer"],
  close: ["Close", "Fermer"],
  more_docs: ["For developers of clients", "Pour qui écrit un client"],
  no_guide: ["This game has no guide.", "Ce jeu n’a pas de guide."],
  find_rule: ["Find a rule", "Chercher une règle"],
  no_rule_found: ["No rule has these words.", "Aucune règle ne contient ces mots."],

  // the gallery for authors of boards
  gallery: ["Positions", "Positions"],
  width: ["Width", "Largeur"],

  // lessons
  step_n: ["Step {n} of {last}", "Étape {n} sur {last}"],
  next: ["Next", "Suivant"],
  back: ["Back", "Retour"],
  do_it: ["Play it for me", "Jouez-le pour moi"],
  others_play: ["The others play…", "Les autres jouent…"],
  other_choice: ["The rules allow that, too. This lesson goes on with another move.", "Les règles le permettent aussi. Cette leçon continue avec un autre coup."],
});
