import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ItemRow, itemRowSchema } from "../../item.ts";
import { balanceLabels, validateBalance } from "./validate-balance.ts";

const demo: ItemRow[] = readFileSync(new URL("../../../../../content/demo/items.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => itemRowSchema.parse(JSON.parse(line)));

/** The demo with one item replaced, so that each test breaks one property. */
function withChanged(id: string, change: (item: ItemRow) => ItemRow): ItemRow[] {
  return demo.map((item) => (item.id === id ? change(item) : item));
}

function withAttributes(item: ItemRow, attributes: ItemRow["attributes"]): ItemRow {
  return { ...item, attributes: { ...item.attributes, ...attributes } };
}

const messages = (items: readonly ItemRow[]) => validateBalance(items).errors.map((error) => error.message);
const warnings = (items: readonly ItemRow[]) => validateBalance(items).warnings.map((warning) => warning.message);

describe("a balanced benchmark", () => {
  it("is the demo: no errors, no warnings", () => {
    expect(validateBalance(demo)).toEqual({ ok: true, errors: [], warnings: [] });
  });

  it("has 20 labels a story", () => {
    const labels = balanceLabels({ ToM: 6, F: 6 });
    expect(labels).toHaveLength(20);
    expect(labels.slice(0, 4)).toEqual(["ToM2t", "ToM2f", "ToM3t", "ToM3f"]);
    expect(labels.at(-1)).toBe("F6f");
  });

  it("may have deeper statements than order 6, a true and a false one in every story", () => {
    const deeper = demo.flatMap((item) => {
      const { label, order } = item.attributes;
      if (order !== 6) return [item];
      const truth = String(label).at(-1);
      const copy = (depth: number) => ({
        ...withAttributes(item, { label: `ToM${depth}${truth}`, order: depth }),
        id: `${item.id}-${depth}`,
        text: `${item.text} (${depth})`,
      });
      return [item, ...[7, 8, 9, 10].map(copy)];
    });
    expect(validateBalance(deeper).errors).toEqual([]);
    const without = deeper.filter(({ id }) => id !== "harbour-tom6t-10");
    expect(messages(without)).toEqual([
      "story harbour: 27 statements instead of 28",
      "story harbour: ToM order 10, true: missing",
    ]);
  });

  it("may have its lines in any order, and any number of stories", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...demo], { minLength: demo.length }), (items) => validateBalance(items).ok),
      { numRuns: 20 },
    );
    expect(validateBalance(demo.filter((item) => item.story.id === "harbour")).ok).toBe(true);
  });

  it("is broken by leaving out any one item, and the message names its story", () => {
    for (const item of demo) {
      const report = validateBalance(demo.filter((other) => other !== item));
      expect(report.ok).toBe(false);
      expect(report.errors.map((error) => error.story)).toEqual([item.story.id, item.story.id]);
    }
  });
});

describe("what is missing or doubled", () => {
  it("names a missing statement", () => {
    expect(validateBalance(demo.filter((item) => item.id !== "harbour-tom4f")).errors).toEqual([
      { story: "harbour", field: "items", message: "story harbour: 19 statements instead of 20" },
      { story: "harbour", field: "attributes.label", message: "story harbour: ToM order 4, false: missing" },
    ]);
  });

  it("names a doubled statement with its items", () => {
    const again = withChanged("harbour-f3t", (item) => withAttributes(item, { label: "F2t", level: 2 }));
    expect(messages(again)).toEqual([
      "story harbour: factual level 2, true: 2 times (harbour-f2t, harbour-f3t)",
      "story harbour: factual level 3, true: missing",
    ]);
  });

  it("refuses the same text twice in a story, whatever its spacing and case", () => {
    const twin = demo.find((item) => item.id === "bees-f2t")?.text ?? "";
    const doubled = withChanged("bees-f2f", (item) => ({ ...item, text: ` ${twin.toUpperCase()} ` }));
    expect(messages(doubled)).toEqual(["story bees: the same statement in bees-f2t, bees-f2f"]);
  });

  it("refuses an id twice", () => {
    expect(messages(withChanged("coin-f2t", (item) => ({ ...item, id: "coin-f2f" })))).toEqual([
      "item coin-f2f: 2 items have this id",
    ]);
  });

  it("refuses an empty benchmark", () => {
    expect(validateBalance([]).errors).toEqual([
      { story: null, field: "items", message: "the benchmark has no items" },
    ]);
  });
});

describe("what an item declares", () => {
  it.each([
    [
      "gold",
      (item: ItemRow) => ({ ...item, gold: false }),
      "item jug-tom5t: gold false does not agree with label ToM5t",
    ],
    [
      "gold",
      (item: ItemRow) => ({ ...item, gold: "true" }),
      'item jug-tom5t: gold "true" does not agree with label ToM5t',
    ],
    [
      "attributes.type",
      (item: ItemRow) => withAttributes(item, { type: "factual" }),
      "item jug-tom5t: type factual does not agree with label ToM5t",
    ],
    [
      "attributes.order",
      (item: ItemRow) => withAttributes(item, { order: 4 }),
      "item jug-tom5t: order 4 does not agree with label ToM5t",
    ],
    [
      "attributes.order",
      (item: ItemRow) => ({ ...item, attributes: { type: "tom", label: "ToM5t", characters: 3 } }),
      "item jug-tom5t: order missing does not agree with label ToM5t",
    ],
  ])("must agree with its label: %s", (field, change, message) => {
    expect(validateBalance(withChanged("jug-tom5t", change)).errors).toEqual([
      { story: "jug", field, message: `story jug: ${message}` },
    ]);
  });

  it("must be a known label", () => {
    const unknown = withChanged("jug-f6f", (item) => withAttributes(item, { label: "F1f" }));
    expect(messages(unknown)).toEqual([
      "story jug: item jug-f6f: label F1f, expected one like ToM4f or F2t",
      "story jug: factual level 6, false: missing",
    ]);
  });

  it("must be of the kind true-false", () => {
    expect(messages(withChanged("jug-f6f", (item) => ({ ...item, kind: "yes-no" })))).toEqual([
      "story jug: item jug-f6f: kind is yes-no, not true-false",
    ]);
  });

  it("must carry the one text of its story", () => {
    const torn = withChanged("jug-f6f", (item) => ({ ...item, story: { ...item.story, text: `${item.story.text} ` } }));
    expect(messages(torn)).toEqual(["story jug: its items carry different story texts"]);
  });
});

describe("warnings, which leave the benchmark valid", () => {
  const ofStory = (id: string, change: (item: ItemRow) => ItemRow) =>
    demo.map((item) => (item.story.id === id ? change(item) : item));
  const storyOf = (words: number) => Array.from({ length: words }, () => "word").join(" ");

  it("give a story's length outside 170 to 230 words", () => {
    const long = (words: number) =>
      ofStory("coin", (item) => ({ ...item, story: { ...item.story, text: storyOf(words) } }));
    expect(validateBalance(long(231)).ok).toBe(true);
    expect(warnings(long(231))).toEqual(["story coin: 231 words; expected about 200 (170 to 230)"]);
    expect(warnings(long(169))).toEqual(["story coin: 169 words; expected about 200 (170 to 230)"]);
    expect(warnings(long(170))).toEqual([]);
    expect(warnings(long(230))).toEqual([]);
  });

  it("give a number of characters outside 3 to 5, or none", () => {
    expect(warnings(ofStory("coin", (item) => withAttributes(item, { characters: 6 })))).toEqual([
      "story coin: 6 characters; expected 3 to 5",
    ]);
    expect(warnings(ofStory("coin", (item) => withAttributes(item, { characters: null })))).toEqual([
      "story coin: no number of characters; expected 3 to 5",
    ]);
  });

  it("give the lengths of true and false statements when they differ by more than a tenth", () => {
    const wordy = ofStory("coin", (item) =>
      item.gold === true ? { ...item, text: `${item.text} Or so the story says.` } : item,
    );
    expect(warnings(wordy)).toEqual([
      "story coin: statement length reveals the answer: 20.7 words when true, 15.9 when false (23%)",
    ]);
  });

  it("give the count of negated statements when one side has more of them", () => {
    const negated = demo.map((item) =>
      item.story.id === "coin" && item.gold === false ? { ...item, text: item.text.replace(/\.$/, " not.") } : item,
    );
    expect(warnings(negated)).toContain("negation reveals the answer: 0 true and 10 false statements are negated");
  });
});
