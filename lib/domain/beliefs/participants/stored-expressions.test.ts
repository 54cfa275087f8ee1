import { expect, it } from "vitest";
import { expandTuple } from "../expand.ts";
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

it("states the true object in the words of an expression, as its template would", () => {
  const settings = { seed: "7", allTemplates: false };
  const stored = collectStoredExpressions(
    tuples.flatMap((tuple) => expandItems(tuple, templates, sources, settings).items),
  );
  const byId = new Map(tuples.map((tuple) => [tuple.id, tuple]));
  expect(stored.withTrueAssertion.length).toBeGreaterThan(tuples.length / 2);
  const used = new Set<string>();
  for (const tuple of stored.withTrueAssertion)
    for (const category of stored.categories) {
      const result = stored.pairOf(tuple, category, "filler", "1");
      if (!result.ok) throw new RangeError(result.message);
      const [first, second] = result.pair.shown;
      const original = byId.get(tuple.id)!;
      const chosen = first?.attributes.category ?? "";
      used.add(chosen);
      const [expected] = expandTuple(
        { ...original, objectContext: original.objectPrior },
        new Map([[chosen, templates.get(chosen) ?? []]]),
        sources,
        settings,
      );
      if (!expected?.ok) throw new RangeError("no expression");
      expect(first?.story.text).toBe(expected.expression.assertion);
      expect(second?.story).toEqual(first?.story);
      expect(first).toMatchObject({ id: `${first?.story.id}-prior_yes`, gold: "yes", attributes: { role: "filler" } });
    }
  expect(used.size).toBeGreaterThan(stored.categories.size / 2);
});

it("states no truth where the text makes another claim about the false object, or names an object twice", () => {
  const item = (text: string, category: string, queryType: "prior_yes" | "ctx_yes") => ({
    id: `norway-${category}-${queryType}`,
    kind: "yes-no" as const,
    story: { id: `norway-${category}`, title: "", genre: "", text },
    text: `Is ${queryType === "prior_yes" ? "Oslo" : "Bergen"} the capital of Norway?`,
    gold: queryType === "prior_yes" ? ("yes" as const) : ("no" as const),
    attributes: {
      ...{ role: text === "" ? ("prior" as const) : ("expression" as const), fact: "norway", query_type: queryType },
      ...{ dimension: null, category: text === "" ? null : category, template_index: null, relation: "" },
      ...{ subject: "Norway", object_pri: "Oslo", object_ctx: "Bergen" },
    },
  });
  const truth = (text: string, category = "formal") => {
    const items = (["prior_yes", "ctx_yes"] as const).flatMap((type) => [
      item("", category, type),
      item(text, category, type),
    ]);
    const stored = collectStoredExpressions(items);
    const [tuple] = stored.withTrueAssertion;
    const result = tuple && stored.pairOf(tuple, category, "filler", "1");
    return result?.ok ? result.pair.shown[0]?.story.text : null;
  };
  expect(truth("Bergen is the capital of Norway.")).toBe("Oslo is the capital of Norway.");
  expect(truth("Bergen, which is the capital of Wales, is the capital of Norway.", "not_at_issue")).toBeNull();
  expect(truth("If Cardiff is the capital of Wales, Bergen is the capital of Norway.", "material_conditional")).toBe(
    "If Cardiff is the capital of Wales, Oslo is the capital of Norway.",
  );
  expect(truth("Bergen is the capital of Norway. Yes, Bergen!")).toBeNull();
  expect(truth("Bergen, not Oslo, is the capital of Norway.")).toBeNull();
  expect(truth("It is in Bergenhus: the capital of Norway.")).toBeNull();
});
