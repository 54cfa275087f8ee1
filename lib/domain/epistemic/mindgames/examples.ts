/** Example problems, in English that `readPastedEnglish` parses. */
export const exampleProblems: readonly { name: string; premise: string; hypothesis: string; names: string }[] = [
  {
    name: "Three muddy children",
    names: "Ann,Bob,Cleo",
    premise:
      "There are three persons. Everyone is visible to others. It is publicly announced that someone's forehead is muddy. It is publicly announced that Ann does not know whether Ann's forehead is muddy. It is publicly announced that Bob does not know whether Bob's forehead is muddy.",
    hypothesis: "Cleo can now know that Cleo's forehead is muddy.",
  },
  {
    name: "Three logicians in a bar",
    names: "Ann,Bob,Cleo",
    premise:
      "There are three persons. Everyone is visible to others. It is publicly announced that Ann does not know whether everyone is thirsty. It is publicly announced that Bob does not know whether everyone is thirsty.",
    hypothesis: "Cleo can now know whether or not everyone is thirsty.",
  },
  {
    name: "Cards, one of them shown",
    names: "Ann,Bob,Cleo",
    premise:
      "There are three persons. Everyone is visible to others. Each person draws a card, face unrevealed (red or black). Ann's card is shown to Bob. Bob's card is shown to Cleo. It is publicly announced that someone picked a red card. It is publicly announced that Bob knows that someone picked a red card.",
    hypothesis: "Cleo can now know whether Bob can know whether Ann picked a red card.",
  },
  {
    name: "What an announcement reveals about knowledge",
    names: "Ann,Bob",
    premise:
      "There are two persons. Everyone is visible to others. It is publicly announced that someone's forehead is muddy. It is publicly announced that Ann knows whether Ann's forehead is muddy.",
    hypothesis: "Bob can now know whether Ann can know that Bob's forehead is not muddy.",
  },
];
