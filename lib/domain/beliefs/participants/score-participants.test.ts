import { describe, expect, it } from "vitest";
import { seededRandom, shuffle } from "../../random.ts";
import { sources, templates, tuples } from "../fixtures/load.ts";
import { readBeliefItem } from "../scoring/read-answer.ts";
import { categories } from "../typology.ts";
import { listDebrief } from "./debrief.ts";
import { expressionsOfTemplates } from "./expression-source.ts";
import { type ParticipantPlan, planParticipants } from "./plan-participants.ts";
import { type BeliefPersonAnswer, scoreParticipants, toPersonAnswer } from "./score-participants.ts";

const result = planParticipants(tuples, expressionsOfTemplates(templates, sources), {
  seed: 4,
  participants: 24,
  categories: categories.map(({ id }) => id),
  factsPerParticipant: 10,
  fillersPerParticipant: 3,
  priorKnowledge: "first",
  pairing: "together",
});
if (!result.ok) throw new RangeError(result.message);
const plan: ParticipantPlan = result.plan;

/** Participants who know every fact and follow the expressions of `trusted` categories. */
function answersOf(
  trusted: readonly string[],
  knows: (participant: number) => boolean = () => true,
): BeliefPersonAnswer[] {
  const items = new Map(plan.items.map((item) => [item.id, item]));
  return plan.sessions.flatMap(({ participant, placements }) =>
    placements.map((placement): BeliefPersonAnswer => {
      const item = items.get(placement.item) as ParticipantPlan["items"][number];
      const follows = placement.role === "expression" && trusted.includes(placement.category ?? "");
      const isRight = placement.role === "prior" ? knows(participant) : !follows;
      const read = readBeliefItem(item);
      if (!read) throw new RangeError(`${item.id} is no item of expressions`);
      return toPersonAnswer(`p${participant}`, read.item, (item.gold === "yes") === isRight ? "yes" : "no");
    }),
  );
}

describe("scoring people", () => {
  it("finds which categories they follow, and counts fillers apart", () => {
    const score = scoreParticipants("people", answersOf(["imperative", "authority"]));
    expect(score).toMatchObject({ participants: 24, known: 240, notKnown: 0, priorMissing: 0, enters: true });
    for (const [name, { rate }] of score.byCategory)
      expect(rate).toBe(["imperative", "authority"].includes(name) ? 1 : 0);
    expect(score.fillers).toMatchObject({ answers: 24 * 3 * 2, share: 1 });
  });

  it("counts who does not know as not knowing, and says how often and how sure people are", () => {
    const sure = answersOf([]).map(
      (answer): BeliefPersonAnswer => ({ ...answer, confidence: answer.role === "prior" ? 0.5 : 1 }),
    );
    const [first] = sure.filter(({ role }) => role === "prior");
    const unsure = sure.map((answer) =>
      answer === first ? { ...answer, answer: "dont-know", confidence: null } : answer,
    );
    const score = scoreParticipants("people", unsure);
    const asked = unsure.filter(({ role }) => role === "prior").length;
    expect(score.known + score.notKnown).toBe(240);
    expect(score.unsure.prior.answers).toBe(asked);
    expect(score.unsure.prior.share).toBeCloseTo(1 / asked, 12);
    expect(score.unsure.shown.share).toBe(0);
    expect(score.confidence.prior.answers).toBe(asked - 1);
    expect(score.confidence.prior.share).toBeCloseTo(0.5, 12);
    expect(score.confidence.shown.share).toBeCloseTo(1, 12);
  });

  it("clusters intervals by participant and by fact", () => {
    const { overall } = scoreParticipants("people", answersOf(["imperative", "authority", "formal"]));
    expect(overall.clusters).toEqual([24, plan.targets]);
    expect(overall.low).toBeLessThan(overall.rate as number);
    expect(overall.high).toBeGreaterThan(overall.rate as number);
  });

  it("counts a pair only for those who knew the fact themselves", () => {
    const score = scoreParticipants(
      "people",
      answersOf(["weak"], (participant) => participant % 2 === 0),
    );
    expect(score).toMatchObject({ known: 120, notKnown: 120 });
    expect(score.overall.clusters[0]).toBe(12);
    expect(
      scoreParticipants(
        "people",
        answersOf([], () => false),
      ),
    ).toMatchObject({ enters: false, reason: "fewKnown" });
  });

  it("does not depend on the order of the answers", () => {
    const answers = answersOf(["strong", "poetic"]);
    expect(scoreParticipants("people", shuffle(answers, seededRandom(1)))).toEqual(
      scoreParticipants("people", answers),
    );
  });

  it("has no rate without answers", () => {
    expect(scoreParticipants("people", [])).toMatchObject({
      participants: 0,
      knownShare: null,
      overall: { rate: null },
      fillers: { share: null },
    });
  });
});

describe("the debrief", () => {
  it("tells the truth about every expression of a session once", () => {
    const items = new Map(plan.items.map((item) => [item.id, item]));
    const facts = new Map(tuples.map((tuple) => [tuple.id, tuple]));
    const lines = listDebrief(plan.sessions[0] as ParticipantPlan["sessions"][number], items, facts);
    expect(lines).toHaveLength(13);
    expect(lines.filter(({ claim }) => claim === "made-up")).toHaveLength(10);
    for (const { told, truth, claim } of lines) {
      const fact = tuples.find(({ subjectRelation }) => truth.endsWith(` is ${subjectRelation}.`));
      expect(truth.toLowerCase()).toBe(`${fact?.objectPrior} is ${fact?.subjectRelation}.`.toLowerCase());
      const asserted = claim === "made-up" ? fact?.objectContext : fact?.objectPrior;
      expect(told.toLowerCase()).toContain(asserted?.toLowerCase());
    }
    expect(() => listDebrief(plan.sessions[0] as ParticipantPlan["sessions"][number], items, new Map())).toThrow(
      RangeError,
    );
  });

  it("says of a claim that contains the truth neither that it was made up nor that it is true", () => {
    const told = (role: "expression" | "filler") => ({ story: { id: role, text: role }, attributes: { role } });
    const lines = listDebrief(
      { placements: (["expression", "filler"] as const).map((item) => ({ item, fact: "fact", block: "expressions" })) },
      new Map((["expression", "filler"] as const).map((role) => [role, told(role)])),
      new Map([["fact", { objectPrior: "Virginia", subjectRelation: "the state of the town", isAlsoTrue: true }]]),
    );
    expect(lines).toEqual([
      { told: "expression", claim: null, truth: "Virginia is the state of the town." },
      { told: "filler", claim: "true", truth: "Virginia is the state of the town." },
    ]);
  });
});
