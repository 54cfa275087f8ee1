import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArtefactItem, contentWords, itemArtefacts } from "./item-artefacts.ts";
import { lengthBalance } from "./length-balance.ts";
import { measureItems } from "./set-artefacts.ts";

const item = (
  correct: string,
  distractor: string,
  knowledge = "the butler moved the ruby to the piano stool",
): ArtefactItem => ({
  id: `${correct}/${distractor}`,
  implausibleKnowledge: knowledge,
  answerWithoutKnowledge: correct,
  answerWithKnowledge: distractor,
});

describe("the artefacts of one item", () => {
  it("are the lengths, the words shared with the knowledge and the first words", () => {
    expect(
      itemArtefacts(item("Reach into the blue vase.", "Open the piano’s stool and feel under the stools.")),
    ).toEqual({
      id: expect.any(String),
      correct: { characters: 25, words: 5, sharedWithKnowledge: [], firstWord: "reach" },
      distractor: { characters: 49, words: 9, sharedWithKnowledge: ["piano", "stool"], firstWord: "open" },
      shorterIsRight: true,
      fartherIsRight: true,
    });
  });

  it("are no artefact where the options are alike", () => {
    const artefacts = itemArtefacts(item("Go up.", "Go in."));
    expect(artefacts.shorterIsRight).toBeNull();
    expect(artefacts.fartherIsRight).toBeNull();
  });

  it("leave out words that say little", () => {
    expect(contentWords("He was at the keys of Ann’s houses, again")).toEqual(["key", "ann", "house"]);
  });
});

describe("the artefact meter of a set", () => {
  const leaning = Array.from({ length: 10 }, (_, index) =>
    itemArtefacts(item(`Knock ${index}`, `Lift the ruby from the stool ${index}`)),
  );

  it("shows a set that can be solved without reading", () => {
    const meter = measureItems(leaning);
    expect(meter.shorter).toMatchObject({ n: 10, right: 10, ties: 0, accuracy: 1, high: 1 });
    expect(meter.farther.accuracy).toBe(1);
    expect(meter.firstWord.accuracy).toBe(1);
    expect(meter.revealingWords).toEqual([
      { word: "knock", options: 10, right: 10 },
      { word: "lift", options: 10, right: 0 },
    ]);
    expect(meter.meanWords).toEqual({ correct: 2, distractor: 7 });
  });

  it("splits ties and shows what one edit does", () => {
    const edited = [...leaning.slice(1), itemArtefacts(item("Go up.", "Go in."))];
    expect(measureItems(edited).shorter).toMatchObject({ right: 9, ties: 1, accuracy: 0.95 });
    expect(measureItems(edited).firstWord.ties).toBe(1);
  });

  it("says nothing of an empty set", () => {
    const meter = measureItems([]);
    expect(meter.shorter).toMatchObject({ n: 0, accuracy: null, low: 0, high: 1 });
    expect(meter.meanWords.correct).toBeNull();
  });

  it("has every guess at one half when each item stands beside its mirror image", () => {
    const option = fc
      .array(fc.constantFrom("go", "the", "ruby", "stool", "up", "vase"), { minLength: 1, maxLength: 6 })
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(fc.tuple(option, option), { minLength: 1, maxLength: 8 }), (pairs) => {
        const items = pairs.flatMap(([left, right]) => [
          itemArtefacts(item(left, right)),
          itemArtefacts(item(right, left)),
        ]);
        const meter = measureItems(items);
        expect(meter.shorter.accuracy).toBe(0.5);
        expect(meter.farther.accuracy).toBe(0.5);
        for (const guess of [meter.shorter, meter.farther, meter.firstWord]) {
          expect(guess.low).toBeLessThanOrEqual(guess.accuracy as number);
          expect(guess.high).toBeGreaterThanOrEqual(guess.accuracy as number);
        }
      }),
    );
  });
});

describe("the length balance of pairs", () => {
  it("counts longer and equal erroneous stories and the median difference", () => {
    const pair = (words: number) => ({ original: "a b c", erroneous: "x ".repeat(words) });
    expect(lengthBalance([pair(5), pair(3), pair(4), pair(9)])).toEqual({
      pairs: 4,
      erroneousLonger: 3,
      equal: 1,
      medianDifference: 1.5,
    });
    expect(lengthBalance([pair(5)]).medianDifference).toBe(2);
    expect(lengthBalance([]).medianDifference).toBeNull();
  });
});
