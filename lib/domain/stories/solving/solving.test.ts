import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatSpans, readConsistency } from "../../items/kinds/ikd/read-form.ts";
import {
  type ConsistencyAnswer,
  scoreConsistency,
  summariseConsistency,
} from "../../items/kinds/ikd/score-consistency.ts";
import {
  addWords,
  adjustSpan,
  getSentenceSelection,
  joinSpans,
  removeWords,
  spansOfSentences,
  toggleSentence,
} from "../../items/kinds/ikd/select-words.ts";
import {
  drawOptionOrder,
  optionOf,
  optionOrders,
  orderShownOptions,
  scoreTwoChoice,
  summariseTwoChoice,
} from "../../items/kinds/knp/options.ts";
import { seededRandom } from "../../random.ts";
import type { WordSpan } from "../../statistics/agreement/word-overlap.ts";
import { sentencesOf } from "../../words/sentences.ts";
import { parseWords } from "../../words/words.ts";
import { locateQuotes } from "./locate-quotes.ts";

const story = parseWords("He did not know the code, but he typed the code. The door opened. Ann smiled.");
const sentences = sentencesOf(story);
const error = (spans: WordSpan[], unlocated: string[] = []): ConsistencyAnswer => ({
  choice: "error",
  spans,
  unlocated,
});

describe("the score of a consistency answer", () => {
  const key = { consistent: false, spans: [[7, 11]] as WordSpan[] };

  it("is the overlap by position, and by words as text beside it", () => {
    expect(scoreConsistency(story, error([[0, 11]]), key)).toEqual({
      hasError: true,
      saysError: true,
      isRight: true,
      positional: 4 / 11,
      multiset: 4 / 11,
      set: 0.5,
      localisation: 4 / 11,
    });
  });

  it("counts the words as text, as for models, also where no position is shared", () => {
    const score = scoreConsistency(story, error([[11, 14]]), key);
    expect(score.positional).toBe(0);
    expect(score.multiset).toBeGreaterThan(0);
    expect(score.localisation).toBe(score.multiset);
  });

  it("is one for a consistent story called consistent and nothing for one that is not", () => {
    const consistent = { consistent: true, spans: [] };
    expect(scoreConsistency(story, { choice: "consistent", spans: [] }, consistent)).toMatchObject({
      isRight: true,
      localisation: 1,
      positional: null,
    });
    expect(scoreConsistency(story, error([[0, 3]]), consistent)).toMatchObject({
      isRight: false,
      localisation: 0,
      positional: null,
    });
    expect(scoreConsistency(story, { choice: "consistent", spans: [] }, key)).toMatchObject({
      isRight: false,
      localisation: 0,
    });
  });

  it("falls back on the text when a quoted passage has no place in the story", () => {
    const score = scoreConsistency(story, error([[7, 11]], ["Ann flew away."]), key);
    expect(score.positional).toBeNull();
    expect(score.localisation).toBe(score.multiset);
    expect(score.multiset).toBeLessThan(1);
  });

  it("makes the paper's table row, with an empty class null", () => {
    const scores = [
      scoreConsistency(story, { choice: "consistent", spans: [] }, { consistent: true, spans: [] }),
      scoreConsistency(story, error([[0, 2]]), { consistent: true, spans: [] }),
      scoreConsistency(story, error([[7, 11]]), key),
      scoreConsistency(story, { choice: "consistent", spans: [] }, key),
    ];
    expect(summariseConsistency(scores)).toEqual({
      nPos: 2,
      nNeg: 2,
      posCls: 0.5,
      negCls: 0.5,
      fullCls: 0.5,
      negLoc: 0.5,
      fullLoc: 0.5,
    });
    expect(summariseConsistency(scores).fullLoc).toBe(scores.reduce((sum, score) => sum + score.localisation, 0) / 4);
    expect(summariseConsistency([], "set")).toMatchObject({ posCls: null, negLoc: null });
  });

  it("reads a verbatim quote that contains the key alike by position and as text", () => {
    fc.assert(
      fc.property(fc.nat({ max: 6 }), fc.nat({ max: 3 }), (before, after) => {
        const span: WordSpan = [7 - before, Math.min(11 + after, story.words.length)];
        const score = scoreConsistency(story, error([span]), key);
        expect(score.multiset).toBeCloseTo(score.positional as number, 12);
      }),
    );
  });
});

describe("quoted passages", () => {
  it("are placed whatever their typography, and with a word changed", () => {
    const text = parseWords("“It’s here,” said Ann. She took the old brass key from the hook. “It’s here,” said Ben.");
    expect(locateQuotes(text, ['"It\'s here," said Ann.']).spans).toEqual([[0, 4]]);
    expect(locateQuotes(text, ["She took the brass key from the hook", '"It\'s here,"']).spans).toEqual([[4, 15]]);
    expect(locateQuotes(text, ["A swan sang.", " "])).toEqual({ spans: [], unlocated: ["A swan sang."] });
  });
});

describe("selecting words", () => {
  const [first, second] = sentences as [(typeof sentences)[0], (typeof sentences)[0]];

  it("goes by sentence, and then by word", () => {
    const one = toggleSentence([], second);
    expect(one).toEqual([[11, 14]]);
    expect(getSentenceSelection(one, second)).toBe("all");
    const narrower = adjustSpan(one, story.words, 12, "start", 1);
    expect(narrower).toEqual([[12, 14]]);
    expect(getSentenceSelection(narrower, second)).toBe("some");
    expect(getSentenceSelection(narrower, first)).toBe("none");
    expect(toggleSentence(narrower, second)).toEqual([[11, 14]]);
    expect(toggleSentence(one, second)).toEqual([]);
    expect(adjustSpan(one, story.words, 12, "end", -9)).toEqual([[11, 12]]);
    expect(adjustSpan(one, story.words, 12, "end", 90)).toEqual([[11, 16]]);
  });

  it("adds and takes words away as sets do", () => {
    const spans = fc.array(
      fc.tuple(fc.nat({ max: 15 }), fc.nat({ max: 15 })).map(([a, b]): WordSpan => [Math.min(a, b), Math.max(a, b)]),
      { maxLength: 4 },
    );
    const positions = (list: readonly WordSpan[]) =>
      new Set(list.flatMap(([start, end]) => Array.from({ length: end - start }, (_, index) => start + index)));
    fc.assert(
      fc.property(spans, fc.nat({ max: 15 }), fc.nat({ max: 5 }), (list, start, size) => {
        const range = { start, end: start + size };
        const words = positions([[range.start, range.end]]);
        expect(positions(addWords(list, range))).toEqual(positions([...list, [range.start, range.end]]));
        expect([...positions(removeWords(list, range))].filter((word) => words.has(word))).toEqual([]);
        expect(joinSpans(joinSpans(list))).toEqual(joinSpans(list));
      }),
    );
  });
});

describe("the form of a consistency item", () => {
  it("takes ticked sentences without a script, and word positions with one", () => {
    expect(readConsistency(story, { choice: "error", sentence: ["1", "2"] })).toEqual({
      ok: true,
      answer: { choice: "error", spans: [[11, 16]] },
    });
    expect(readConsistency(story, { choice: "error", sentence: "0" })).toEqual({
      ok: true,
      answer: { choice: "error", spans: spansOfSentences(sentences, [0]) },
    });
    const spans: WordSpan[] = [
      [1, 3],
      [7, 11],
    ];
    expect(readConsistency(story, { choice: "error", sentence: ["0"], spans: formatSpans(spans) })).toEqual({
      ok: true,
      answer: { choice: "error", spans },
    });
    expect(readConsistency(story, { choice: "consistent", spans: "" })).toEqual({
      ok: true,
      answer: { choice: "consistent", spans: [] },
    });
  });

  it.each([
    [{}, "noChoice"],
    [{ choice: "maybe" }, "noChoice"],
    [{ choice: "error" }, "nothingSelected"],
    [{ choice: "consistent", sentence: "1" }, "selectedWithoutError"],
    [{ choice: "error", spans: "3-2" }, "notAPosition"],
    [{ choice: "error", spans: "3-99" }, "notAPosition"],
    [{ choice: "error", spans: "a" }, "notAPosition"],
    [{ choice: "error", sentence: ["1", "99"] }, "notAPosition"],
    [{ choice: "error", sentence: "x" }, "notAPosition"],
  ])("asks again for %j", (fields, reason) => {
    expect(readConsistency(story, fields)).toMatchObject({ ok: false, reason });
  });
});

describe("two choices", () => {
  it("are scored by option and not by where it stood, which is recorded", () => {
    for (const order of optionOrders) {
      const [a, b] = orderShownOptions(["right", "wrong"], order);
      expect(optionOf(a.letter, order)).toBe(a.option);
      expect(optionOf(b.letter, order)).toBe(b.option);
      expect(scoreTwoChoice(0, 0, order)).toEqual({
        isRight: true,
        choseFirst: a.text === "right",
        rightWasFirst: a.text === "right",
      });
      expect(scoreTwoChoice(1, 0, order)).toEqual({
        isRight: false,
        choseFirst: a.text === "wrong",
        rightWasFirst: a.text === "right",
      });
    }
  });

  it("come in either order by a seeded chance", () => {
    const random = seededRandom("orders");
    const orders = Array.from({ length: 50 }, () => drawOptionOrder(random));
    expect(new Set(orders).size).toBe(2);
  });

  it("are counted with their accuracy and their leaning to the first, null without answers", () => {
    const scores = [scoreTwoChoice(0, 0, "0-1"), scoreTwoChoice(0, 1, "0-1"), scoreTwoChoice(1, 1, "1-0")];
    expect(summariseTwoChoice(scores)).toEqual({ n: 3, right: 2, accuracy: 2 / 3, choseFirst: 3, choseFirstShare: 1 });
    expect(summariseTwoChoice([]).accuracy).toBeNull();
  });
});
