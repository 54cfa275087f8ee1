import { expect, it } from "vitest";
import { expandItems } from "../expand-items.ts";
import { sources, templates, tuples } from "../fixtures/load.ts";
import { defaultParticipantSettings, planParticipants } from "./plan-participants.ts";
import { collectStoredExpressions } from "./stored-expressions.ts";

it("plans a study of stored expressions, without facts that lack one", () => {
  const settings = { seed: "7", allTemplates: false };
  const items = tuples
    .flatMap((tuple) => expandItems(tuple, templates, sources, settings).items)
    .filter(({ attributes }) => attributes.role !== "filler");
  const [lacking] = items.filter(({ attributes }) => attributes.category === "poetic");
  const stored = collectStoredExpressions(items.filter((item) => item !== lacking));
  expect([...stored.categories].sort()).toEqual([...templates.keys()].sort());
  const facts = tuples.map(({ id }) => id).filter((id) => id !== lacking?.attributes.fact);
  expect(stored.tuples.map(({ id }) => id)).toEqual(facts);
  const result = planParticipants(stored.tuples, stored, {
    ...defaultParticipantSettings,
    seed: 1,
    categories: [...stored.categories],
    factsPerParticipant: 5,
    fillersPerParticipant: 0,
  });
  if (!result.ok) throw new RangeError(result.message);
  for (const item of result.plan.items) expect(items).toContain(item);
  for (const { placements } of result.plan.sessions) expect(placements).toHaveLength(5 * 4);
});
