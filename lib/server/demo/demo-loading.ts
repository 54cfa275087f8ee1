import * as z from "zod";
import type { DemoLoading } from "@/lib/domain/demo-loading.ts";
import { type Actor, can } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";
import { maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { demoJobKinds } from "./demo-parts.ts";

const demoLoadingRow = z.strictObject({ waiting: z.number(), failed: z.number() });

/**
 * Whether answers of a project's demo are still being generated, so that its figures will change. Null if they are
 * complete, and for users who may not see the project's research.
 */
export async function getDemoLoading(actor: Actor, projectId: string): Promise<DemoLoading | null> {
  if (!can(actor, "research.read", projectId)) return null;
  const row = await maybeRow(
    pool(),
    demoLoadingRow,
    sql`
    SELECT count(*) FILTER (WHERE state NOT IN ('done', 'dead'))::int AS waiting,
           count(*) FILTER (WHERE state = 'dead')::int AS failed
    FROM job WHERE project_id = ${projectId} AND kind = ANY (${demoJobKinds})
  `,
  );
  const { waiting, failed } = row ?? { waiting: 0, failed: 0 };
  return waiting === 0 && failed === 0 ? null : { waiting, failed };
}
