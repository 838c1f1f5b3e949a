// The words of this board that are not in the components.

export const TEXTS = {
  en: {
    points: "points",
    short: "pts",
    hand: "Your cards",
    dangers: "Dangers",
    left: "face down",
    checkpoint: "Checkpoint",
    finish: "Finish",
    pile: "Draw pile",
    discards: "Discards",
    round: "Round",
    photo: "Photo finish",
  },
  fr: {
    points: "points",
    short: "pts",
    hand: "Vos cartes",
    dangers: "Dangers",
    left: "face cachée",
    checkpoint: "Checkpoint",
    finish: "Arrivée",
    pile: "Pioche",
    discards: "Défausse",
    round: "Manche",
    photo: "Photo-finish",
  },
};
