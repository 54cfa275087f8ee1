import * as z from "zod";
import { type DemoPart, demoParts } from "@/lib/domain/demo-parts.ts";
import type { Actor } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { type Connection, json, maybeRow, oneRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";

export const ksteDemoJobKind = "simulate-kste";
export const mindgamesDemoJobKind = "simulate-mindgames";
export const addDemoPartsJobKind = "add-demo-parts";

/** The background jobs that create the demo. */
export const demoJobKinds = [
  "simulate-demo",
  "simulate-beliefs",
  mindgamesDemoJobKind,
  ksteDemoJobKind,
  addDemoPartsJobKind,
];

const settingRow = z.strictObject({ value: json() });

/** Whether this installation has or had the demo. A deleted demo is not created again. */
export async function isDemoSeeded(connection: Connection): Promise<boolean> {
  return (await readKnownParts(connection)) !== null;
}

/** Records that parts of the demo were created or declined, so that they are not offered again. */
export async function recordDemoParts(connection: Connection, parts: readonly DemoPart[] = demoParts): Promise<void> {
  const knownParts = (await readKnownParts(connection)) ?? [];
  const recordedParts = demoParts.filter((part) => knownParts.includes(part) || parts.includes(part));
  await connection.query(
    sql`INSERT INTO setting (key, value) VALUES ('demo-seeded', ${JSON.stringify(recordedParts)})
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = clock_timestamp()`,
  );
}

/**
 * The parts that are new to an installation with the demo of an earlier version. Empty for users who are not owners.
 */
export async function listNewDemoParts(actor: Actor): Promise<DemoPart[]> {
  if (!actor.isOwner) return [];
  const knownParts = await readKnownParts(pool());
  if (knownParts === null) return [];
  const job = await maybeRow(
    pool(),
    stateRow,
    sql`SELECT state::text FROM job WHERE dedupe_key = ${addDemoPartsJobKind}`,
  );
  if (job && (job.state === "waiting" || job.state === "running")) return [];
  return demoParts.filter((part) => !knownParts.includes(part));
}

/** Creates the new parts in the background. */
export async function addDemoParts(actor: Actor): Promise<void> {
  const parts = await requireNewParts(actor);
  const row = await maybeRow(pool(), projectRow, "SELECT id FROM project WHERE slug = 'first-project'");
  await withTx(async (client) => {
    await enqueueJob(
      {
        kind: addDemoPartsJobKind,
        payload: { parts },
        projectId: row?.id ?? null,
        createdById: actor.userId,
        dedupeKey: addDemoPartsJobKind,
      },
      client,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      action: "demo.add-parts",
      subjectType: "installation",
      subjectId: "demo",
      after: { parts },
    });
  });
}

/** Declines the new parts. */
export async function declineDemoParts(actor: Actor): Promise<void> {
  await recordDemoParts(pool(), await requireNewParts(actor));
}

const stateRow = z.strictObject({ state: z.string() });
const projectRow = z.strictObject({ id: z.string() });

async function requireNewParts(actor: Actor): Promise<DemoPart[]> {
  if (!actor.isOwner) throw notFoundError();
  return listNewDemoParts(actor);
}

const existingDemoRow = z.strictObject({
  stories: z.boolean(),
  annotation: z.boolean(),
  mindgames: z.boolean(),
  beliefs: z.boolean(),
});

/**
 * The parts that were created or declined; null before the first start is complete. Earlier versions did not record
 * this, so parts with existing data count as created.
 */
async function readKnownParts(connection: Connection): Promise<DemoPart[] | null> {
  const row = await maybeRow(connection, settingRow, "SELECT value FROM setting WHERE key = 'demo-seeded'");
  if (!row) return null;
  if (Array.isArray(row.value)) return demoParts.filter((part) => (row.value as unknown[]).includes(part));
  const existingDemo = await oneRow(
    connection,
    existingDemoRow,
    `SELECT EXISTS (SELECT FROM study WHERE slug IN ('demo', 'demo-simulated')) AS stories,
       EXISTS (SELECT FROM study WHERE slug IN ('demo-story-errors', 'demo-next-actions')) AS annotation,
       EXISTS (SELECT FROM study WHERE slug = 'demo-mindgames') AS mindgames,
       EXISTS (SELECT FROM study WHERE slug IN ('demo-beliefs', 'demo-beliefs-simulated')) AS beliefs`,
  );
  return demoParts.filter((part) => existingDemo[part]);
}
