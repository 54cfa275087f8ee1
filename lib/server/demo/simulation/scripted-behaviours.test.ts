import { expect, it } from "vitest";
import { inProcessEndpoints } from "@/app/s/own-endpoints.ts";
import { defaultAnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import type { PlannedCleaningRule } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import { behaviourOf, scriptedBehaviours } from "@/lib/domain/survey/cleaning/scripted-behaviour.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { loadFlagRates } from "../../studies/cleaning/flag-rates.ts";
import { saveAnalysisPlan } from "../../studies/draft/study-plan.ts";
import { simulateStudy } from "./simulate-study.ts";

withTestDatabase();

const rules: PlannedCleaningRule[] = [
  { rule: "response-time", limit: 1.5, action: "exclude" },
  { rule: "dwell", limit: 4, action: "review" },
  { rule: "pasted", limit: 80, action: "review" },
  { rule: "scripted", limit: 1, action: "review" },
  { rule: "left-page", limit: 5, action: "review" },
  { rule: "copied-other", limit: 90, action: "review" },
];

it("scripted behaviours give each rule's rates, in a study of their own", async () => {
  const study = await makeStudy({ items: 4 });
  const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
  const plan = defaultAnalysisPlan();
  const document = { ...plan, exclusions: { ...plan.exclusions, cleaning: rules } };
  await saveAnalysisPlan(actor, study.id, document, "Rules.");
  expect(await loadFlagRates(study.id)).toBeNull();
  const participants = 60;
  const profile = { participants, seed: "7", accuracy: 0.8, dropOut: 0, behaviours: true };
  const result = await simulateStudy(study.slug, profile, () => inProcessEndpoints);
  const found = await loadFlagRates(study.id);
  expect(found?.people).toBe(result?.finished);
  const numbers = Array.from({ length: participants }, (_, number) => behaviourOf(number));
  const described = (rule: string) => numbers.filter((name) => scriptedBehaviours[name].rule === rule).length;
  const attentive = numbers.filter((name) => scriptedBehaviours[name].rule === null).length;
  const byRule = new Map(found!.rates.map((rates) => [rates.rule.rule, rates]));
  for (const { rule } of rules)
    expect(byRule.get(rule)).toMatchObject({
      truePositive: { flagged: described(rule), n: described(rule) },
      falsePositive: { n: attentive },
    });
  // Each rule flags the attentive people whom it cannot tell apart, and none who use an input method or dictation.
  expect(byRule.get("pasted")!.flaggedAttentiveBehaviours).toEqual(["draft"]);
  expect(byRule.get("scripted")!.flaggedAttentiveBehaviours).toEqual(["extension"]);
  expect(byRule.get("left-page")!.flaggedAttentiveBehaviours).toEqual(["interrupted"]);
  expect(byRule.get("response-time")!.falsePositive.flagged).toBe(0);
  const { rows } = await pool().query("SELECT FROM response WHERE study_id = $1", [study.id]);
  expect(rows).toEqual([]);
  const { rows: stages } = await pool().query("SELECT DISTINCT stage::text FROM response");
  expect(stages).toEqual([{ stage: "simulation" }]);
});
