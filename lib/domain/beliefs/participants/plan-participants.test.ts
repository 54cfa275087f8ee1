import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../random.ts";
import { sources, templates, tuples } from "../fixtures/load.ts";
import type { BeliefTuple } from "../tuple.ts";
import { categories } from "../typology.ts";
import { arrangeFacts, revealEachOther } from "./arrange-facts.ts";
import { expressionsOfTemplates } from "./expression-source.ts";
import {
  type BeliefSession,
  defaultParticipantSettings,
  type ParticipantPlan,
  type ParticipantSettings,
  planParticipants,
} from "./plan-participants.ts";

const expressions = expressionsOfTemplates(templates, sources);
const allCategories = categories.map(({ id }) => id);
const settings: ParticipantSettings = {
  ...defaultParticipantSettings,
  seed: 1,
  categories: allCategories,
  factsPerParticipant: 10,
  fillersPerParticipant: 3,
};
function plan(more: Partial<ParticipantSettings> = {}, facts: readonly BeliefTuple[] = tuples): ParticipantPlan {
  const result = planParticipants(facts, expressions, { ...settings, ...more });
  if (!result.ok) throw new RangeError(result.message);
  return result.plan;
}

/** The given number of facts without connections. */
const manyFacts = (count: number): BeliefTuple[] =>
  Array.from({ length: count }, (_, index) => ({
    ...(tuples[0] as BeliefTuple),
    id: `f${String(index).padStart(4, "0")}`,
    subject: `Book ${index}`,
    subjectRelation: `the author of Book ${index}.`,
  }));

const shownPairs = (session: BeliefSession) =>
  session.placements.filter(({ block, queryType }) => block === "expressions" && queryType === "prior_yes");
const spread = (counts: Iterable<number>) => {
  const list = [...counts];
  return Math.max(...list) - Math.min(...list);
};
function countBy<Value>(
  values: readonly Value[],
  key: (value: Value) => string,
  names: readonly string[] = [],
): Map<string, number> {
  const counts = new Map(names.map((name) => [name, 0]));
  for (const value of values) counts.set(key(value), (counts.get(key(value)) ?? 0) + 1);
  return counts;
}

describe("laying out a study with people", () => {
  it("lets nobody meet a fact twice, whatever the sizes", () => {
    fc.assert(
      fc.property(
        fc.record({
          factsPerParticipant: fc.integer({ min: 1, max: 12 }),
          fillersPerParticipant: fc.integer({ min: 0, max: 4 }),
          categories: fc.subarray(allCategories, { minLength: 1 }),
          participants: fc.integer({ min: 1, max: 12 }),
          seed: fc.integer(),
        }),
        (more) => {
          for (const session of plan(more).sessions) {
            const facts = shownPairs(session).map(({ fact }) => fact);
            expect(new Set(facts).size).toBe(facts.length);
            expect(facts).toHaveLength(more.factsPerParticipant + more.fillersPerParticipant);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("rotates categories: within one of each other for a participant and over the whole study", () => {
    const { sessions } = plan({ factsPerParticipant: 12, participants: 15 });
    for (const session of sessions) {
      const targets = shownPairs(session).filter(({ role }) => role === "expression");
      expect(spread(countBy(targets, ({ category }) => category ?? "", allCategories).values())).toBeLessThanOrEqual(1);
    }
    const targets = sessions.flatMap(shownPairs).filter(({ role }) => role === "expression");
    expect(spread(countBy(targets, ({ category }) => category ?? "", allCategories).values())).toBeLessThanOrEqual(1);
    expect(spread(countBy(targets, ({ fact }) => fact).values())).toBeLessThanOrEqual(1);
  });

  it.each([
    ["an odd", allCategories.slice(0, 3), 1],
    ["an even", allCategories.slice(0, 4), 2],
  ] as const)(
    "meets every fact in every category and query order once in a full rotation (%s number of categories)",
    (_, chosen, orderSpread) => {
      const facts = manyFacts(12);
      const first = plan(
        { categories: chosen, factsPerParticipant: 5, fillersPerParticipant: 0, participants: 1 },
        facts,
      );
      const { sessions, targets } = plan(
        {
          categories: chosen,
          factsPerParticipant: 5,
          fillersPerParticipant: 0,
          participants: first.exact.factByCategoryByOrder,
        },
        facts,
      );
      const asked = sessions.flatMap(({ placements }) => {
        const shown = placements.filter(({ block }) => block === "expressions");
        const firsts = shown.filter((_placement, index) => index % 2 === 0);
        expect(
          spread(countBy(firsts, ({ queryType }) => queryType, ["prior_yes", "ctx_yes"]).values()),
        ).toBeLessThanOrEqual(orderSpread);
        return firsts;
      });
      const cells = countBy(asked, ({ fact, category, queryType }) => `${fact}/${category}/${queryType}`);
      expect(cells.size).toBe(targets * chosen.length * 2);
      expect(spread(cells.values())).toBe(0);
    },
  );

  it("asks both queries after the expression, together or half a block apart", () => {
    const [together] = plan().sessions as [BeliefSession];
    const shown = together.placements.filter(({ block }) => block === "expressions");
    for (let index = 0; index < shown.length; index += 2) {
      expect(shown[index]?.fact).toBe(shown[index + 1]?.fact);
      expect(shown[index]?.queryType).not.toBe(shown[index + 1]?.queryType);
    }
    const [apart] = plan({ pairing: "apart" }).sessions as [BeliefSession];
    const later = apart.placements.filter(({ block }) => block === "expressions");
    const half = later.length / 2;
    expect(new Set(later.slice(0, half).map(({ fact }) => fact)).size).toBe(half);
  });

  it("asks what people know first, with the two queries of a fact in different halves, or in a sitting of its own", () => {
    const [first] = plan().sessions as [BeliefSession];
    const prior = first.placements.slice(0, 26);
    expect(prior.every(({ block, category }) => block === "prior" && category === null)).toBe(true);
    expect(new Set(prior.slice(0, 13).map(({ fact }) => fact)).size).toBe(13);
    expect(first.placements.slice(26).every(({ block }) => block === "expressions")).toBe(true);
    const [last] = plan({ priorKnowledge: "after" }).sessions as [BeliefSession];
    expect(last.placements.slice(0, -26).every(({ block }) => block === "expressions")).toBe(true);
    expect(last.placements.slice(-26).every(({ block }) => block === "prior")).toBe(true);
    const separate = plan({ priorKnowledge: "separate", participants: 1 }).sessions;
    expect(separate.map(({ sitting, placements }) => [sitting, new Set(placements.map(({ block }) => block))])).toEqual(
      [
        [1, new Set(["prior"])],
        [2, new Set(["expressions"])],
      ],
    );
  });

  it("mixes in true assertions of facts that are never asserted falsely", () => {
    const { items, sessions } = plan();
    const byId = new Map(items.map((item) => [item.id, item]));
    const placed = sessions.flatMap(({ placements }) => placements);
    const falseFacts = new Set(placed.filter(({ role }) => role === "expression").map(({ fact }) => fact));
    const fillers = placed.filter(({ role }) => role === "filler");
    expect(fillers.length).toBeGreaterThan(0);
    for (const { item, fact } of fillers) {
      expect(falseFacts.has(fact)).toBe(false);
      const { story, attributes } = byId.get(item) as (typeof items)[number];
      expect(story.text.toLowerCase()).toContain(attributes.object_pri.toLowerCase());
      expect(story.text).not.toContain(attributes.object_ctx);
    }
  });

  it("writes every item it places once, with the world's answer as gold", () => {
    const { items, sessions } = plan();
    const ids = items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(sessions.flatMap(({ placements }) => placements.map(({ item }) => item)))).toEqual(new Set(ids));
    for (const { gold, attributes, story, kind } of items) {
      expect(kind).toBe("yes-no");
      expect(gold).toBe(attributes.query_type === "prior_yes" ? "yes" : "no");
      expect(story.text === "").toBe(attributes.role === "prior");
    }
  });

  it("is fixed by its seed and does not depend on the order of the facts", () => {
    expect(plan({}, [...tuples].reverse())).toEqual(plan());
    expect(plan({ seed: 2 })).not.toEqual(plan());
  });

  it("keeps facts apart that give each other away, and says what it left out", () => {
    const facts = manyFacts(20).map((tuple, index, all) =>
      index % 5 === 0 ? { ...tuple, extraInformation: `is ${all[(index + 1) % 20]?.subjectRelation}` } : tuple,
    );
    const { sessions, leftOut } = plan({ factsPerParticipant: 4, fillersPerParticipant: 0, participants: 30 }, facts);
    const byId = new Map(facts.map((fact) => [fact.id, fact]));
    for (const session of sessions) {
      const met = shownPairs(session).map(({ fact }) => byId.get(fact) as BeliefTuple);
      for (const one of met)
        for (const other of met) if (one !== other) expect(revealEachOther(one, other)).toBe(false);
    }
    expect(leftOut.every(({ reason }) => reason === "unevenNumber" || reason === "givesAwayAnother")).toBe(true);
    const [famous, ...others] = manyFacts(10) as [BeliefTuple, ...BeliefTuple[]];
    const conditional = [famous, ...others.map((fact) => ({ ...fact, condition: `Jo is ${famous.subjectRelation}` }))];
    const withoutFamous = arrangeFacts(conditional, { window: 3, fillerWindow: 0, arms: 2 }, seededRandom(1));
    expect(withoutFamous.leftOut).toEqual([{ fact: famous.id, reason: "servesAsCondition" }]);
    const sameSubject = [...manyFacts(9), { ...(manyFacts(1)[0] as BeliefTuple), id: "x", relation: "composer" }];
    const arranged = arrangeFacts(sameSubject, { window: 3, fillerWindow: 0, arms: 2 }, seededRandom(1));
    expect(arranged.leftOut).toMatchObject([{ reason: "sameSubject" }]);
    expect(arranged.targets.length + arranged.leftOut.length).toBe(10);
  });

  it("refuses a study that its facts or templates cannot carry", () => {
    const result = planParticipants(tuples.slice(0, 5), expressions, settings);
    expect(result).toMatchObject({ ok: false, reason: "tooFewFacts" });
    expect(planParticipants(tuples, expressionsOfTemplates(new Map(), sources), settings)).toMatchObject({
      ok: false,
      reason: "noTemplates",
    });
    const onlyFalse = new Map(templates).set("weak", [
      {
        category: "weak",
        dimension: "epistemic_stance" as const,
        index: 0,
        text: "Perhaps {object_ctx}, which {extra_info_obj_ctx}, is {subject_relation}.",
      },
    ]);
    expect(
      planParticipants(tuples, expressionsOfTemplates(onlyFalse, sources), { ...settings, categories: ["weak"] }),
    ).toMatchObject({
      reason: "noTrueTemplate",
    });
    expect(() => plan({ participants: 0 })).toThrow(RangeError);
    expect(() => plan({ categories: ["weak", "weak"] })).toThrow(RangeError);
  });
});
