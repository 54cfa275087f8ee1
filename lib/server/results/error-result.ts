import type { PoolClient } from "pg";
import * as z from "zod";
import { itemKindNames } from "@/lib/domain/items/kinds/registry.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { readByPerson } from "@/lib/domain/models/read-model-answer.ts";
import type { ErrorEvaluation } from "@/lib/domain/results/model/error-evaluation.ts";
import type { ErrorRow, ErrorSetup, ErrorText } from "@/lib/domain/results/model/fold-errors.ts";
import { countedRowsView, countedWhere } from "../counting/counted-where.ts";
import { studyReading } from "../models/study-reading.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { json, manyRows } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import type { ResultDefinition } from "../stored-results/result-definition.ts";
import { answersOtherTextSql } from "../studies/parity/matching-answers.ts";
import { defineStudyResult, type StudyRows } from "../studies/parity/study-result.ts";
import { readPlanRules } from "../studies/plan-rules.ts";

/**
 * The human evaluation of a `consistency` study: who found the errors, and where (Yang et al. 2026, Table 2), for
 * people and for every series of a model. For the subject, see `studySubject`. Reads every counted answer, because
 * localisation needs the marked words.
 */
export const errorResult: ResultDefinition<ErrorEvaluation> = {
  ...defineStudyResult("errors", 5, readSetup, readRows),
  // Comparing words and resampling intervals takes long: a hundred answers blocked the event loop for 82 ms.
  foldedHere: 50,
};

const localisedKinds = itemKindNames(({ isLocalised }) => isLocalised === true);

const textRow = z.strictObject({
  id: z.string(),
  storyId: z.string(),
  story: z.string(),
  genre: z.string(),
  attributes: json<ErrorText["attributes"]>(),
  gold: json().nullable(),
  keyVersion: z.number(),
}) satisfies z.ZodType<ErrorText & { id: string }>;

async function readSetup(client: PoolClient, studyId: string): Promise<ErrorSetup> {
  return { texts: await readTexts(client, studyId), rules: await readPlanRules(client, studyId) };
}

/** The items of a study and their translations, by version. */
async function readTexts(client: PoolClient, studyId: string): Promise<Record<string, ErrorText>> {
  const rows = await manyRows(
    client,
    textRow,
    sql`WITH asked AS (
       SELECT item_version_id AS id FROM study_item WHERE study_id = ${studyId}
       UNION SELECT item_version_id FROM cell_count WHERE study_id = ${studyId}
     )
     SELECT item.id, story.id AS "storyId", story.text AS story, story.genre, item.attributes, key.gold,
       coalesce(key.version, 0) AS "keyVersion"
     FROM (
       SELECT id FROM asked
       UNION SELECT translated_id FROM item_translation JOIN asked ON asked.id = item_translation.item_version_id
     ) AS text
     JOIN item_version AS item ON item.id = text.id AND item.kind = ANY(${localisedKinds})
     JOIN story_version AS story ON story.id = item.story_version_id
     LEFT JOIN LATERAL (
       SELECT gold, version FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1
     ) AS key ON true`,
  );
  return Object.fromEntries(rows.map(({ id, ...text }) => [id, text]));
}

const modelRow = z.strictObject({
  run: z.string(),
  model: z.string(),
  source: z.string(),
  condition: json<Record<string, string>>(),
  answer: json().nullable(),
  item: z.string(),
  output: z.string().nullable(),
});

const peopleRow = z.strictObject({
  session: z.string(),
  item: z.string(),
  shown: z.string(),
  ablation: z.string().nullable(),
  answer: json(),
  isExcluded: z.boolean(),
});

async function* readRows(client: PoolClient, { studyId, choice, withMismatches }: StudyRows): AsyncGenerator<ErrorRow> {
  // The words are from the story that the participant read, which may be a translation. The cluster is the original
  // story.
  const people = readCursor(
    client,
    peopleRow,
    sql`SELECT counted.session_id AS session, counted.item_version_id AS item,
       coalesce(response.shown_item_version_id, counted.item_version_id) AS shown, condition.levels ->> 'ablation' AS ablation,
       counted.answer, counted.is_excluded AS "isExcluded"
     FROM ${countedRowsView(choice)} AS counted
     JOIN response ON response.id = counted.id
     JOIN condition ON condition.id = counted.condition_id
     WHERE counted.study_id = ${studyId} AND counted.stage = ${choice.stage}::stage
       AND ${countedWhere({ ...choice, excluded: true })}
     ORDER BY counted.saved_at, counted.id`,
  );
  for await (const row of people) yield { ...row, ablation: row.ablation ?? "plain" };
  const models = readCursor(
    client,
    modelRow,
    sql`SELECT run.id AS run, model.name AS model, run.source, prediction.condition, reading.answer,
       prediction.item_version_id AS item,
       CASE WHEN prediction.read_from = 'output' OR reading.answer IS NULL OR reading.reading_rule = ${readByPerson}
         THEN prediction.output END AS output
     FROM study_item
     JOIN prediction ON prediction.item_version_id = study_item.item_version_id
     JOIN run ON run.id = prediction.run_id
     JOIN model ON model.id = run.model_id
     ${studyReading(studyId)}
     WHERE study_item.study_id = ${studyId} AND (${withMismatches}::boolean OR NOT ${answersOtherTextSql(studyId)})
     ORDER BY model.name, run.source, run.id, study_item.ordinal, prediction.condition_key, prediction.repeat`,
  );
  for await (const { run, model, source, condition, answer, item, output } of models) {
    const { ablation = "plain", ...rest } = condition;
    const conditionName = conditionKey(rest);
    const label = [model, source, conditionName.replaceAll(";", ", ")].filter((part) => part !== "").join(" · ");
    const series = `${run}/${conditionName}`;
    yield { series, label, item, shown: item, ablation: ablation === "none" ? "plain" : ablation, answer, output };
  }
}
