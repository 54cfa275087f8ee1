import type { PoolClient } from "pg";
import * as z from "zod";
import { type CollectionSettings, collectionSettingsSchema } from "@/lib/domain/annotation/collection-settings.ts";
import { slugify } from "@/lib/domain/slug.ts";
import { type TaskSchema, taskSchemaHash } from "@/lib/domain/tasks/schema/task-schema.ts";
import { findTextProblem } from "@/lib/domain/text.ts";
import { storeSchemaVersion } from "../../items/tasks/store-schema-version.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { manyRows, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { parseInput } from "../../platform/http/parse-input.ts";

export interface NewCollection {
  projectId: string;
  name: string;
  /** Missing settings get their defaults. */
  settings?: Partial<CollectionSettings>;
  isTraining?: boolean;
  isDemo?: boolean;
  /** The task schema, for a collection that does not consist of stories. */
  schema?: TaskSchema;
  /** The task schema of another collection, if the new collection shares it. */
  schemaId?: string | null;
}

const existingRow = z.strictObject({ id: z.string(), slug: z.string() });

const slugRow = z.strictObject({ slug: z.string() });

const idRow = z.strictObject({ id: z.string() });

/** The refusal of a blind re-solve for a task schema, whose items are not stories. */
export function reSolveRefusal(): AppError {
  return new AppError(
    "invalid",
    "A blind re-solve applies to stories; this collection has a task schema.",
    "requiresReSolve",
  );
}

/** Creates a collection, or returns the existing one of that name in the project, unchanged. */
export async function createCollection(
  actor: Actor,
  wanted: NewCollection,
): Promise<{ id: string; slug: string; isNew: boolean }> {
  requireRight(actor, "annotation.manage", wanted.projectId);
  const name = wanted.name.trim();
  const problem = name === "" ? "must not be empty" : findTextProblem(name, 200);
  if (problem) throw new AppError("invalid", `The name ${problem}.`, "name");
  const settings = parseInput(collectionSettingsSchema, wanted.settings ?? {});
  if (settings.requiresReSolve && (wanted.schema || wanted.schemaId)) throw reSolveRefusal();
  return withTx(async (client) => {
    // Simultaneous requests for the same name are serialized.
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('collection/' || ${wanted.projectId}, 0))`);
    const existing = await maybeRow(
      client,
      existingRow,
      sql`SELECT id, slug FROM annotation_collection WHERE project_id = ${wanted.projectId} AND name = ${name}
        ORDER BY created_at LIMIT 1`,
    );
    if (existing) return { ...existing, isNew: false };
    const slugRows = await manyRows(
      client,
      slugRow,
      sql`SELECT slug FROM annotation_collection WHERE project_id = ${wanted.projectId}`,
    );
    const slug = findFreeSlug(slugify(name) || "collection", new Set(slugRows.map((row) => row.slug)));
    const schemaId = wanted.schema
      ? await addSchema(client, actor, { ...wanted, slug, schema: wanted.schema })
      : (wanted.schemaId ?? null);
    const createdCollection = await oneRow(
      client,
      idRow,
      sql`INSERT INTO annotation_collection (id, project_id, name, slug, settings, is_training, is_demo, task_schema_id,
         created_by_id)
       VALUES (gen_random_uuid(), ${wanted.projectId}, ${name}, ${slug}, ${JSON.stringify(settings)},
       ${wanted.isTraining ?? false}, ${wanted.isDemo ?? false}, ${schemaId}::uuid,
         ${actor.userId}) RETURNING id`,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: wanted.projectId,
      action: "collection.create",
      subjectType: "annotation-collection",
      subjectId: createdCollection.id,
      after: { name, ...settings, ...(wanted.schema ? { schema: taskSchemaHash(wanted.schema) } : {}) },
    });
    return { id: createdCollection.id, slug, isNew: true };
  });
}

/**
 * Creates a task schema for one collection. It gets the collection's name if no schema of the project has this name.
 */
async function addSchema(
  client: PoolClient,
  actor: Actor,
  { projectId, slug, schema }: { projectId: string; slug: string; schema: TaskSchema },
): Promise<string> {
  const schemaSlugRows = await manyRows(
    client,
    slugRow,
    sql`SELECT slug FROM task_schema WHERE project_id = ${projectId}`,
  );
  const { id } = await oneRow(
    client,
    idRow,
    sql`INSERT INTO task_schema (id, project_id, slug) VALUES (gen_random_uuid(), ${projectId},
      ${findFreeSlug(slug, new Set(schemaSlugRows.map((row) => row.slug)))}) RETURNING id`,
  );
  await storeSchemaVersion(client, { schemaId: id, actor }, schema);
  return id;
}

function findFreeSlug(slug: string, usedSlugs: ReadonlySet<string>): string {
  let candidate = slug;
  for (let number = 2; usedSlugs.has(candidate); number += 1) candidate = `${slug}-${number}`;
  return candidate;
}
