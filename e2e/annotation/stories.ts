import type { KsteItem } from "../../lib/domain/stories/items/kste-item.ts";

const common = { genre: "mystery", provenance: null, extra: {} };

const opening = "Every evening Mara rowed across the sound to the mill on the far bank and came home with flour.";
const knowledge =
  "During the night the old bridge at Holm had fallen into the river, and only the miller had heard it.";
const sound = "In the morning Jonas set out for the bridge with the cart, as on every market day.";
const faulty = "In the morning Jonas left the cart at home and asked Mara to row him over.";
const closing = "The market was crowded, and the price of rye had risen again.";

/** A pair about a fallen bridge; every name of a test occurs in it once, so that a text search finds one passage. */
export function bridgePair(
  number: number,
  changes: { faulty?: string; knowledge?: string } = {},
): [KsteItem, KsteItem] {
  const error = changes.faulty ?? faulty;
  return [
    {
      ...common,
      kind: "original",
      id: `story_${number}`,
      sourceId: null,
      story: `${opening}\n\n${knowledge}\n\n${sound} ${closing}`,
    },
    {
      ...common,
      kind: "error",
      id: `erroneous_story_${number}`,
      sourceId: `story_${number}`,
      story: `${opening}\n\n${knowledge}\n\n${error} ${closing}`,
      character: "Jonas",
      implausibleKnowledge: changes.knowledge ?? knowledge,
      error,
      erroneousEvent: `<error>${error}</error>`,
      originalEvent: sound,
      knowledgeExplanation: null,
      modifiedExplanation: null,
    },
  ];
}

/** The same event with a clause that reveals the answer. */
export const faultyWithHint =
  "In the morning Jonas, not knowing that the bridge was gone, left the cart at home and asked Mara to row him over.";
export const faultyWithoutHint = faulty;

/** Knowledge that no words of the story express, although some are similar. */
export const brokenKnowledge =
  "During the night the old bridge at Holm had dropped into the stream, and only the miller had heard it.";

export function bridgeQuestion(number: number): KsteItem {
  return {
    ...common,
    kind: "knp",
    id: `qa_${number}`,
    sourceId: `story_${number}`,
    story: `${opening}\n\n${knowledge}\n\nIn the morning Jonas harnessed the horse.`,
    character: "Jonas",
    implausibleKnowledge: knowledge,
    question: "What does Jonas do next?",
    answerWithKnowledge: "He leaves the cart at home and asks Mara to row him over the sound.",
    answerWithoutKnowledge: "He drives the cart to the bridge at Holm, as on every market day.",
    knowledgeExplanation: null,
    explanation: null,
  };
}
