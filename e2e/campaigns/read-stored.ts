import pg from "pg";
import * as z from "zod";
import { manyRows, oneRow } from "../../lib/server/platform/database/rows.ts";
import type { StoredState } from "./history.ts";

const answerRow = z.strictObject({ token: z.string(), screen: z.number(), sha256: z.string(), value: z.string() });
const eventRow = z.strictObject({ slot: z.string().nullable(), session: z.string(), event: z.string() });
const slotRow = z.strictObject({ id: z.string(), session: z.string().nullable(), is_done: z.boolean() });
const countRow = z.strictObject({ counted: z.number(), rows: z.number() });

/** The data with which a history is compared, read at one moment. `tokens` are those of the history. */
export async function readStored(databaseUrl: string, slug: string, tokens: readonly string[]): Promise<StoredState> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const answers = await manyRows(
      client,
      answerRow,
      `WITH told AS (SELECT token, encode(sha256(convert_to(token, 'UTF8')), 'hex') AS token_hash FROM unnest($1::text[]) AS token)
       SELECT token, step_answer.screen, sha256, given::text AS value
       FROM told JOIN session USING (token_hash) JOIN step_answer ON step_answer.session_id = session.id
       UNION ALL
       SELECT token, response.screen, sha256, answer::text
       FROM told JOIN session USING (token_hash) JOIN response ON response.session_id = session.id`,
      [[...new Set(tokens)]],
    );
    const ofStudy = "(SELECT id FROM study WHERE slug = $1)";
    const events = await manyRows(
      client,
      eventRow,
      `SELECT slot_id::text AS slot, session_id::text AS session, event FROM assignment_event
       WHERE study_id = ${ofStudy} ORDER BY id`,
      [slug],
    );
    const slots = await manyRows(
      client,
      slotRow,
      `SELECT id::text, session_id::text AS session, is_done FROM slot WHERE study_id = ${ofStudy}`,
      [slug],
    );
    const counts = await oneRow(
      client,
      countRow,
      `SELECT (SELECT coalesce(sum(count), 0)::int FROM cell_count WHERE study_id = ${ofStudy}) AS counted,
         (SELECT count(*)::int FROM counted_response WHERE study_id = ${ofStudy} AND is_complete AND is_newest) AS rows`,
      [slug],
    );
    return { answers, events, slots: slots.map(({ is_done, ...slot }) => ({ ...slot, isDone: is_done })), ...counts };
  } finally {
    await client.end();
  }
}
