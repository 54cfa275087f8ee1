import type { PoolClient } from "pg";
import * as z from "zod";
import { slugify } from "@/lib/domain/slug.ts";
import { parseTaskSchema, type TaskSchema, taskSchemaHash } from "@/lib/domain/tasks/schema/task-schema.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { storeSchemaVersion } from "./store-schema-version.ts";

export interface SavedTaskSchema {
  id: string;
  slug: string;
  version: number;
  /** Whether this call stored the version. */
  isNew: boolean;
}

const idRow = z.strictObject({ id: z.string() });
const nameRow = z.strictObject({ name: z.string() });

/**
 * Stores a document as the newest version of a project's task schema, which is created if it does not exist. A document
 * that equals the newest version creates no new one. Items and answers keep their version.
 */
export async function saveTaskSchema(
  actor: Actor,
  request: { projectId: string; slug?: string; document: unknown },
): Promise<SavedTaskSchema> {
  const { projectId } = request;
  requireRight(actor, "research.write", projectId);
  const schema = requireTaskSchema(request.document);
  const slug = slugify(request.slug ?? schema.title) || "task";
  return withTx((client) => storeTaskSchema(client, { projectId, actorId: actor.userId, slug, schema }));
}

/** The same as `saveTaskSchema`, in the transaction of a caller who has checked the right. */
export async function storeTaskSchema(
  client: PoolClient,
  { projectId, actorId, slug, schema }: { projectId: string; actorId: string | null; slug: string; schema: TaskSchema },
): Promise<SavedTaskSchema> {
  await client.query(sql`INSERT INTO task_schema (id, project_id, slug) VALUES (gen_random_uuid(), ${projectId}, ${slug})
      ON CONFLICT (project_id, slug) DO NOTHING`);
  const { id } = await oneRow(
    client,
    idRow,
    sql`SELECT id FROM task_schema WHERE project_id = ${projectId} AND slug = ${slug} FOR UPDATE`,
  );
  const storedVersion = await storeSchemaVersion(client, { schemaId: id, actor: { userId: actorId } }, schema);
  if (!storedVersion.isNew) return { id, slug, ...storedVersion };
  const usingCollection = await maybeRow(
    client,
    nameRow,
    sql`SELECT name FROM annotation_collection WHERE task_schema_id = ${id}::uuid LIMIT 1`,
  );
  if (usingCollection)
    throw new AppError(
      "conflict",
      `The collection “${usingCollection.name}” uses the task schema "${slug}". Change the schema on that collection's page, or choose another name.`,
      "slug",
    );
  await recordAudit(client, {
    actorId,
    projectId,
    action: "task-schema.save",
    subjectType: "task_schema",
    subjectId: id,
    after: { slug, version: storedVersion.version, hash: taskSchemaHash(schema) },
  });
  return { id, slug, ...storedVersion };
}

function requireTaskSchema(document: unknown): TaskSchema {
  const parsed = parseTaskSchema(document);
  if (parsed.ok) return parsed.schema;
  const [first] = parsed.problems;
  throw new AppError("invalid", `The task schema is not valid: ${first?.field} ${first?.message}.`, first?.field);
}
