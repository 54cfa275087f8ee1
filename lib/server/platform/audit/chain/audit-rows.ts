import { createHash, createHmac } from "node:crypto";
import * as z from "zod";
import { fragment, type SqlFragment } from "../../database/sql.ts";
import { readInstallationSecret } from "../../settings/installation-secret.ts";

/** The two logs that have chains. */
export const auditLogs = ["audit", "assignment"] as const;
export type AuditLog = (typeof auditLogs)[number];

/** The key of the chains and its ID. It is derived from the installation secret, which is not in the database. */
export interface ChainKey {
  key: Buffer;
  id: string;
}

/** The chain key for the installation secret of this process. */
export async function readChainKey(): Promise<ChainKey> {
  const key = createHmac("sha256", await readInstallationSecret())
    .update("parallax audit chain")
    .digest();
  return { key, id: createHash("sha256").update(key).digest("hex").slice(0, 16) };
}

/**
 * Advisory lock of the chains: exclusive while rows are added, shared while values are erased. Otherwise a row that is
 * read before an erasure and added afterwards would keep the digest key of its erased values.
 */
export const chainLock = 7_203_311_911;

/** One row of a log as input of its digest. */
export const auditRow = z.strictObject({
  /** The id of the row; decimal digits. */
  row_id: z.string(),
  chain: z.string(),
  /** The immutable part, as JSON. */
  fixed: z.string(),
  /** The erasable part, as JSON; null in a log without erasable values. */
  erasable: z.string().nullable(),
  is_erased: z.boolean(),
});
export type AuditRow = z.infer<typeof auditRow>;

const atTextSql = fragment`to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Selects rows of each log in the form of `auditRow`. A study's chain contains its assignments and its audit events.
 */
export const selectRows: Readonly<Record<AuditLog, SqlFragment>> = {
  audit: fragment`SELECT audit_event.id::text AS row_id,
      CASE WHEN subject_type = 'study' THEN 'study:' || subject_id
           WHEN project_id IS NOT NULL THEN 'project:' || project_id ELSE 'installation' END AS chain,
      jsonb_build_array(audit_event.id, ${atTextSql}, project_id, actor_id, action, subject_type, subject_id)::text AS fixed,
      jsonb_build_array(before, after, reason)::text AS erasable, erased_at IS NOT NULL AS is_erased
    FROM audit_event`,
  assignment: fragment`SELECT assignment_event.id::text AS row_id, 'study:' || study_id AS chain,
      jsonb_build_array(assignment_event.id, ${atTextSql}, study_id, slot_id, session_id, event,
        from_position::text, to_position::text)::text AS fixed,
      NULL AS erasable, false AS is_erased
    FROM assignment_event`,
};

/** The column with the id of a row of each log. */
export const eventIds: Readonly<Record<AuditLog, SqlFragment>> = {
  audit: fragment`audit_event.id`,
  assignment: fragment`assignment_event.id`,
};

/** HMAC of a row's erasable values under a separate key: without the key, the HMAC reveals nothing about the values. */
export function digestOfValues(valuesKey: string, erasable: string): string {
  return createHmac("sha256", valuesKey).update(erasable).digest("hex");
}

/** The digest of a row under the key of the chain. */
export function digestOfRow({ key }: ChainKey, log: AuditLog, fixed: string, valuesDigest: string | null): string {
  return createHmac("sha256", key)
    .update(JSON.stringify([log, fixed, valuesDigest]))
    .digest("hex");
}

/** The digest of the rows of a batch, in the order of log and ID. */
export function digestOfBatch(rowDigests: readonly string[]): string {
  const hash = createHash("sha256");
  for (const digest of rowDigests) hash.update(`${digest}\n`);
  return hash.digest("hex");
}

/** The head of a chain after one more batch. */
export function nextChainHead(
  { key }: ChainKey,
  batch: { chain: string; number: number; rows: number; digest: string; previous: string },
): string {
  const { chain, number, rows, digest, previous } = batch;
  return createHmac("sha256", key)
    .update(JSON.stringify([previous, chain, number, rows, digest]))
    .digest("hex");
}
