import * as z from "zod";
import type { EndpointSettings } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import type { EvaluationPlan } from "@/lib/domain/models/evaluation/plan.ts";
import { findMediaProblem } from "@/lib/domain/models/evaluation/received-media.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { selectAskedItems } from "./asked-items.ts";

const typeRow = z.strictObject({ type: z.string() });

/**
 * Refuses a plan with items whose images or recordings the model would not receive: it would answer another question
 * than people do.
 *
 * @throws AppError "invalid" at the field `endpoint`, or `shots` for examples, which are text
 */
export async function refuseUnsupportedMedia(
  benchmarkId: string,
  plan: EvaluationPlan,
  settings: EndpointSettings,
): Promise<void> {
  const rows = await manyRows(
    pool(),
    typeRow,
    sql`SELECT DISTINCT field.value->>'type' AS type FROM item_version AS item,
      jsonb_each(item.task_fields) AS field
      WHERE field.value->>'sha256' IS NOT NULL AND ${await selectAskedItems(benchmarkId, plan)} ORDER BY type`,
  );
  const problem = findMediaProblem(
    rows.map(({ type }) => type),
    settings,
  );
  if (problem !== null) throw new AppError("invalid", problem, "endpoint");
  if (rows.length > 0 && plan.shots > 0)
    throw new AppError("invalid", "must be 0 for items with images or recordings: examples are text", "shots");
}
