import * as z from "zod";
import { type Entry, entrySources, isRemovedId } from "@/lib/domain/survey/entry.ts";
import { listEnds } from "@/lib/domain/survey/exit.ts";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";
import { pool } from "../platform/database/pool.ts";
import { json, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { decryptStoredSecret } from "../platform/settings/stored-secret.ts";

interface EndPageFacts {
  entry: Pick<Entry, "source" | "externalId" | "parameters"> | null;
  /** The secret that signs the return link, if the return address requires a signature. */
  entrySecret: string;
}

const endedSessionRow = z.strictObject({
  source: z.string().nullable(),
  external_id: z.string().nullable(),
  parameters: json<Entry["parameters"]>().nullable(),
  entry_secret: z.string(),
});

/** The participant's data for the end page. A study without a recruiter needs no data, so no query is made. */
export async function readEndPageFacts(protocol: Protocol, sessionId: string): Promise<EndPageFacts> {
  const needsData = protocol.recruiter || listEnds(protocol).some(({ end }) => end.returnUrl.includes("{sig}"));
  if (!needsData) return { entry: null, entrySecret: "" };
  const row = await maybeRow(
    pool(),
    endedSessionRow,
    sql`
    SELECT source, external_id, parameters, study.entry_secret
    FROM session JOIN study ON study.id = session.study_id
    LEFT JOIN entry_identity ON entry_identity.session_id = session.id
    WHERE session.id = ${sessionId}
  `,
  );
  const source = entrySources.find((candidate) => candidate === row?.source);
  // The placeholder that replaces an erased ID has no meaning for a recruiter.
  const storedId = row?.external_id ?? "";
  const externalId = isRemovedId(storedId, sessionId) ? "" : storedId;
  return {
    entry: source ? { source, externalId, parameters: row?.parameters ?? {} } : null,
    entrySecret: row ? await decryptStoredSecret("entry-links", row.entry_secret) : "",
  };
}
