import * as z from "zod";
import { type CollectionSettings, collectionSettingsSchema } from "@/lib/domain/annotation/collection-settings.ts";
import { findTextProblem } from "@/lib/domain/text.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { parseInput } from "../../platform/http/parse-input.ts";
import { addCopies } from "./add-copies.ts";
import { reSolveRefusal } from "./create-collection.ts";

export interface CollectionChange {
  name?: string;
  settings?: Partial<CollectionSettings>;
  /** A closed collection assigns no new tasks; tasks that someone holds can be finished. */
  isClosed?: boolean;
}

const collectionRow = z.strictObject({
  project_id: z.string(),
  name: z.string(),
  settings: json<CollectionSettings>(),
  is_training: z.boolean(),
  is_closed: z.boolean(),
  has_schema: z.boolean(),
});

/**
 * Changes a collection. A higher overlap adds copies to items that are not decided yet; a lower overlap removes no
 * copies.
 */
export async function updateCollection(actor: Actor, collectionId: string, change: CollectionChange): Promise<void> {
  const scope = projectScope(actor, "annotation.manage");
  await withTx(async (client) => {
    const current = await maybeRow(
      client,
      collectionRow,
      sql`SELECT project_id, name, settings, is_training, closed_at IS NOT NULL AS is_closed,
         task_schema_id IS NOT NULL AS has_schema FROM annotation_collection
       WHERE id = ${collectionId} AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope})) FOR UPDATE`,
    );
    if (!current) throw notFoundError();
    const name = change.name?.trim() ?? current.name;
    const problem = name === "" ? "must not be empty" : findTextProblem(name, 200);
    if (problem) throw new AppError("invalid", `The name ${problem}.`, "name");
    const settings = parseInput(collectionSettingsSchema, { ...current.settings, ...change.settings });
    if (current.has_schema && change.settings?.requiresReSolve) throw reSolveRefusal();
    const isClosed = change.isClosed ?? current.is_closed;
    await client.query(
      sql`UPDATE annotation_collection SET name = ${name}, settings = ${JSON.stringify(settings)},
         closed_at = CASE WHEN ${isClosed} THEN coalesce(closed_at, clock_timestamp()) END WHERE id = ${collectionId}`,
    );
    if (!current.is_training) await addCopies(client, collectionId, settings.overlap);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: current.project_id,
      action: "collection.change",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      before: { name: current.name, isClosed: current.is_closed, ...current.settings },
      after: { name, isClosed, ...settings },
    });
  });
}
