import type { PoolClient } from "pg";
import * as z from "zod";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { projectScope } from "../platform/access/project-scope.ts";
import { auditChange } from "../platform/audit/audit-change.ts";
import { maybeRow, rowCountOf } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../platform/errors/app-error.ts";
import { findOrCreateBenchmark } from "./benchmark-by-name.ts";

export interface BenchmarkFactsForm {
  name: string;
  description: string;
  licence: string;
}

/** Creates an empty benchmark, for items that are written or imported later. */
export async function createBenchmark(
  actor: Actor,
  projectId: string,
  { name, description, licence }: BenchmarkFactsForm,
): Promise<{ id: string }> {
  requireRight(actor, "research.write", projectId);
  return withTx(async (client) => {
    const newBenchmark = await findOrCreateBenchmark(client, { projectId, name, description });
    if (!newBenchmark.isNew) throw new AppError("conflict", "A benchmark with this name already exists.", "name");
    if (licence !== "")
      await client.query(sql`UPDATE benchmark SET licence = ${licence} WHERE id = ${newBenchmark.id}`);
    const auditSubject = { projectId, action: "benchmark.create", subjectId: newBenchmark.id } as const;
    await auditChange(client, actor, auditSubject, { after: { name, description, licence } });
    return { id: newBenchmark.id };
  });
}

/** Changes the name and the description of a benchmark. Its slug does not change. */
export async function updateBenchmark(actor: Actor, id: string, form: BenchmarkFactsForm): Promise<void> {
  await withTx(async (client) => {
    const { project_id, ...before } = await lockBenchmark(client, actor, id);
    const sameNameCount = await rowCountOf(
      client,
      sql`SELECT FROM benchmark WHERE project_id = ${project_id} AND name = ${form.name} AND id <> ${id}`,
    );
    if (sameNameCount > 0) throw new AppError("conflict", "A benchmark with this name already exists.", "name");
    await client.query(
      sql`UPDATE benchmark SET name = ${form.name}, description = ${form.description}, licence = ${form.licence}
        WHERE id = ${id}`,
    );
    const auditSubject = { projectId: project_id, action: "benchmark.update", subjectId: id } as const;
    await auditChange(client, actor, auditSubject, { before, after: { ...form } });
  });
}

/** Archives or restores a benchmark. Its studies and runs do not change. */
export async function archiveBenchmark(actor: Actor, id: string, isArchived: boolean): Promise<void> {
  await withTx(async (client) => {
    const { project_id } = await lockBenchmark(client, actor, id);
    await client.query(
      sql`UPDATE benchmark SET archived_at = CASE WHEN ${isArchived} THEN coalesce(archived_at, clock_timestamp()) END
        WHERE id = ${id}`,
    );
    const action = isArchived ? "benchmark.archive" : "benchmark.restore";
    await auditChange(client, actor, { projectId: project_id, action, subjectId: id });
  });
}

/** The tables that may refer to a benchmark, with their names in messages. */
const dependentTables = [
  [fragment`study`, "a study"],
  [fragment`run`, "a model’s run"],
  [fragment`annotation_collection`, "an annotation collection"],
  [fragment`release`, "a released version"],
] as const;

/** Deletes a benchmark without released versions that no study, run or collection uses, with its items and keys. */
export async function deleteBenchmark(actor: Actor, id: string): Promise<void> {
  await withTx(async (client) => {
    const { project_id, ...before } = await lockBenchmark(client, actor, id);
    for (const [table, what] of dependentTables) {
      const useCount = await rowCountOf(client, sql`SELECT FROM ${table} WHERE benchmark_id = ${id} LIMIT 1`);
      if (useCount > 0)
        throw new AppError("conflict", `This benchmark is used by ${what} and cannot be deleted. Archive it instead.`);
    }
    await client.query(sql`DELETE FROM benchmark WHERE id = ${id}`);
    const auditSubject = { projectId: project_id, action: "benchmark.delete", subjectId: id } as const;
    await auditChange(client, actor, auditSubject, { before });
  });
}

interface LockedBenchmark extends BenchmarkFactsForm {
  project_id: string;
}

const lockedBenchmarkRow = z.strictObject({
  project_id: z.string(),
  name: z.string(),
  description: z.string(),
  licence: z.string(),
}) satisfies z.ZodType<LockedBenchmark>;

/** A benchmark that its project's researchers may change, locked. */
export async function lockBenchmark(client: PoolClient, actor: Actor, id: string): Promise<LockedBenchmark> {
  const row = await maybeRow(
    client,
    lockedBenchmarkRow,
    sql`SELECT project_id, name, description, licence FROM benchmark
     WHERE id = ${id} AND (${projectScope(actor, "research.write")}::uuid[] IS NULL
     OR project_id = ANY(${projectScope(actor, "research.write")})) FOR UPDATE`,
  );
  if (!row) throw notFoundError();
  return row;
}
