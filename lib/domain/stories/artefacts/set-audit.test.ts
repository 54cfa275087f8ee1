import { describe, expect, it } from "vitest";
import type { KsteItem } from "../items/kste-item.ts";
import { type AuditedItem, auditSet, quoteStyle } from "./set-audit.ts";

const common = { genre: "mystery", sourceId: null, provenance: null, extra: {} };

/** A pair with a unique subject, so that no two are near-duplicates. */
function pair(number: number, [original, erroneous]: [string, string]): AuditedItem[] {
  const own = Array.from({ length: 12 }, (_, place) => `word${number}x${place}`).join(" ");
  const texts: KsteItem[] = [
    { ...common, kind: "original", id: `story_${number}`, story: `${original} ${own}.` },
    {
      ...common,
      kind: "error",
      id: `erroneous_story_${number}`,
      story: `${erroneous} ${own}.`,
      character: "Ann",
      implausibleKnowledge: own,
      error: own,
      erroneousEvent: own,
      originalEvent: null,
      knowledgeExplanation: null,
      modifiedExplanation: null,
    },
  ];
  return texts.map((item) => ({ item, group: `story_${number}` }));
}

function question(number: number, correct: string, distractor: string): AuditedItem {
  const own = Array.from({ length: 12 }, (_, place) => `word${number}y${place}`).join(" ");
  const item: KsteItem = {
    ...common,
    kind: "knp",
    id: `qa_${number}`,
    story: own,
    character: "Ann",
    implausibleKnowledge: "The lamp is out.",
    question: "What does Ann do?",
    answerWithoutKnowledge: correct,
    answerWithKnowledge: distractor,
    knowledgeExplanation: null,
    explanation: null,
  };
  return { item, group: `qa_${number}` };
}

describe("the audit of a set", () => {
  it("shows pairs that length, quotation marks or first words give away", () => {
    const items = Array.from({ length: 10 }, (_, number) =>
      pair(number, ["Once it's said", "Then it’s said and said again"]),
    ).flat();
    const { ikd, knp, nearDuplicates, mixedQuotes } = auditSet(items);
    expect(ikd).toMatchObject({
      pairs: 10,
      unpaired: 0,
      longer: { n: 10, right: 10, accuracy: 1 },
      balance: { pairs: 10, erroneousLonger: 10, medianDifference: 3 },
      quotes: {
        baseline: { accuracy: 1 },
        revealingValues: [
          { value: "curly", texts: 10, wanted: 10 },
          { value: "straight", texts: 10, wanted: 0 },
        ],
      },
      firstWords: { baseline: { right: 10 }, revealingValues: [{ value: "then" }, { value: "once" }] },
    });
    expect(knp.shorterWords).toMatchObject({ n: 0, accuracy: null });
    expect([nearDuplicates, mixedQuotes]).toEqual([[], []]);
  });

  it("finds nothing where both of a pair look alike", () => {
    const items = Array.from({ length: 6 }, (_, number) => pair(number, ["Once she went", "Once he stayed"])).flat();
    const { ikd } = auditSet(items);
    for (const one of [ikd.longer, ikd.quotes.baseline, ikd.firstWords.baseline])
      expect(one).toMatchObject({ n: 6, ties: 6, accuracy: 0.5 });
  });

  it("compares every erroneous story with its original, and counts as unpaired only stories without a counterpart", () => {
    const [original, erroneous] = pair(1, ["Once", "Then she said so"]) as [AuditedItem, AuditedItem];
    const others = [2, 3].map((number): AuditedItem => {
      const { item } = pair(number, ["", "Then he said so"])[1] as AuditedItem;
      return { item, group: original.group };
    });
    const [lonelyOriginal] = pair(4, ["Once", ""]) as [AuditedItem];
    const [, lonelyErroneous] = pair(5, ["", "Then"]) as [AuditedItem, AuditedItem];
    const { ikd } = auditSet([erroneous, original, ...others, lonelyOriginal, lonelyErroneous]);
    expect(ikd).toMatchObject({ pairs: 3, unpaired: 2, balance: { erroneousLonger: 3 } });
  });

  it("counts words and characters of options apart", () => {
    // 3 words and 28 characters against 4 words and 14.
    const { knp } = auditSet([question(1, "Extraordinarily cautious man", "He is at it")]);
    expect(knp.shorterWords).toMatchObject({ n: 1, right: 1 });
    expect(knp.shorterCharacters).toMatchObject({ n: 1, right: 0 });
  });

  it("names stories of different sources that are nearly the same, stories without a pair, and mixed marks", () => {
    const [original, erroneous] = pair(1, ["Once", "Then"]) as [AuditedItem, AuditedItem];
    const copy = {
      item: { ...original.item, id: "story_9", story: `"No" “yes” ${original.item.story}` },
      group: "story_9",
    };
    const { nearDuplicates, ikd, mixedQuotes } = auditSet([original, erroneous, copy]);
    expect(nearDuplicates).toEqual([{ left: "story_1", right: "story_9", overlap: 1 }]);
    expect(ikd).toMatchObject({ pairs: 1, unpaired: 1 });
    expect(mixedQuotes).toEqual(["story_9"]);
    expect(quoteStyle(copy.item.story)).toBe("mixed");
  });
});
