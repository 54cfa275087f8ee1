import type { PoolClient } from "pg";
import * as z from "zod";
import { type newRunFormSchema, omitEmptyFacts, type runFormSchema } from "@/lib/domain/models/registry.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { auditChange } from "../../platform/audit/audit-change.ts";
import { json, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";

const newRunModelRow = z.strictObject({ project_id: z.string(), is_there: z.boolean() });

const idRow = z.strictObject({ id: z.string() });

/** Adds a run manually, before any of its answers is imported. */
export async function createRun(
  actor: Actor,
  modelId: string,
  { benchmark, source, ...settings }: z.infer<typeof newRunFormSchema>,
): Promise<{ id: string }> {
  return withTx(async (client) => {
    const model = await maybeRow(
      client,
      newRunModelRow,
      sql`SELECT project_id, EXISTS (SELECT FROM benchmark WHERE id = ${benchmark}
       AND project_id = model.project_id) AS is_there
       FROM model WHERE id = ${modelId} AND (${projectScope(actor, "research.write")}::uuid[] IS NULL
       OR project_id = ANY(${projectScope(actor, "research.write")})) FOR UPDATE`,
    );
    if (!model) throw notFoundError();
    if (!model.is_there) throw new AppError("invalid", "must be a benchmark of this project", "benchmark");
    const runSettings = omitEmptyFacts(settings);
    const insertedRun = await maybeRow(
      client,
      idRow,
      sql`INSERT INTO run (id, model_id, benchmark_id, source, settings)
       VALUES (gen_random_uuid(), ${modelId}, ${benchmark}, ${source}, ${JSON.stringify(runSettings)})
       ON CONFLICT (model_id, benchmark_id, source) DO NOTHING RETURNING id`,
    );
    const id = insertedRun?.id;
    if (id === undefined) throw runNameTakenError();
    const auditSubject = { projectId: model.project_id, action: "run.create", subjectId: id } as const;
    await auditChange(client, actor, auditSubject, { after: { source, benchmark, ...runSettings } });
    return { id };
  });
}

/** Changes the name and the settings of a run. */
export async function updateRun(actor: Actor, id: string, form: z.infer<typeof runFormSchema>): Promise<void> {
  const { source, ...settings } = form;
  await withTx(async (client) => {
    const run = await lockRun(client, actor, id);
    const sameSourceCount = await rowCountOf(
      client,
      sql`SELECT FROM run WHERE model_id = ${run.model_id} AND benchmark_id = ${run.benchmark_id}
        AND source = ${source} AND id <> ${id}`,
    );
    if (sameSourceCount > 0) throw runNameTakenError();
    const newSettings = omitEmptyFacts(settings);
    await client.query(
      sql`UPDATE run SET source = ${source}, settings = ${JSON.stringify(newSettings)} WHERE id = ${id}`,
    );
    const before = { source: run.source, ...run.settings };
    const auditSubject = { projectId: run.project_id, action: "run.update", subjectId: id } as const;
    await auditChange(client, actor, auditSubject, { before, after: { source, ...newSettings } });
  });
}

/** Archives or restores a run. Results that use it do not change. */
export async function archiveRun(actor: Actor, id: string, isArchived: boolean): Promise<void> {
  await withTx(async (client) => {
    const run = await lockRun(client, actor, id);
    await client.query(
      sql`UPDATE run SET archived_at = CASE WHEN ${isArchived} THEN coalesce(archived_at, clock_timestamp()) END
        WHERE id = ${id}`,
    );
    const action = isArchived ? "run.archive" : "run.restore";
    await auditChange(client, actor, { projectId: run.project_id, action, subjectId: id });
  });
}

const nameRow = z.strictObject({ name: z.string() });

/**
 * Deletes a run with its answers. Refused if a study with participants was opened on the same benchmark, because the
 * study's results may depend on the answers.
 */
export async function deleteRun(actor: Actor, id: string): Promise<void> {
  await withTx(async (client) => {
    const run = await lockRun(client, actor, id);
    const row = await maybeRow(
      client,
      nameRow,
      sql`SELECT name FROM study WHERE benchmark_id = ${run.benchmark_id} AND status <> 'draft'
       AND stage NOT IN ('preview', 'simulation')
       ORDER BY name LIMIT 1`,
    );
    if (row)
      throw new AppError(
        "conflict",
        `The study “${row.name}” was opened on this benchmark, and its results may depend on this run. Archive it instead.`,
      );
    const rowCount = await rowCountOf(client, sql`DELETE FROM prediction WHERE run_id = ${id}`);
    await client.query(sql`DELETE FROM run WHERE id = ${id}`);
    const before = { source: run.source, ...run.settings, answers: rowCount };
    const auditSubject = { projectId: run.project_id, action: "run.delete", subjectId: id } as const;
    await auditChange(client, actor, auditSubject, { before });
  });
}

function runNameTakenError(): AppError {
  return new AppError("conflict", "This model already has a run with this name on this benchmark.", "source");
}

const lockedRunRow = z.strictObject({
  project_id: z.string(),
  model_id: z.string(),
  benchmark_id: z.string(),
  source: z.string(),
  settings: json<Record<string, unknown>>(),
});

type LockedRun = z.infer<typeof lockedRunRow>;

async function lockRun(client: PoolClient, actor: Actor, id: string): Promise<LockedRun> {
  const row = await maybeRow(
    client,
    lockedRunRow,
    sql`SELECT model.project_id, run.model_id, run.benchmark_id, run.source, run.settings
     FROM run JOIN model ON model.id = run.model_id
     WHERE run.id = ${id} AND (${projectScope(actor, "research.write")}::uuid[] IS NULL
     OR model.project_id = ANY(${projectScope(actor, "research.write")})) FOR UPDATE OF run`,
  );
  if (!row) throw notFoundError();
  return row;
}
