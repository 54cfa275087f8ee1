import type { PoolClient } from "pg";
import * as z from "zod";
import { type modelFormSchema, omitEmptyFacts } from "@/lib/domain/models/registry.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { auditChange } from "../../platform/audit/audit-change.ts";
import { json, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";

type ModelForm = z.infer<typeof modelFormSchema>;

const idRow = z.strictObject({ id: z.string() });

/** Adds a model manually, before any of its answers is imported. */
export async function createModel(actor: Actor, projectId: string, form: ModelForm): Promise<{ id: string }> {
  requireRight(actor, "research.write", projectId);
  const { name, ...facts } = form;
  return withTx(async (client) => {
    const row = await maybeRow(
      client,
      idRow,
      sql`INSERT INTO model (id, project_id, name, details)
       VALUES (gen_random_uuid(), ${projectId}, ${name}, ${JSON.stringify(omitEmptyFacts(facts))})
       ON CONFLICT (project_id, name) DO NOTHING RETURNING id`,
    );
    if (!row) throw modelNameTakenError();
    const auditSubject = { projectId, action: "model.create", subjectId: row.id } as const;
    await auditChange(client, actor, auditSubject, { after: { name, ...omitEmptyFacts(facts) } });
    return { id: row.id };
  });
}

/**
 * Changes a model's name and properties. Its runs and answers do not change.
 *
 * @throws AppError `conflict` for a name that another model has, or that a frozen plan uses
 */
export async function updateModel(actor: Actor, id: string, form: ModelForm): Promise<void> {
  const { name, ...facts } = form;
  await withTx(async (client) => {
    const model = await lockModel(client, actor, id);
    const sameNameCount = await rowCountOf(
      client,
      sql`SELECT FROM model WHERE project_id = ${model.project_id} AND name = ${name} AND id <> ${id}`,
    );
    if (sameNameCount > 0) throw modelNameTakenError();
    if (name !== model.name) await requireNotInPlan(client, model.project_id, [model.name, name]);
    const newFacts = omitEmptyFacts(facts);
    await client.query(sql`UPDATE model SET name = ${name}, details = ${JSON.stringify(newFacts)} WHERE id = ${id}`);
    const before = { name: model.name, ...(model.details as object) };
    const auditSubject = { projectId: model.project_id, action: "model.update", subjectId: id } as const;
    await auditChange(client, actor, auditSubject, { before, after: { name, ...newFacts } });
  });
}

/** Archives or restores a model. Results that use it do not change. */
export async function archiveModel(actor: Actor, id: string, isArchived: boolean): Promise<void> {
  await withTx(async (client) => {
    const model = await lockModel(client, actor, id);
    await client.query(
      sql`UPDATE model SET archived_at = CASE WHEN ${isArchived} THEN coalesce(archived_at, clock_timestamp()) END
        WHERE id = ${id}`,
    );
    const action = isArchived ? "model.archive" : "model.restore";
    await auditChange(client, actor, { projectId: model.project_id, action, subjectId: id });
  });
}

/** Deletes a model without runs. */
export async function deleteModel(actor: Actor, id: string): Promise<void> {
  await withTx(async (client) => {
    const model = await lockModel(client, actor, id);
    const rows = await rowCountOf(client, sql`SELECT FROM run WHERE model_id = ${id} LIMIT 1`);
    if (rows > 0) throw new AppError("conflict", "This model has runs. Delete them first, or archive the model.");
    await client.query(sql`DELETE FROM model WHERE id = ${id}`);
    const before = { name: model.name, ...(model.details as object) };
    const auditSubject = { projectId: model.project_id, action: "model.delete", subjectId: id } as const;
    await auditChange(client, actor, auditSubject, { before });
  });
}

const lockedModelRow = z.strictObject({ project_id: z.string(), name: z.string(), details: json() });

type LockedModel = z.infer<typeof lockedModelRow>;

async function lockModel(client: PoolClient, actor: Actor, id: string): Promise<LockedModel> {
  const row = await maybeRow(
    client,
    lockedModelRow,
    sql`SELECT project_id, name, details FROM model
     WHERE id = ${id} AND (${projectScope(actor, "research.write")}::uuid[] IS NULL
     OR project_id = ANY(${projectScope(actor, "research.write")})) FOR UPDATE`,
  );
  if (!row) throw notFoundError();
  return row;
}

function modelNameTakenError(): AppError {
  return new AppError("conflict", "A model with this name already exists.", "name");
}

const studyNameRow = z.strictObject({ study: z.string(), model: z.string() });

/**
 * Throws an error if a frozen plan names the model. Frozen plans list their models by name, so the tests of a renamed
 * model would use another one.
 */
async function requireNotInPlan(client: PoolClient, projectId: string, names: readonly string[]): Promise<void> {
  const planUse = await maybeRow(
    client,
    studyNameRow,
    sql`SELECT study.name AS study, named.model FROM study
     JOIN protocol_freeze ON protocol_freeze.study_id = study.id
     JOIN LATERAL jsonb_array_elements_text(protocol_freeze.document -> 'plan' -> 'models') AS named (model) ON true
     WHERE study.project_id = ${projectId} AND named.model = ANY (${names}) ORDER BY study.name LIMIT 1`,
  );
  if (planUse)
    throw new AppError(
      "conflict",
      `The frozen plan of the study “${planUse.study}” names the model “${planUse.model}”, so no model can be renamed from or to that name.`,
      "name",
    );
}
