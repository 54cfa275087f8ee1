import * as z from "zod";
import { dataStatus, exploratory, type ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { chooseStage } from "@/lib/domain/survey/choose-stage.ts";
import { readStages } from "../../counting/read-counts.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { listDataLocks } from "./read-data-collection-state.ts";

const studyRow = z.strictObject({ id: z.string(), stage: z.string() });

/**
 * The status of a study's results, independent of its plan: interim until the data of the stage are locked. The caller
 * must check the right to see the study.
 *
 * @param address the study's ID or slug
 * @param requestedStage the requested stage; null for the default stage of pages
 */
export async function readDataStatus(address: string, requestedStage: string | null): Promise<ResultStatus> {
  // Any other text is not a valid ID or slug, and the database rejects some texts.
  if (!/^[a-z0-9-]+$/iu.test(address)) return exploratory;
  const study = await maybeRow(
    pool(),
    studyRow,
    sql`SELECT id, replace(stage::text, '_', '-') AS stage FROM study WHERE id::text = ${address} OR slug = ${address}`,
  );
  if (!study) return exploratory;
  const stage = chooseStage(await readStages(study.id), requestedStage, study.stage);
  return dataStatus(stage, { locks: stage === "main" ? await listDataLocks(study.id) : [] });
}
