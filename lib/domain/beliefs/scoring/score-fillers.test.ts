import { describe, expect, it } from "vitest";
import { expandItems } from "../expand-items.ts";
import { sources, templates, tuples } from "../fixtures/load.ts";
import type { BeliefAnswer } from "./pair-table.ts";
import { readBeliefItem, readPrediction } from "./read-answer.ts";
import { scoreFillers } from "./score-fillers.ts";

describe("true assertions that models meet", () => {
  const items = tuples.flatMap(
    (tuple) => expandItems(tuple, templates, sources, { seed: 1, allTemplates: false }).items,
  );
  const fillers = items.filter(({ attributes }) => attributes.role === "filler");

  it("are two questions for each fact, about words that state the true object and not the other", () => {
    expect(fillers).toHaveLength(tuples.length * 2);
    for (const { story, attributes } of fillers) {
      expect(story.text.toLowerCase()).toContain(attributes.object_pri.toLowerCase());
      expect(story.text).not.toContain(attributes.object_ctx);
    }
  });

  it("are no pairs, and are scored by themselves", () => {
    const known = new Map(
      items.flatMap((item) => {
        const read = readBeliefItem(item);
        return read ? [[read.id, read.item] as const] : [];
      }),
    );
    const scored = fillers.filter(({ attributes }) => !attributes.also_true);
    const answers = scored.map(({ id, gold }, index): BeliefAnswer => {
      const read = readPrediction(
        { model: "m", item: id, answer: index === 0 ? (gold === "yes" ? "No" : "Yes") : gold },
        known,
        { model: "m", queryOnly: false },
      );
      if (read.ok || read.skipped !== "filler") throw new Error("a filler was read as something else");
      return read.answer;
    });
    const score = scoreFillers(answers, "first-word");
    expect(score).toMatchObject({ answers: scored.length, share: (scored.length - 1) / scored.length });
    expect(score.low).toBeLessThan(score.share ?? 0);
    expect(scoreFillers([], "first-word")).toEqual({ answers: 0, share: null, low: null, high: null });
  });

  it("leave answers about facts whose false object is true as well out", () => {
    const contained = items.find(({ attributes }) => attributes.also_true);
    const read = contained && readBeliefItem(contained);
    if (!read) throw new Error("no such fact");
    const line = { model: "m", item: read.id, answer: "yes" };
    expect(readPrediction(line, new Map([[read.id, read.item]]), { model: "m", queryOnly: false })).toMatchObject({
      ok: false,
      skipped: "alsoTrue",
    });
  });
});
