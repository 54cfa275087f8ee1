import * as z from "zod";
import { maxReleaseK } from "@/lib/domain/release/release-request.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { type Connection, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { AppError } from "../platform/errors/app-error.ts";

const projectKRow = z.strictObject({ k: z.number() });

/** The minimum number of people who share the same attributes in the releases of a project (k-anonymity). */
export async function getProjectK(actor: Actor, projectId: string): Promise<number> {
  requireRight(actor, "research.read", projectId);
  return readProjectK(pool(), projectId);
}

async function readProjectK(client: Connection, projectId: string): Promise<number> {
  const { k } = await oneRow(client, projectKRow, sql`SELECT release_k AS k FROM project WHERE id = ${projectId}`);
  return k;
}

/**
 * The k of a release: the requested one, or that of the project.
 *
 * @throws AppError `invalid` if the requested k is less than the project requires
 */
export async function releaseK(client: Connection, projectId: string, requested: number | null): Promise<number> {
  const required = await readProjectK(client, projectId);
  if (requested !== null && requested < required)
    throw new AppError(
      "invalid",
      `This project requires at least ${required}. An administrator can change this limit in Admin > Settings.`,
      "k",
    );
  return requested ?? required;
}

/** Sets the minimum number of people who share the same attributes in the releases of a project. */
export async function setProjectK(actor: Actor, projectId: string, k: number): Promise<void> {
  requireRight(actor, "users.manage", projectId);
  if (!Number.isInteger(k) || k < 1 || k > maxReleaseK)
    throw new AppError("invalid", `Please enter a whole number from 1 to ${maxReleaseK}.`, "k");
  await withTx(async (client) => {
    const before = await oneRow(
      client,
      projectKRow,
      sql`SELECT release_k AS k FROM project WHERE id = ${projectId} FOR UPDATE`,
    );
    if (before.k === k) return;
    await client.query(sql`UPDATE project SET release_k = ${k} WHERE id = ${projectId}`);
    await recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "project.release-k",
      subjectType: "project",
      subjectId: projectId,
      before,
      after: { k },
    });
  });
}
