import { formatPercent } from "@/lib/domain/format/figures.ts";
import { findDueInterimAnalysis } from "@/lib/domain/results/interim/interim-analyses.ts";
import { lookResult } from "@/lib/domain/results/interim/look-result.ts";
import { analysisPlanHash } from "@/lib/domain/results/plan/analysis-plan.ts";
import { dataChanges } from "@/lib/domain/results/plan/data-collection-state.ts";
import type { StoredPlan } from "@/lib/domain/results/plan/plan-record.ts";
import { readDataHash } from "../../counting/read-data-hash.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { runInSteps } from "../../platform/concurrency/run-in-steps.ts";
import { rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { lockStudy } from "../../studies/study-where.ts";
import { type PlannedResults, readPlannedGroups, readPlannedResults } from "../read-planned-results.ts";
import { hasGroupTests } from "../views/load-planned-groups.ts";

/**
 * Runs the interim analysis that is due: the tests of the frozen plan on the current answers, at the nominal levels for
 * the actual share of the planned answers. Each declared analysis is run at most once; missed earlier analyses are
 * skipped and spend no alpha. The result is stored with the study's interim analyses and recorded in the audit log.
 *
 * @throws AppError if no interim analysis is due, the plan was changed after the first answers, the data were changed after
 * results could be seen, or the stage has ended
 */
export async function runInterimAnalysis(actor: Actor, studyId: string): Promise<void> {
  await withTx((client) => lockStudy(client, actor, "research.write", studyId));
  const plannedResults = await readPlannedResults(actor, studyId, null, "main", "current");
  if (!plannedResults) throw notFoundError();
  const { page, choice } = plannedResults;
  const storedPlan = requireUnchangedPlan(plannedResults);
  const { filled: counted, planned: full } = page.data;
  const fraction = counted / full;
  const dueResult = findDueInterimAnalysis(storedPlan.plan.stopping.looks, storedPlan.looks, fraction);
  if (!dueResult.due) throw new AppError("conflict", notDueMessage(dueResult.next, fraction));
  const { number, look } = dueResult.due;
  const declaredCount = storedPlan.plan.stopping.looks.length;
  const groups = await readPlannedGroups(plannedResults);
  if (hasGroupTests(storedPlan.plan) && !groups)
    throw new AppError(
      "conflict",
      "The plan contains tests of groups of people. Compute the analyses of single answers first.",
    );
  const dataHash = await readDataHash(page.study.id, choice);
  const fractions = [...storedPlan.looks.map((one) => one.fraction), fraction];
  const result = await runInSteps(
    lookResult(page.results, storedPlan, groups, {
      stage: { fractions, isFinal: false, limit: look.alpha ?? null },
      status: { kind: "look", number, declared: declaredCount },
    }),
  );
  await withTx(async (client) => {
    const { project_id: projectId } = await lockStudy(client, actor, "research.write", studyId);
    const planHash = analysisPlanHash(storedPlan.plan);
    const addedCount = await rowCountOf(
      client,
      sql`INSERT INTO interim_look (study_id, number, declared, share, counted, planned, taken_by_id, plan_hash, data_hash,
            result)
          SELECT ${studyId}, ${number}, ${declaredCount}, ${look.share}, ${counted}, ${full}, ${actor.userId}, ${planHash},
            ${dataHash}, ${JSON.stringify(result)}::jsonb
          FROM study WHERE id = ${studyId} AND end_cause IS NULL
            AND NOT EXISTS (SELECT FROM interim_look AS taken WHERE taken.study_id = study.id AND taken.number >= ${number})
          RETURNING number`,
    );
    if (addedCount === 0)
      throw new AppError("conflict", "This interim analysis was already run, or the study has ended.");
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "study.interim-analysis",
      subjectType: "study",
      subjectId: studyId,
      after: { number, declared: declaredCount, share: look.share, counted, planned: full, planHash, dataHash },
    });
  });
}

/**
 * The study's plan if it was frozen before the first answer and neither the plan nor the data were changed since, while
 * data collection continues.
 */
function requireUnchangedPlan({ page }: PlannedResults): StoredPlan {
  const { plan: stored, data, stage } = page;
  if (stage !== "main" || data.hasEnded || data.locks.length > 0)
    throw new AppError("conflict", "Interim analyses are possible only while the main stage collects answers.");
  if (!stored || stored.frozenAt === null || stored.plan.stopping.looks.length === 0)
    throw new AppError("conflict", "The frozen analysis plan declares no interim analysis.");
  if (stored.changesAfterData === null || stored.changesAfterData.length > 0)
    throw new AppError("conflict", "The plan was changed after the first answers, so it has no interim analyses.");
  const changes = dataChanges(data).map(({ path, after }) => `${path}: ${after}`);
  if (changes.length > 0)
    throw new AppError(
      "conflict",
      `The data were changed after results could be seen, so the plan has no interim analyses (${changes.join("; ")}).`,
    );
  return stored;
}

function notDueMessage(next: number | null, fraction: number): string {
  return next === null
    ? "All declared interim analyses are done; the next analysis is the final one."
    : `The next interim analysis is declared at ${formatPercent(next)}% of the planned answers; ${formatPercent(fraction)}% are counted.`;
}
