import * as z from "zod";
import {
  type DataCollectionState,
  type DataLock,
  type DataVersion,
  endCauses,
  type LateExclusions,
} from "@/lib/domain/results/plan/data-collection-state.ts";
import { designSchema, findMargin } from "@/lib/domain/survey/design.ts";
import { pool } from "../../platform/database/pool.ts";
import { type Connection, json, manyRows, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { parsePlan } from "../draft/freeze-protocol.ts";
import { computeStudyMargins } from "../study-margins.ts";
import { type ChangedAnswer, readChangedAnswers } from "./read-changed-answers.ts";
import { readChangedModels, readLateModels } from "./read-changed-models.ts";
import { readLateRemovals } from "./read-late-removals.ts";

const lockRow = z.strictObject({
  number: z.number(),
  cause: z.enum(endCauses),
  lockedAt: z.date(),
  lockedBy: z.string().nullable(),
  sha256: z.string(),
  listed: z.number(),
  counted: z.number(),
  leftSince: z.number(),
}) satisfies z.ZodType<DataLock>;

const stateRow = z.strictObject({
  design: json(),
  margins: json().nullable(),
  items: z.number(),
  hasEnded: z.boolean(),
  filled: z.number(),
  reversals: z.number(),
  plan: json().nullable(),
});

/** The data locks of a study, oldest first. The caller must check the right to see it. */
export async function listDataLocks(studyId: string, connection: Connection = pool()): Promise<DataLock[]> {
  return manyRows(
    connection,
    lockRow,
    sql`SELECT number, cause, locked_at AS "lockedAt", coalesce(nullif(app_user.name, ''), app_user.email) AS "lockedBy",
          sha256, listed, counted, left_since AS "leftSince"
        FROM data_lock LEFT JOIN app_user ON app_user.id = data_lock.locked_by_id
        WHERE study_id = ${studyId} ORDER BY number`,
  );
}

/**
 * The state of a study's data collection, from counters and data locks.
 *
 * @param shown the version of the data that a page shows
 */
export async function readDataCollectionState(
  studyId: string,
  stage: string,
  shown: DataVersion,
): Promise<DataCollectionState> {
  const [locks, row] = await Promise.all([
    stage === "main" ? listDataLocks(studyId) : [],
    oneRow(
      pool(),
      stateRow,
      sql`SELECT design, margins, (SELECT document FROM study_plan WHERE study_id = study.id) AS plan, end_cause IS NOT NULL AS "hasEnded",
            (SELECT count(*)::int FROM study_item WHERE study_id = study.id) AS items,
            (SELECT coalesce(sum(cell.count), 0)::float8 FROM cell_count AS cell
             JOIN stratum ON stratum.id = cell.stratum_id AND NOT stratum.is_open
             WHERE cell.study_id = study.id AND cell.stage = ${stage}::stage AND NOT cell.is_surplus
               AND NOT cell.is_excluded) AS filled,
            (SELECT count(*)::int FROM exclusion WHERE exclusion.study_id = study.id AND actor = 'plan'
               AND revoked_at IS NOT NULL AND (${shown} = 'current' OR revoked_at < (
                 SELECT locked_at FROM data_lock WHERE data_lock.study_id = study.id AND number = 1))) AS reversals
          FROM study WHERE id = ${studyId}`,
    ),
  ]);
  const design = designSchema.parse(row.design);
  const sessions = findMargin(computeStudyMargins(row.margins, design, row.items), "sessions").high;
  const { hasEnded, filled, reversals } = row;
  const { exclusions, models } = parsePlan(row.plan);
  const planned = sessions * design.itemsPerSession;
  const state = { shown, locks, hasEnded, filled, reversals, planned };
  if (stage !== "main") return state;
  const [changed, changedModels, lateModels, lateRemovals] = await Promise.all([
    readChangedAnswers(studyId, { ...exclusions, stage, data: shown }),
    readChangedModels(studyId, models),
    readLateModels(studyId, models),
    readLateRemovals(studyId),
  ]);
  return { ...state, lateExclusions: summariseLateExclusions(changed), changedModels, lateModels, lateRemovals };
}

function summariseLateExclusions(changed: readonly ChangedAnswer[]): LateExclusions | null {
  const lateDecisions = changed.filter(({ byRule }) => !byRule);
  const times = lateDecisions.map(({ at }) => at.getTime());
  if (lateDecisions.length === 0) return null;
  const excludedCount = lateDecisions.filter(({ isExcluded }) => isExcluded).length;
  const [from, to] = [Math.min(...times), Math.max(...times)];
  return {
    excluded: excludedCount,
    countedAgain: lateDecisions.length - excludedCount,
    from: new Date(from),
    to: new Date(to),
  };
}
