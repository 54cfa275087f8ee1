import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { canonicalJson } from "@/lib/domain/fingerprint.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { eraseAgain } from "./replay-erasures.ts";

const contentShape = {
  kind: z.literal("parallax-erasures"),
  version: z.literal(1),
  /** The project, which has the same ID on every installation where its archive was imported. */
  project: z.uuid(),
  madeAt: z.iso.datetime(),
  sessions: z.array(z.strictObject({ session: z.uuid(), erasedAt: z.iso.datetime() })),
};

const listSchema = z.strictObject({ ...contentShape, signature: z.string().regex(/^[0-9a-f]{64}$/) });

/** The erased sessions of a project, signed with the key of its sites. */
export type ErasureList = z.infer<typeof listSchema>;

const erasedRow = z.strictObject({ session: z.string(), at: z.date() });

/**
 * The list of all erased sessions of a project for the installations that imported its archive, signed with
 * HMAC-SHA-256. It contains only IDs that are already in the archive. Grows with the number of erasures.
 */
export async function createErasureList(projectId: string, key: string, now: Date): Promise<ErasureList> {
  const rows = await manyRows(
    pool(),
    erasedRow,
    sql`SELECT session.id::text AS session, erased_at AS at FROM session JOIN study ON study.id = session.study_id
        WHERE study.project_id = ${projectId}::uuid AND erased_at IS NOT NULL ORDER BY erased_at, session.id`,
  );
  const content = {
    kind: "parallax-erasures" as const,
    version: 1 as const,
    project: projectId,
    madeAt: now.toISOString(),
    sessions: rows.map(({ session, at }) => ({ session, erasedAt: at.toISOString() })),
  };
  return { ...content, signature: signContent(content, key) };
}

const localSessionRow = z.strictObject({ id: z.string() });

/**
 * Erases the listed sessions of the project on this installation; returns how many of them were not erased before.
 * Sessions of other projects are never erased.
 *
 * @throws RangeError with a message for the user if the text is not a list or was not signed with the key
 */
export async function applyErasureList(text: string, key: string): Promise<number> {
  const { signature, ...content } = readList(text);
  if (!timingSafeEqual(Buffer.from(signature, "hex"), Buffer.from(signContent(content, key), "hex")))
    throw new RangeError(
      "the list was changed, or signed with another key; ask the other site for its list and its key",
    );
  const listedSessions = content.sessions.map(({ session }) => session);
  const localSessions = await manyRows(
    pool(),
    localSessionRow,
    sql`SELECT session.id::text AS id FROM session JOIN study ON study.id = session.study_id
        WHERE study.project_id = ${content.project}::uuid AND session.id = ANY (${listedSessions}::uuid[])`,
  );
  const erasedCount = await eraseAgain(localSessions.map(({ id }) => id));
  if (erasedCount > 0)
    await recordAudit(pool(), {
      actorId: null,
      projectId: content.project,
      action: "project.apply-erasures",
      subjectType: "project",
      subjectId: content.project,
      after: { listed: listedSessions.length, erased: erasedCount, madeAt: content.madeAt },
    });
  return erasedCount;
}

function readList(text: string): ErasureList {
  try {
    return listSchema.parse(JSON.parse(text));
  } catch {
    throw new RangeError('this is not a list of erasures; "parallax archive erasures" writes one');
  }
}

function signContent(content: Omit<ErasureList, "signature">, key: string): string {
  return createHmac("sha256", key).update(canonicalJson(content)).digest("hex");
}
