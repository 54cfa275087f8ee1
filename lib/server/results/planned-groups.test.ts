import { expect, it } from "vitest";
import { pageParts } from "@/lib/domain/results/analysis/page-parts.ts";
import { defaultResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { close, collected, planned } from "@/prisma/factories/attacked-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../platform/database/pool.ts";
import { loadSharedResults } from "../sharing/load-shared-results.ts";
import { saveAnalysisPlan } from "../studies/draft/study-plan.ts";
import { loadPageParts } from "./load-page-parts.ts";
import { loadResults } from "./load-results.ts";
import { prepareResults } from "./prepare-results.ts";
import { viewsResult, viewsSubject } from "./views/views-result.ts";

withTestDatabase();

/** An analysis of groups in which people of different genders differ. */
const attributes: View = {
  ...{ id: "attributes", title: "", lead: "", refused: null, checks: [], conclusions: [], sentences: [] },
  ...{ findings: [], figures: [] },
  tables: [
    {
      name: "group-tests",
      caption: "",
      columns: ["Question", "Test"],
      rows: [
        [
          { kind: "text", text: "Do groups of gender differ?" },
          {
            ...{ kind: "test", p: 1e-6, n: 100, reason: null, adjusted: null },
            ...{ simultaneous: null, signPatterns: null },
          },
        ],
      ],
    },
  ],
};

it("corrects a plan's tests with its tests of groups of people on the page, in its files and in shared views", async () => {
  const attacked = await collected(undefined, async (study, actor) => {
    const tests = [{ kind: "model-against-people" as const }, { kind: "groups-of-people" as const, of: "gender" }];
    await saveAnalysisPlan(actor, study.id, { ...planned, family: { ...planned.family, tests } }, "");
  });
  await close(attacked);
  const { study, actor } = attacked;
  const adjusted = async () => {
    const page = (await loadResults(actor, study.id, defaultResultsQuery))!;
    const prepared = await prepareResults(page, defaultResultsQuery);
    expect(await loadPageParts(actor, study.id, defaultResultsQuery)).toEqual(pageParts(prepared));
    const shared = await loadSharedResults({ actor, studyId: study.id, isBlinded: false } as never);
    expect(shared!.prepared).toEqual(prepared);
    const [{ sides } = expect.fail("no model")] = prepared.comparisons.models;
    expect(sides.person.status.kind).toBe("confirmatory");
    return sides.person.adjusted! / sides.person.pvalue!;
  };
  expect(await adjusted()).toBeCloseTo(2);
  const choice = { stage: "main", surplus: false, excluded: false, openStratum: true, key: null };
  const subject = viewsSubject(study.id, { ...choice, data: "locked" });
  const { dataHash } = (await viewsResult.facts(subject))!;
  await pool().query(
    `INSERT INTO stored_result (kind, rule_version, subject, data_hash, document, study_id)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [viewsResult.kind, viewsResult.ruleVersion, subject, dataHash, { attributes }, study.id],
  );
  expect(await adjusted()).toBeCloseTo(1);
});
