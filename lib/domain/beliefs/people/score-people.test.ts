import { describe, expect, it } from "vitest";
import { seededRandom, shuffled } from "../../random.ts";
import { sources, templates, tuples } from "../fixtures/load.ts";
import { categories } from "../typology.ts";
import { type PeoplePlan, planPeople } from "./plan-people.ts";
import { type PersonAnswer, scorePeople } from "./score-people.ts";

const result = planPeople(tuples, templates, sources, {
  seed: 4,
  participants: 24,
  categories: categories.map(({ id }) => id),
  factsPerParticipant: 10,
  fillersPerParticipant: 3,
  priorKnowledge: "first",
  pairing: "together",
});
if (!result.ok) throw new RangeError(result.message);
const plan: PeoplePlan = result.plan;

/** Participants who know every fact and follow the expressions of `trusted` categories. */
function answersOf(trusted: readonly string[], knows: (participant: number) => boolean = () => true): PersonAnswer[] {
  const items = new Map(plan.items.map((item) => [item.id, item]));
  return plan.passages.flatMap(({ participant, placements }) =>
    placements.map((placement): PersonAnswer => {
      const { gold, story, text, attributes } = items.get(placement.item) as PeoplePlan["items"][number];
      const follows = placement.role === "expression" && trusted.includes(placement.category ?? "");
      const isRight = placement.role === "prior" ? knows(participant) : !follows;
      const { dimension, category } = attributes;
      return {
        observer: `p${participant}`,
        role: placement.role,
        fact: placement.fact,
        queryType: placement.queryType,
        expression:
          placement.role === "prior"
            ? null
            : { dimension: dimension ?? "", category: category ?? "", text: story.text },
        shown: placement.role !== "prior",
        query: text,
        answer: (gold === "yes") === isRight ? "yes" : "no",
        repeat: 0,
      };
    }),
  );
}

describe("scoring people", () => {
  it("finds which categories they follow, and counts fillers apart", () => {
    const score = scorePeople("people", answersOf(["imperative", "authority"]));
    expect(score).toMatchObject({ participants: 24, known: 240, notKnown: 0, priorMissing: 0, enters: true });
    for (const [name, { rate }] of score.byCategory)
      expect(rate).toBe(["imperative", "authority"].includes(name) ? 1 : 0);
    expect(score.fillers).toMatchObject({ answers: 24 * 3 * 2, share: 1 });
  });

  it("clusters intervals by participant and by fact", () => {
    const { overall } = scorePeople("people", answersOf(["imperative", "authority", "formal"]));
    expect(overall.clusters).toEqual([24, plan.targets]);
    expect(overall.low).toBeLessThan(overall.rate as number);
    expect(overall.high).toBeGreaterThan(overall.rate as number);
  });

  it("counts a pair only for those who knew the fact themselves", () => {
    const score = scorePeople(
      "people",
      answersOf(["weak"], (participant) => participant % 2 === 0),
    );
    expect(score).toMatchObject({ known: 120, notKnown: 120 });
    expect(score.overall.clusters[0]).toBe(12);
    expect(
      scorePeople(
        "people",
        answersOf([], () => false),
      ),
    ).toMatchObject({ enters: false, reason: "fewKnown" });
  });

  it("does not depend on the order of the answers", () => {
    const answers = answersOf(["strong", "poetic"]);
    expect(scorePeople("people", shuffled(answers, seededRandom(1)))).toEqual(scorePeople("people", answers));
  });

  it("has no rate without answers", () => {
    expect(scorePeople("people", [])).toMatchObject({
      participants: 0,
      knownShare: null,
      overall: { rate: null },
      fillers: { share: null },
    });
  });
});
