import * as z from "zod";
import { dataStatus, type ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { chooseStage } from "@/lib/domain/survey/choose-stage.ts";
import { readStages } from "../../counting/read-counts.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { studyAddressSql } from "../study-where.ts";
import { listDataLocks } from "./read-data-collection-state.ts";

const studyRow = z.strictObject({ id: z.string(), stage: z.string() });

/**
 * The status of a study's results, independent of its plan: interim until the data of the stage are locked, and for an
 * unknown study. The caller must check the right to see the study.
 *
 * @param address the study's ID or slug
 * @param requestedStage the requested stage; null for the default stage of pages
 */
export async function readDataStatus(address: string, requestedStage: string | null): Promise<ResultStatus> {
  const study = await maybeRow(
    pool(),
    studyRow,
    sql`SELECT id, replace(stage::text, '_', '-') AS stage FROM study WHERE ${studyAddressSql(address)}`,
  );
  if (!study) return { kind: "interim" };
  const stage = chooseStage(await readStages(study.id), requestedStage, study.stage);
  return dataStatus(stage, { locks: stage === "main" ? await listDataLocks(study.id) : [] });
}
