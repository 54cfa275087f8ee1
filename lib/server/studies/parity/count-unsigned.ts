import type { PoolClient } from "pg";
import * as z from "zod";
import { isSelected } from "@/lib/domain/items/item-selection.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, oneRow } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { readStudyFrame, type StudyFrame } from "./study-frame.ts";

/** SQL: whether the stimulus `found` was signed off. */
export const isSignedOff = fragment`EXISTS (
  SELECT FROM parity_sign_off AS signed
  WHERE signed.study_id = found.study_id AND signed.item_version_id = found.item_version_id
    AND signed.condition_key = found.condition_key AND signed.shown_hash = found.shown_hash
    AND signed.revoked_at IS NULL)`;

const plannedRow = z.strictObject({
  item: z.string(),
  name: z.string(),
  attributes: z.record(z.string(), z.unknown()),
  condition: z.string(),
  shown: z.string(),
});

/**
 * The number of stimuli of a study whose content differs between models and people and that were not signed off. Only
 * models and items that the plan compares are counted, or all if the study has no plan. One item under one condition is
 * one stimulus for all models that were shown the same content.
 */
export async function countPlannedMismatches(
  studyId: string,
  plan: AnalysisPlan | null,
  client: PoolClient,
): Promise<number> {
  const frame = await readStudyFrame(studyId, client);
  if (!frame || !plan) return countUnsigned(frame, client);
  const everyModel = plan.models.length === 0 && !plan.modelsFixed;
  const rows = await manyRows(
    client,
    plannedRow,
    sql`SELECT DISTINCT item.id AS item, item.external_id AS name, item.attributes, found.condition_key AS condition,
       found.shown_hash AS shown
     FROM parity_stimulus AS found
     JOIN prediction_tally AS tally ON tally.study_id = found.study_id AND tally.run_id = found.run_id
     JOIN run ON run.id = found.run_id JOIN model ON model.id = run.model_id
     JOIN item_version AS item ON item.id = found.item_version_id
     WHERE found.study_id = ${studyId} AND tally.frame = ${frame.tallyHash} AND found.is_content
       AND NOT ${isSignedOff} AND (${everyModel} OR model.name = ANY(${plan.models}::text[]))`,
  );
  return rows.filter((row) => isSelected(row, plan.outcome.items)).length;
}

const unsignedRow = z.strictObject({ count: z.number() });

/** Like `countPlannedMismatches`, for all models and items, with a frame that was already read. */
export async function countUnsigned(
  frame: StudyFrame | null,
  client: Pick<PoolClient, "query"> = pool(),
): Promise<number> {
  if (!frame) return 0;
  const row = await oneRow(
    client,
    unsignedRow,
    sql`SELECT count(DISTINCT (found.item_version_id, found.condition_key, found.shown_hash))::int AS count
     FROM parity_stimulus AS found
     JOIN prediction_tally AS tally ON tally.study_id = found.study_id AND tally.run_id = found.run_id
     WHERE found.study_id = ${frame.studyId} AND tally.frame = ${frame.tallyHash} AND found.is_content
       AND NOT ${isSignedOff}`,
  );
  return row.count;
}
