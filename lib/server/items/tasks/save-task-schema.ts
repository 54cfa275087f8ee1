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

export interface SavedTaskSchema {
  id: string;
  slug: string;
  version: number;
  /** Whether this call stored the version. */
  isNew: boolean;
}

const idRow = z.strictObject({ id: z.string() });
const versionRow = z.strictObject({ version: z.number() });

/**
 * Stores a document as the newest version of a project's task schema, which is created if it does not exist. The same
 * document is the same version. Items and answers keep the version that they have.
 */
export async function saveTaskSchema(
  actor: Actor,
  request: { projectId: string; slug?: string; document: unknown },
): Promise<SavedTaskSchema> {
  const { projectId } = request;
  requireRight(actor, "research.write", projectId);
  const schema = requireTaskSchema(request.document);
  const slug = slugify(request.slug ?? schema.title) || "task";
  return withTx(async (client) => {
    await client.query(sql`INSERT INTO task_schema (id, project_id, slug) VALUES (gen_random_uuid(), ${projectId}, ${slug})
      ON CONFLICT (project_id, slug) DO NOTHING`);
    const { id } = await oneRow(
      client,
      idRow,
      sql`SELECT id FROM task_schema WHERE project_id = ${projectId} AND slug = ${slug} FOR UPDATE`,
    );
    const stored = await storeVersion(client, actor, id, schema);
    if (stored.isNew)
      await recordAudit(client, {
        actorId: actor.userId,
        projectId,
        action: "task-schema.save",
        subjectType: "task_schema",
        subjectId: id,
        after: { slug, version: stored.version, hash: taskSchemaHash(schema) },
      });
    return { id, slug, ...stored };
  });
}

function requireTaskSchema(document: unknown): TaskSchema {
  const parsed = parseTaskSchema(document);
  if (parsed.ok) return parsed.schema;
  const [first] = parsed.problems;
  throw new AppError("invalid", `The task schema is not valid: ${first?.field} ${first?.message}.`, first?.field);
}

async function storeVersion(client: PoolClient, actor: Actor, schemaId: string, schema: TaskSchema) {
  const hash = taskSchemaHash(schema);
  const known = await maybeRow(
    client,
    versionRow,
    sql`SELECT version FROM task_schema_version WHERE task_schema_id = ${schemaId} AND hash = ${hash}`,
  );
  if (known) return { version: known.version, isNew: false };
  const made = await oneRow(
    client,
    versionRow,
    sql`INSERT INTO task_schema_version (id, task_schema_id, version, document, hash, created_by_id)
      SELECT gen_random_uuid(), ${schemaId}, coalesce(max(version), 0) + 1, ${JSON.stringify(schema)}::jsonb, ${hash},
        ${actor.userId}::uuid
      FROM task_schema_version WHERE task_schema_id = ${schemaId} RETURNING version`,
  );
  return { version: made.version, isNew: true };
}
