import type { PoolClient } from "pg";
import { z } from "zod";
import type { Answer } from "@/lib/domain/items/item.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import type { PilotAnswer } from "@/lib/domain/survey/live/prepare-pilot.ts";
import { countedWhere } from "../counting/counted-where.ts";
import { pool } from "../platform/database/pool.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { readStudyItems } from "./study-items.ts";

const keyRow = z.strictObject({ item_version_id: z.string(), gold: json() });

/**
 * The counted answers of a study in its stage, each once, judged by the newest keys, with the reason that it came with:
 * on its own screen or on the one after it. Those that came first, where there are more than `most`.
 */
export async function readPilotAnswers(
  study: { id: string; stage: string },
  most: number,
): Promise<{ answers: PilotAnswer[]; isCut: boolean }> {
  const [items, keys] = await Promise.all([
    readStudyItems(study.id),
    manyRows(
      pool(),
      keyRow,
      sql`
      SELECT DISTINCT ON (item_version_id) item_version_id, gold
      FROM study_item JOIN item_key USING (item_version_id)
      WHERE study_id = ${study.id} ORDER BY item_version_id, version DESC
    `,
    ),
  ]);
  const itemOf = new Map(items.map(({ id, item }) => [id, item]));
  const goldOf = new Map(keys.map(({ item_version_id, gold }) => [item_version_id, gold]));
  const answers: PilotAnswer[] = [];
  let read = 0;
  await withSnapshot(async (client) => {
    for await (const { itemVersionId, person, answer, reason } of readGiven(client, study, most + 1)) {
      read += 1;
      const item = itemOf.get(itemVersionId);
      if (!item || read > most) continue;
      const { correct } = requireKind(item.kind).score(answer, goldOf.get(itemVersionId) ?? null, item);
      answers.push({ item: itemVersionId, person, isCorrect: correct, reason });
    }
  });
  return { answers, isCut: read > most };
}

const givenRow = z.strictObject({
  itemVersionId: z.string(),
  person: z.string(),
  answer: json<Answer>(),
  reason: z.string(),
});

/** In pieces, so that other work of the process goes on between them. */
function readGiven(
  client: PoolClient,
  { id, stage }: { id: string; stage: string },
  limit: number,
): AsyncGenerator<z.infer<typeof givenRow>> {
  return readCursor(
    client,
    givenRow,
    `SELECT counted.item_version_id AS "itemVersionId", counted.session_id AS person, counted.answer,
       coalesce(why.reason, '') AS reason
     FROM counted_response AS counted
     LEFT JOIN LATERAL (
       SELECT given ->> 'explanation' AS reason FROM step_answer
       WHERE session_id = counted.session_id AND given ? 'explanation'
         -- The screen after an answer may be the next item's, with a reason of its own.
         AND (screen = counted.screen OR (screen = counted.screen + 1 AND key LIKE '%-explanation'))
       ORDER BY screen LIMIT 1
     ) AS why ON true
     WHERE counted.study_id = $1 AND counted.stage = $2::stage AND ${countedWhere(countedByDefault("main"))}
     ORDER BY counted.saved_at, counted.id LIMIT $3`,
    [id, stage, limit],
  );
}
