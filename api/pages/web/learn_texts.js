// Texts of the rules and the lessons, which are loaded when they are first opened.
// @ts-check
import { TEXTS } from "./texts.js";

Object.assign(TEXTS, {
  guide: ["How to play", "Comment jouer"],
  close: ["Close", "Fermer"],
  more_docs: ["For developers of clients", "Pour qui écrit un client"],
  no_guide: ["This game has no guide.", "Ce jeu n’a pas de guide."],
  find_rule: ["Find a rule", "Chercher une règle"],
  no_rule_found: ["No rule has these words.", "Aucune règle ne contient ces mots."],
});
