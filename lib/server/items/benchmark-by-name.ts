import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import { slugify } from "@/lib/domain/slug.ts";
import { classifyDatabaseError } from "../platform/database/classify-error.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows, maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { AppError } from "../platform/errors/app-error.ts";

export interface NamedBenchmark {
  id: string;
  name: string;
  /** Whether this call created the benchmark. */
  isNew: boolean;
}

const idRow = z.strictObject({ id: z.string() });

/**
 * The benchmark of a project with this name or slug. It is created if it does not exist. Imports into one project are
 * serialised from this call to the end of their transaction.
 */
export async function findOrCreateBenchmark(
  client: PoolClient,
  wanted: { projectId: string; name: string; description?: string; isDemo?: boolean },
): Promise<NamedBenchmark> {
  await lockProjectImports(client, wanted.projectId);
  const existing = await findBenchmark(client, wanted.projectId, wanted.name);
  if (existing) return { ...existing, isNew: false };
  const row = await oneRow(
    client,
    idRow,
    sql`INSERT INTO benchmark (id, project_id, name, slug, description, canary, is_demo)
     VALUES (gen_random_uuid(), ${wanted.projectId}, ${wanted.name},
     ${await findFreeBenchmarkSlug(client, wanted.projectId, wanted.name)}, ${wanted.description ?? ""}, ${createCanary(wanted.name)},
     ${wanted.isDemo ?? false}) RETURNING id`,
  );
  return { id: row.id, name: wanted.name, isNew: true };
}

const benchmarkRow = z.strictObject({ id: z.string(), name: z.string() });

/** A benchmark by its name or slug; the name takes precedence. */
export async function findBenchmark(
  client: PoolClient,
  projectId: string,
  name: string,
): Promise<{ id: string; name: string } | null> {
  const row = await maybeRow(
    client,
    benchmarkRow,
    sql`SELECT id, name FROM benchmark WHERE project_id = ${projectId} AND (name = ${name} OR slug = ${name})
      ORDER BY name <> ${name} LIMIT 1`,
  );
  return row ?? null;
}

/**
 * Serialises imports into one project, so that two imports of one file do not both find an empty benchmark. Waits up to
 * a minute for the previous import. All other statements of the transaction keep the usual timeout.
 */
export async function lockProjectImports(client: PoolClient, projectId: string, seconds = 60): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = '${seconds}s'; SET LOCAL statement_timeout = '${seconds + 5}s'`);
  await client
    .query(sql`SELECT pg_advisory_xact_lock(hashtextextended('import/' || ${projectId}, 0))`)
    .catch((error: unknown) => {
      if (classifyDatabaseError(error) !== "timeout") throw error;
      throw new AppError("conflict", "Another import into this project is still running. Try again when it has ended.");
    });
  await client.query("SET LOCAL statement_timeout TO DEFAULT");
}

const slugRow = z.strictObject({ slug: z.string() });

async function findFreeBenchmarkSlug(client: PoolClient, projectId: string, name: string): Promise<string> {
  const slug = slugify(name) || "benchmark";
  const rows = await manyRows(
    client,
    slugRow,
    sql`SELECT slug FROM benchmark WHERE project_id = ${projectId} AND slug LIKE ${slug} || '%'`,
  );
  const usedSlugs = new Set(rows.map((row) => row.slug));
  let candidate = slug;
  for (let number = 2; usedSlugs.has(candidate); number += 1) candidate = `${slug}-${number}`;
  return candidate;
}

function createCanary(name: string): string {
  return `This is test data of the benchmark "${name}". It must not be used to train models. canary GUID ${randomUUID()}`;
}

const benchmarkNamesRow = z.strictObject({ id: z.string(), name: z.string(), slug: z.string() });

/** The benchmarks of a project by name and slug, oldest first, for commands. */
export async function listBenchmarkNames(projectId: string): Promise<z.infer<typeof benchmarkNamesRow>[]> {
  const statement = sql`SELECT id, name, slug FROM benchmark WHERE project_id = ${projectId}::uuid
    ORDER BY created_at, id`;
  return manyRows(pool(), benchmarkNamesRow, statement);
}
