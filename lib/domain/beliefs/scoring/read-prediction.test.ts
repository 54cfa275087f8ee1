import { describe, expect, it } from "vitest";
import { sources, templates, tuples } from "../fixtures/load.ts";
import { expressionsOfTemplates } from "../participants/expression-source.ts";
import { planParticipants } from "../participants/plan-participants.ts";
import { type BeliefItemFacts, readBeliefItem, readPrediction } from "./read-answer.ts";

const result = planParticipants(tuples, expressionsOfTemplates(templates, sources), {
  seed: 1,
  participants: 2,
  categories: ["explicit", "weak"],
  factsPerParticipant: 4,
  fillersPerParticipant: 1,
  priorKnowledge: "first",
  pairing: "together",
});
if (!result.ok) throw new RangeError(result.message);
const written = result.plan.items;
const items = new Map(
  written.flatMap((item): [string, BeliefItemFacts][] => {
    const read = readBeliefItem(JSON.parse(JSON.stringify(item)));
    return read ? [[read.id, read.item]] : [];
  }),
);
const idOf = (role: string) => written.find((item) => item.attributes.role === role)?.id ?? "";
const file = { model: "m", queryOnly: false };
const read = (row: Record<string, unknown>) => readPrediction({ model: "gpt", ...row }, items, file);

describe("reading a prediction file", () => {
  it("finds in the item file what an item is about", () => {
    expect(items.size).toBe(written.length);
    expect(readBeliefItem({ id: "x", text: "y", attributes: {} })).toBeNull();
    expect(read({ item: idOf("expression"), answer: "Yes" })).toMatchObject({
      ok: true,
      answer: { observer: "gpt", shown: true, answer: "Yes", repeat: 0 },
    });
  });

  it("takes prior items, and expressions left out by condition, as asked without", () => {
    expect(read({ item: idOf("prior"), answer: "no" })).toMatchObject({
      ok: true,
      answer: { shown: false, expression: null },
    });
    expect(read({ item: idOf("expression"), condition: { story: "none" }, answer: "no" })).toMatchObject({
      ok: true,
      answer: { shown: false, expression: { category: expect.any(String) } },
    });
  });

  it("reads an answer from the output or from log-probabilities when there is none", () => {
    const item = idOf("expression");
    expect(read({ item, output: "No, it is not." })).toMatchObject({ answer: { answer: "No, it is not." } });
    expect(read({ item, logprobs: { Yes: -2, " yes": -1, No: -1.5 } })).toMatchObject({ answer: { answer: "Yes" } });
    expect(read({ item, logprobs: { Yes: -1, No: -1 } })).toMatchObject({ answer: { answer: "" } });
    expect(read({ item })).toMatchObject({ ok: false, field: "answer" });
  });

  it("passes over fillers and refuses items it does not know", () => {
    expect(read({ item: idOf("filler"), answer: "yes" })).toMatchObject({ ok: false, skipped: "filler" });
    expect(read({ item: "nothing", answer: "yes" })).toMatchObject({ ok: false, field: "item" });
    expect(readPrediction({ answer: "yes" }, items, file)).toMatchObject({ ok: false, field: "item" });
  });
});
