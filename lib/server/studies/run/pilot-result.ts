import type { PoolClient } from "pg";
import * as z from "zod";
import type { Answer } from "@/lib/domain/items/item.ts";
import { scoreStoredAnswer } from "@/lib/domain/items/score-stored-answer.ts";
import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import type { PilotAnswer, PilotReport } from "@/lib/domain/survey/live/prepare-pilot.ts";
import { countedWhere } from "../../counting/counted-where.ts";
import { reasonOfAnswerSql } from "../../counting/reason-of-answer.ts";
import { installation } from "../../platform/access/access.ts";
import { pool } from "../../platform/database/pool.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json, manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { type FoldOptions, foldRows, rowsInPieces } from "../../stored-results/fold-rows.ts";
import type { ResultDefinition } from "../../stored-results/result-definition.ts";
import { readStudyFacts } from "../../stored-results/study-facts.ts";
import { getStudy } from "../get-study.ts";
import { readStudyItems } from "../study-items.ts";

/** The maximum number of answers in the report, which uses the first ones; a pilot has far fewer. */
const maxAnswers = 50_000;

export interface StoredPilotReport extends PilotReport {
  /** The number of answers used if there are more; null if all are used. */
  cutAt: number | null;
}

/**
 * Results for each item of a study in its stage, and the items that were reworded since the previous stage. The subject
 * is "STUDY".
 */
export const pilotResult: ResultDefinition<StoredPilotReport> = {
  kind: "pilot",
  ruleVersion: 5,
  facts: readStudyFacts,
  compute: (studyId, folding) => computePilot(studyId, folding, maxAnswers),
};

/** The pilot report of at most `most` answers. */
export async function computePilot(studyId: string, folding: FoldOptions, most: number): Promise<StoredPilotReport> {
  const study = await getStudy(installation, studyId);
  if (!study) throw notFoundError();
  const [items, reworded] = await Promise.all([readStudyItems(study.id), listRewordedItems(study.id)]);
  const readCounts = { read: 0 };
  const report = await withSnapshot((client) =>
    foldRows(
      "pilot",
      { items: items.map(({ id }) => id), stories: items.map(({ storyId }) => storyId), reworded },
      rowsInPieces(readAnswers(client, study, most, readCounts)),
      folding,
    ),
  );
  return { ...report, cutAt: readCounts.read > most ? most : null };
}

const idRow = z.strictObject({ id: z.string() });

/** The items of a study that were reworded since the previous stage. */
export async function listRewordedItems(studyId: string): Promise<string[]> {
  const rows = await manyRows(
    pool(),
    idRow,
    sql`
    SELECT item.id FROM study AS own JOIN study_item ON study_item.study_id = own.id
    JOIN item_version AS item ON item.id = study_item.item_version_id
    WHERE own.id = ${studyId} AND EXISTS (
      SELECT FROM study_item AS theirs JOIN item_version AS before ON before.id = theirs.item_version_id
      WHERE theirs.study_id = own.follows_study_id AND before.external_id = item.external_id
        AND before.benchmark_id = item.benchmark_id AND before.id <> item.id)
  `,
  );
  return rows.map(({ id }) => id);
}

const keyRow = z.strictObject({ item_version_id: z.string(), gold: json() });

const pilotAnswerRow = z.strictObject({
  itemVersionId: z.string(),
  person: z.string(),
  answer: json<Answer>(),
  reasonId: z.string().nullable(),
});

/**
 * The counted answers of a study in its stage, each once, scored by the newest keys, with the ID of the stated reason,
 * if there is one. Returns at most `most` answers; `counted.read` is greater than `most` if there are more.
 */
async function* readAnswers(
  client: PoolClient,
  { id, stage }: { id: string; stage: string },
  most: number,
  counted: { read: number },
): AsyncGenerator<PilotAnswer> {
  const [items, keys] = await Promise.all([
    readStudyItems(id),
    manyRows(
      pool(),
      keyRow,
      sql`
      SELECT DISTINCT ON (item_version_id) item_version_id, gold
      FROM study_item JOIN item_key USING (item_version_id)
      WHERE study_id = ${id} ORDER BY item_version_id, version DESC
    `,
    ),
  ]);
  const itemById = new Map(items.map((one) => [one.id, one.item]));
  const goldById = new Map(keys.map(({ item_version_id, gold }) => [item_version_id, gold]));
  const answerRows = readCursor(
    client,
    pilotAnswerRow,
    sql`SELECT counted.item_version_id AS "itemVersionId", counted.session_id AS person, counted.answer,
       CASE WHEN btrim(reason.words) <> '' THEN reason.id END AS "reasonId"
     FROM counted_response AS counted ${reasonOfAnswerSql("counted")}
     WHERE counted.study_id = ${id} AND counted.stage = ${stage}::stage
       AND ${countedWhere(countedByDefault("main"))}
     ORDER BY counted.saved_at, counted.id LIMIT ${most + 1}`,
  );
  for await (const { itemVersionId, person, answer, reasonId } of answerRows) {
    counted.read += 1;
    const item = itemById.get(itemVersionId);
    if (!item || counted.read > most) continue;
    const { correct } = scoreStoredAnswer(answer, goldById.get(itemVersionId) ?? null, item);
    yield { item: itemVersionId, person, isCorrect: correct, reasonId };
  }
}
