import { describe, expect, it } from "vitest";
import type { ErrorRules } from "../views/models/error-views.ts";
import { type ErrorRow, type ErrorText, foldErrors } from "./fold-errors.ts";

const marked = "She lifted the third flowerpot, and took the key.";
const story = `He hid the key. “Nobody came,” he said. ${marked} The cat laughed.`;
const first = story.slice(0, story.indexOf(marked)).match(/[\p{L}]+/gu)!.length;
const text = (id: string, gold: unknown): ErrorText => ({
  storyId: id,
  story,
  genre: "mystery",
  attributes: {},
  gold,
  keyVersion: 1,
});
const texts = {
  sound: text("s1", { consistent: true, spans: [] }),
  broken: text("s2", { consistent: false, spans: [[first, first + 9]] }),
};

/** The row of one series: its answers in the order of the stories. */
function rowOf(rows: readonly ErrorRow[], rules: ErrorRules = { ties: "half", unparsed: "wrong" }) {
  const fold = foldErrors({ texts, rules });
  fold.add(rows);
  const { view } = fold.finish();
  if (!view.tables) throw new Error("no tables");
  const [row] = view.tables[0]!.rows;
  return row!;
}

const reply = (item: keyof typeof texts, field: string | null, choice = "error"): ErrorRow => ({
  series: "run/",
  label: "Reader",
  item,
  shown: item,
  ablation: "plain",
  answer: { choice, spans: [] },
  output: `Reasoning: x\n${field === null ? "" : `Logical Error: ${field}\n`}Conclusion: ${choice === "error" ? "Yes" : "No"}`,
});
const value = (cell: unknown) => (cell as { value: number | null }).value;

describe("the localisation of models' replies", () => {
  it.each([
    ["as quoted", `“${marked}”`],
    ["without quotes", "She lifted the third flowerpot and took the key"],
    ["in straight quotes", `"${marked.replace(",", "")}"`],
  ])("is 1 for a perfect quote %s, whatever positions were found when it was imported", (_style, field) => {
    const row = rowOf([reply("broken", field), reply("sound", "NA", "consistent")]);
    expect(value(row[5])).toBe(1);
    expect(value(row[6])).toBe(1);
    expect(JSON.stringify(row[7])).toContain("100.0%");
  });

  it("keeps invented words in the union and says how many words the stories have", () => {
    const row = rowOf([reply("broken", `${marked} Purple elephants sang.`)]);
    expect(value(row[5])).toBeCloseTo(9 / 12, 12);
    expect(JSON.stringify(row[7])).toContain("75.0% of 12");
  });

  it("is left out where the reply was not asked for it, and 0 where it says NA", () => {
    const notAsked = rowOf([reply("broken", null), reply("sound", null, "consistent")]);
    expect([value(notAsked[3]), value(notAsked[5]), value(notAsked[6])]).toEqual([1, null, null]);
    expect(value(rowOf([reply("broken", "NA")])[5])).toBe(0);
  });

  it("counts a reply that cannot be read according to the plan", () => {
    const rows = [reply("sound", "NA", "consistent"), { ...reply("broken", null), answer: null } as ErrorRow];
    expect(value(rowOf(rows)[4])).toBe(0.5);
    const filtered = rowOf(rows, { ties: "half", unparsed: "omit" });
    expect([value(filtered[3]), value(filtered[4])]).toEqual([null, 1]);
  });

  it("takes the marked words of an answer without a text", () => {
    const row = rowOf([
      {
        ...reply("broken", null),
        output: null,
        answer: { choice: "error", spans: [[first, first + 9]] },
      } as ErrorRow,
    ]);
    expect(value(row[5])).toBe(1);
  });
});

describe("people's answers that came after their time", () => {
  const answered = (session: string, answer: unknown): ErrorRow => ({
    item: "broken",
    shown: "broken",
    ablation: "plain",
    session,
    isExcluded: false,
    answer,
  });

  it("are unparsed and wrong, like replies that cannot be read", () => {
    const located = { choice: "error", spans: [[first, first + 9]] };
    const row = rowOf([answered("a", located), answered("b", { timedOut: { draft: { choice: "error" } } })]);
    expect(value(row[5])).toBe(0.5);
  });
});
