import { expect, it } from "vitest";
import { openArrivalRules } from "@/lib/domain/survey/arrival-rules.ts";
import { parsePlannerQuery } from "@/lib/domain/survey/studies/planner-query.ts";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../../platform/database/pool.ts";
import { savePopulationShares } from "../../results/views/population-shares.ts";
import { setDenials } from "../entry/denials.ts";
import { setArrivalRules } from "../flow/arrivals.ts";
import { listStudyBenchmarks } from "../list-study-benchmarks.ts";
import { copyStudy } from "./copy-study.ts";
import { createFromDraft } from "./create-from-draft.ts";
import { savePlanning } from "./save-planning.ts";
import { startDraft } from "./start-draft.ts";

withTestDatabase();

it("gives a copy the settings of its source", async () => {
  const made = await makeStudy({ items: 52, open: false });
  const { actor: researcher } = await makePerson({ projectId: made.projectId, role: "researcher" });
  const draft = startDraft("street-2024", await listStudyBenchmarks(researcher, made.projectId));
  if (!draft) throw new Error("no draft");
  const { id } = await createFromDraft(researcher, made.projectId, {
    ...draft,
    name: "Source",
    slug: "source-of-copy",
  });
  await setArrivalRules(researcher, id, { ...openArrivalRules, identity: "signed", sources: ["prolific"] });
  await savePlanning(researcher, id, { ...parsePlannerQuery({}, null, 8), pay: 15 });
  await savePopulationShares(researcher, id, "age,18-30,0.4\nage,31-50,0.6");
  await setDenials(researcher, id, { listed: [made.id], denied: [made.id] });
  const settingsOf = async (studyId: string) => {
    const { rows } = await pool().query(
      `SELECT arrival_rules, planning, shares, study_plan.document,
         (SELECT jsonb_object_agg(denied_study_id, is_denied) FROM study_denial WHERE study_id = study.id) AS denials
       FROM study LEFT JOIN population_share ON population_share.study_id = study.id
       LEFT JOIN study_plan ON study_plan.study_id = study.id WHERE study.id = $1`,
      [studyId],
    );
    return rows[0];
  };
  const settings = await settingsOf(id);
  expect(settings).toMatchObject({
    arrival_rules: { identity: "signed" },
    planning: { pay: 15 },
    denials: { [made.id]: true },
  });
  expect(settings.shares).not.toBeNull();
  expect(await settingsOf((await copyStudy(researcher, id)).id)).toEqual(settings);
});
