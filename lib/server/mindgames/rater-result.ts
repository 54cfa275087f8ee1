import type { PoolClient } from "pg";
import * as z from "zod";
import type { RaterEvaluation, RaterRow, StudyProblem } from "@/lib/domain/epistemic/evaluation/fold-raters.ts";
import { rowOfItem } from "@/lib/domain/items/kinds/mindgames/row-of-item.ts";
import type { CountChoice } from "@/lib/domain/survey/counted-response.ts";
import { countedRowsView, countedWhere } from "../counting/counted-where.ts";
import { studyReading } from "../models/study-reading.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { ResultDefinition } from "../stored-results/result-definition.ts";
import { answersOtherTextSql } from "../studies/parity/matching-answers.ts";
import { defineStudyResult, type StudyRows } from "../studies/parity/study-result.ts";

export interface RaterDocument extends RaterEvaluation {
  /** The subject of the answers. */
  counted: CountChoice;
}

/** Results of raters and models on the MindGames problems of a study, over the counted answers. */
export const raterResult: ResultDefinition<RaterDocument> = defineStudyResult("raters", 5, readStudyProblems, readRows);

const studyProblemRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  kind: z.string(),
  text: z.string(),
  attributes: json<Record<string, unknown>>(),
  story: z.string(),
  gold: json().nullable(),
});

/** The MindGames problems of a study, by item version in the order of the study. */
export async function readStudyProblems(
  client: Pick<PoolClient, "query">,
  studyId: string,
): Promise<Record<string, StudyProblem>> {
  const rows = await manyRows(
    client,
    studyProblemRow,
    sql`SELECT item.id, item.external_id, item.kind, item.text, item.attributes, story.text AS story, key.gold
     FROM study_item
     JOIN item_version AS item ON item.id = study_item.item_version_id
     JOIN story_version AS story ON story.id = item.story_version_id
     LEFT JOIN LATERAL (
       SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1
     ) AS key ON true
     WHERE study_item.study_id = ${studyId} ORDER BY study_item.ordinal`,
  );
  const problems: Record<string, StudyProblem> = {};
  for (const { id, external_id: externalId, kind, text, attributes, story, gold } of rows) {
    const row = rowOfItem({ kind, premise: story, hypothesis: text, gold, attributes });
    if (row) problems[id] = { externalId, row };
  }
  return problems;
}

const answerRow = z.strictObject({
  session: z.string(),
  isFinished: z.boolean(),
  item: z.string(),
  answerKey: z.string().nullable(),
  isCounted: z.boolean(),
}) satisfies z.ZodType<Extract<RaterRow, { session: string }>>;

const predictionRow = z.strictObject({
  model: z.string(),
  source: z.string(),
  condition: z.string(),
  item: z.string(),
  answerKey: z.string().nullable(),
  rule: z.string().nullable(),
}) satisfies z.ZodType<Extract<RaterRow, { model: string }>>;

/**
 * The newest answers of one stage, those of the first lock if its data are locked: first those of the raters, in the order in which they began, then those of the
 * models. Raters in progress are included and marked, but their answers do not count. Excluded answers do not count
 * either.
 */
async function* readRows(client: PoolClient, { studyId, choice, withMismatches }: StudyRows): AsyncGenerator<RaterRow> {
  yield* readCursor(
    client,
    answerRow,
    sql`SELECT counted.session_id AS session, coalesce(counted.outcome = 'complete', false) AS "isFinished",
       counted.item_version_id AS item, counted.answer_key AS "answerKey",
       (${countedWhere(choice)}) AS "isCounted"
     FROM ${countedRowsView(choice)} AS counted JOIN session ON session.id = counted.session_id
     WHERE counted.study_id = ${studyId} AND counted.stage = ${choice.stage}::stage AND counted.is_newest
       AND NOT counted.is_surplus AND counted.outcome IS DISTINCT FROM 'withdrawn'
     ORDER BY session.started_at, counted.session_id, counted.position`,
  );
  yield* readCursor(
    client,
    predictionRow,
    sql`SELECT model.name AS model, run.source, prediction.condition_key AS condition, prediction.item_version_id AS item,
       reading.answer_key AS "answerKey", reading.reading_rule AS rule
     FROM prediction
     JOIN study_item ON study_item.item_version_id = prediction.item_version_id AND study_item.study_id = ${studyId}
     JOIN run ON run.id = prediction.run_id
     JOIN model ON model.id = run.model_id
     ${studyReading(studyId)}
     WHERE ${withMismatches}::boolean OR NOT ${answersOtherTextSql(studyId)}
     ORDER BY model.name, run.source, prediction.condition_key, study_item.ordinal, prediction.repeat`,
  );
}
