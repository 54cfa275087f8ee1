import { expect, it } from "vitest";
import { analysisPlanSchema } from "../plan/analysis-plan.ts";
import { type CollectionFacts, collectionMethods, levelMethods } from "./collection-methods.ts";

const facts: CollectionFacts = {
  software: "Parallax 0.1.0",
  sessions: {
    started: 120,
    complete: 90,
    surplus: 2,
    outsideQuotas: 5,
    ended: [{ outcome: "no-consent", count: 4 }],
    left: 26,
    from: new Date("2026-03-01T10:00:00Z"),
    to: new Date("2026-03-09T10:00:00Z"),
  },
  exclusions: [{ reason: "exclusions.missedChecks: 2", byPlan: true, answers: 12, people: 2 }],
  quotas: ["Women", "Men"],
  recruiter: "Prolific",
  pay: { perHour: 12, currency: "EUR", minutes: 6 },
  consent: { version: "v2", boxes: 1 },
  itemsPerSession: 1,
  amendments: [
    { number: 2, at: new Date("2026-03-05T10:00:00Z"), reason: "A wrong key.", hasData: true, paths: ["plan.margin"] },
  ],
  runs: [{ model: "Model A", source: "api", settings: { temperature: 0, prompt: "zero-shot", notes: "secret" } }],
};

it("states participants, recruitment, exclusions, amendments, model settings and software", () => {
  const text = collectionMethods(facts).join("\n");
  for (const part of [
    "120 sessions were started between 2026-03-01 and 2026-03-09; 90 were completed, of these 2 surplus",
    "4 did not consent, 26 left before the end",
    "Recruitment: Prolific. Quotas: 2 groups (Women; Men).",
    "Consent text: version v2, with 1 box to tick.",
    "12 answers of 2 people (“exclusions.missedChecks: 2”, by a rule of the plan)",
    "no. 2 of 2026-03-05, after answers had been collected, changed plan.margin (“A wrong key.”)",
    "Model A (api): temperature 0, prompt zero-shot.",
    "Software: Parallax 0.1.0.",
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("secret");
  expect(collectionMethods({ ...facts, exclusions: [], amendments: [], runs: [] }).join(" ")).toContain(
    "no answer was excluded",
  );
});

it("justifies the margin in the words of the plan, and states the chance level", () => {
  const plan = analysisPlanSchema.parse({ margin: 0.05, marginReason: "A retest differs by as much." });
  expect(levelMethods(plan, 0.5)).toBe(
    "The chance level is 50.0%. The margin of 5.0 points was justified as follows: A retest differs by as much.",
  );
  expect(levelMethods(analysisPlanSchema.parse({ margin: 0.05 }), null)).toContain("without a stated justification");
});
