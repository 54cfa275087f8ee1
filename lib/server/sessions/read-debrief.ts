import * as z from "zod";
import { alsoTrue } from "@/lib/domain/beliefs/false-alternative.ts";
import { type DebriefLine, listDebrief } from "@/lib/domain/beliefs/participants/debrief.ts";
import { readYesNoQuery } from "@/lib/domain/beliefs/queries.ts";
import { yesNo } from "@/lib/domain/items/kinds/eob/yes-no.ts";
import type { Screen } from "@/lib/domain/survey/screens.ts";
import { pool } from "../platform/database/pool.ts";
import { manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";

const debriefRow = z.strictObject({
  screen: z.number(),
  position: z.number(),
  item: z.string(),
  query: z.string(),
  story_id: z.string(),
  told: z.string(),
  role: z.enum(["expression", "filler"]),
  fact: z.string(),
  object_pri: z.string(),
  object_ctx: z.string(),
  subject: z.string().nullable(),
  relation: z.string().nullable(),
  also_true: z.string().nullable(),
});

/**
 * The debriefing of a session that has ended: the false statements and the truth. Includes only items whose screens the
 * session reached, so that a person who left early learns nothing about questions that others will still get.
 */
export async function readDebrief(sessionId: string, screens: readonly Screen[]): Promise<DebriefLine[]> {
  const rows = await manyRows(
    pool(),
    debriefRow,
    sql`
    SELECT session.screen, placement.position, item.external_id AS item, item.text AS query, story.external_id AS story_id,
      story.text AS told, item.attributes ->> 'role' AS role, item.attributes ->> 'fact' AS fact,
      item.attributes ->> 'object_pri' AS object_pri, item.attributes ->> 'object_ctx' AS object_ctx,
      item.attributes ->> 'subject' AS subject, item.attributes ->> 'relation' AS relation,
      item.attributes ->> 'also_true' AS also_true
    FROM session
    JOIN placement ON placement.slot_id = session.slot_id
    JOIN item_version AS item ON item.id = placement.item_version_id
    JOIN story_version AS story ON story.id = item.story_version_id
    WHERE session.id = ${sessionId} AND session.outcome IS NOT NULL AND item.kind = ${yesNo.name}
      AND item.attributes ->> 'role' IN ('expression', 'filler')
    ORDER BY placement.position
  `,
  );
  const firstScreenByPosition = new Map<number, number>();
  for (const screen of screens) {
    if ((screen.kind === "story" || screen.kind === "answer") && !firstScreenByPosition.has(screen.position)) {
      firstScreenByPosition.set(screen.position, screen.index);
    }
  }
  const seenRows = rows.filter(
    ({ position, screen }) => (firstScreenByPosition.get(position) ?? Number.POSITIVE_INFINITY) <= screen,
  );
  const facts = new Map(
    seenRows.map((row) => {
      const parsedQuery = readYesNoQuery(row.query, row.object_pri, row.object_ctx);
      const subjectRelation = parsedQuery?.subjectRelation ?? `the ${row.relation} of ${row.subject}`;
      const isAlsoTrue =
        row.also_true === "true" || alsoTrue({ objectPrior: row.object_pri, objectContext: row.object_ctx }) !== null;
      return [row.fact, { objectPrior: row.object_pri, subjectRelation, isAlsoTrue }];
    }),
  );
  return listDebrief(
    { placements: seenRows.map(({ item, fact }) => ({ item, fact, block: "expressions" })) },
    new Map(
      seenRows.map((row) => [
        row.item,
        { story: { id: row.story_id, text: row.told }, attributes: { role: row.role } },
      ]),
    ),
    facts,
  );
}
