import * as z from "zod";
import type { CollectionMember, CollectionRole } from "@/lib/domain/annotation/collection-role.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, maybeRow, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { hasCollectionRight, memberMayAnnotate, memberMayReview, membersWithRoles } from "./collection-roles.ts";
import { mayAccessCollection } from "./has-access.ts";
import { releaseCopiesOfFormerMember } from "./release-copies-of-former-members.ts";

const memberRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: z.string(),
  own_work: z.boolean().nullable(),
  own_review: z.boolean().nullable(),
  can_work: z.boolean(),
  can_review: z.boolean(),
});

/** The members of the project and what each may do in a collection. Only for users who manage the collection. */
export async function listCollectionMembers(actor: Actor, collectionId: string): Promise<CollectionMember[]> {
  if (!(await mayAccessCollection(actor, "annotation.manage", collectionId))) throw notFoundError();
  const rows = await manyRows(
    pool(),
    memberRow,
    sql`
    SELECT app_user.id, app_user.name, membership.role::text, own.can_work AS own_work, own.can_review AS own_review,
      ${memberMayAnnotate} AS can_work, ${memberMayReview} AS can_review
    FROM ${membersWithRoles}
    WHERE collection.id = ${collectionId}::uuid AND app_user.disabled_at IS NULL ORDER BY app_user.name, app_user.id
  `,
  );
  return rows.map((row) => ({
    userId: row.id,
    name: row.name,
    role: row.role,
    own: toCollectionRole(row.own_work, row.own_review),
    canWork: row.can_work,
    canReview: row.can_review,
  }));
}

function toCollectionRole(canWork: boolean | null, canReview: boolean | null): CollectionRole {
  if (canWork === null || canReview === null) return "project";
  if (canWork) return canReview ? "both" : "annotate";
  return canReview ? "review" : "none";
}

const membershipRow = z.strictObject({ project_id: z.string(), is_member: z.boolean() });

/**
 * Sets what a member of the project may do in one collection, or resets it to their project role. Reviewing one's own
 * item is never allowed. Members who may no longer annotate there lose their parked, returned and assigned copies
 * (`releaseCopiesOfFormerMember`). They lose the copy that they have open when its lease ends.
 */
export async function setCollectionRole(
  actor: Actor,
  collectionId: string,
  { userId, role }: { userId: string; role: CollectionRole },
): Promise<void> {
  await withTx(async (client) => {
    // NO KEY UPDATE instead of UPDATE: a transaction that has locked copies may insert notices, which refer to the
    // collection.
    const target = await maybeRow(
      client,
      membershipRow,
      sql`
      SELECT project_id, EXISTS (
        SELECT FROM membership WHERE project_id = collection.project_id AND user_id = ${userId}::uuid) AS is_member
      FROM annotation_collection AS collection
      WHERE id = ${collectionId}::uuid AND ${hasCollectionRight(actor, "annotation.manage")} FOR NO KEY UPDATE
    `,
    );
    if (!target) throw notFoundError();
    if (!target.is_member) throw new AppError("invalid", "Choose a member of this project.", "userId");
    if (role === "project")
      await client.query(sql`
        DELETE FROM annotation_collection_role WHERE collection_id = ${collectionId}::uuid AND user_id = ${userId}::uuid
      `);
    else
      await client.query(sql`
        INSERT INTO annotation_collection_role (collection_id, user_id, project_id, can_work, can_review)
        VALUES (${collectionId}::uuid, ${userId}::uuid, ${target.project_id}::uuid,
          ${role === "annotate" || role === "both"}, ${role === "review" || role === "both"})
        ON CONFLICT (user_id, collection_id) DO UPDATE SET
          can_work = excluded.can_work, can_review = excluded.can_review, set_at = clock_timestamp()
      `);
    const mayWork = await rowCountOf(
      client,
      sql`
      SELECT FROM ${membersWithRoles} WHERE membership.user_id = ${userId}::uuid AND collection.id = ${collectionId}::uuid AND ${memberMayAnnotate}
    `,
    );
    if (mayWork === 0) await releaseCopiesOfFormerMember(client, collectionId, userId);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: target.project_id,
      action: "collection.role",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      after: { userId, role },
    });
  });
}

const annotationRightsRow = z.strictObject({ work: z.boolean(), review: z.boolean() });

/** Whether someone may annotate or review anywhere in a project: by their project role, or in a single collection. */
export async function readAnnotationRights(
  actor: Actor,
  projectId: string,
): Promise<{ work: boolean; review: boolean }> {
  return oneRow(
    pool(),
    annotationRightsRow,
    sql`
    SELECT coalesce(bool_or(${hasCollectionRight(actor, "annotation.work")}), false) AS work,
      coalesce(bool_or(${hasCollectionRight(actor, "annotation.review")}), false) AS review
    FROM (SELECT id, project_id FROM annotation_collection WHERE project_id = ${projectId}::uuid
          UNION ALL SELECT NULL, ${projectId}::uuid) AS collection
  `,
  );
}
