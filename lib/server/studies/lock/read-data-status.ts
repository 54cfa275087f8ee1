import * as z from "zod";
import { dataStatus, exploratory, type ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { chooseStage } from "@/lib/domain/survey/choose-stage.ts";
import { readStages } from "../../counting/read-counts.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { listDataLocks } from "./read-data-state.ts";

const studyRow = z.strictObject({ id: z.string(), stage: z.string() });

/**
 * What results of a study are that its plan does not name: interim until the data of their stage are locked. The caller has
 * checked who may see it.
 *
 * @param address the study's id, or its name in links
 * @param asked the requested stage; null for the one that pages show
 */
export async function readDataStatus(address: string, asked: string | null): Promise<ResultStatus> {
  // No study has another address, and the database refuses some texts.
  if (!/^[a-z0-9-]+$/iu.test(address)) return exploratory;
  const study = await maybeRow(
    pool(),
    studyRow,
    sql`SELECT id, replace(stage::text, '_', '-') AS stage FROM study WHERE id::text = ${address} OR slug = ${address}`,
  );
  if (!study) return exploratory;
  const stage = chooseStage(await readStages(study.id), asked, study.stage);
  return dataStatus(stage, { locks: stage === "main" ? await listDataLocks(study.id) : [] });
}
