import type { PoolClient } from "pg";
import * as z from "zod";
import type { LanguageRow, LanguageSetup } from "@/lib/domain/results/model/fold-languages.ts";
import type { LanguageResults } from "@/lib/domain/results/model/language-results.ts";
import type { ScoredItem } from "@/lib/domain/results/model/score-run.ts";
import type { ResultItem } from "@/lib/domain/results/model/study-results.ts";
import type { CountChoice } from "@/lib/domain/survey/counted-response.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { listOfferedLanguages } from "@/lib/domain/survey/translate-protocol.ts";
import { countedRowsView, countedWhere } from "../counting/counted-where.ts";
import { chooseCounted, readShownStage } from "../counting/read-counts.ts";
import { itemRowColumns } from "../items/item-of-row.ts";
import { studyReading } from "../models/study-reading.ts";
import { pool } from "../platform/database/pool.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { fragment, sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { foldRows, rowsInPieces } from "../stored-results/fold-rows.ts";
import type { ResultDefinition } from "../stored-results/result-definition.ts";
import { readStudyFacts } from "../stored-results/study-facts.ts";
import { studySubject } from "../studies/parity/study-result.ts";
import { readResultItems } from "./read-result-items.ts";

/**
 * The languages of a study, or of one of its items. For the subject, see `languageSubject`. The answers
 * are read, because the counters do not contain the language that a person read.
 */
export const languageResult: ResultDefinition<LanguageResults[]> = {
  kind: "languages",
  ruleVersion: 3,
  facts: async (subject) => {
    const { studyId, item } = parseSubject(subject);
    return item === null || z.uuid().safeParse(item).success ? readStudyFacts(studyId) : null;
  },
  compute: async (subject, folding) => {
    const { studyId, item } = parseSubject(subject);
    const setup = await findLanguages(studyId);
    if (!setup) return [];
    const choice = await chooseCounted(studyId, await readShownStage(studyId));
    return withSnapshot(async (client) =>
      foldRows("languages", setup, rowsInPieces(readRows(client, studyId, item, choice, setup), 200), folding),
    );
  },
};

const languageRow = z.strictObject({ language: z.string(), document: json() });

/** The study's protocol and its languages; null for a study in one language. */
export async function findLanguages(studyId: string): Promise<LanguageSetup | null> {
  const row = await maybeRow(
    pool(),
    languageRow,
    sql`SELECT study.language, protocol.document FROM study
     JOIN protocol_version AS protocol ON protocol.id = study.protocol_version_id WHERE study.id = ${studyId}`,
  );
  if (!row) return null;
  const protocol = protocolSchema.parse(row.document);
  const offered = listOfferedLanguages(row.language, protocol);
  return offered.length < 2 ? null : { protocol, own: row.language, offered };
}

/** The subject of the languages of a study, or of one of its items: "STUDY/DATA[/ITEM]". */
export function languageSubject(studyId: string, item: string | null = null): Promise<string> {
  return studySubject(studyId, true, ...(item === null ? [] : [item]));
}

function parseSubject(subject: string): { studyId: string; item: string | null } {
  const [studyId = "", , item = null] = subject.split("/");
  return { studyId, item };
}

const predictionRow = z.strictObject({
  language: z.string(),
  shown: z.string(),
  model: z.string(),
  condition: json<Record<string, string>>(),
  answerKey: z.string().nullable(),
  prompt: z.string().nullable(),
  contentFingerprint: z.string().nullable(),
  presentationFingerprint: z.string().nullable(),
}) satisfies z.ZodType<Omit<Extract<LanguageRow, { what: "prediction" }>, "what">>;

async function* readRows(
  client: PoolClient,
  studyId: string,
  item: string | null,
  choice: CountChoice,
  setup: LanguageSetup,
): AsyncGenerator<LanguageRow> {
  for (const { result } of await readResultItems(studyId, null, item))
    yield { what: "item", id: result.id, scored: toScoredItem(result) };
  yield* readTexts(client, studyId, item, setup);
  yield* readPeople(client, studyId, item, setup.own, choice);
  const predictions = readCursor(
    client,
    predictionRow,
    sql`SELECT shown.language, shown.id AS shown, model.name AS model, prediction.condition,
       reading.answer_key AS "answerKey", prediction.prompt, prediction.content_fingerprint AS "contentFingerprint",
       prediction.presentation_fingerprint AS "presentationFingerprint"
     FROM study_item ${shownTexts(setup)} JOIN prediction ON prediction.item_version_id = shown.id
     JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id
     ${studyReading(studyId)}
     WHERE study_item.study_id = ${studyId} AND (${item}::uuid IS NULL OR study_item.item_version_id = ${item})`,
  );
  for await (const prediction of predictions) yield { what: "prediction", ...prediction };
}

/** The text of `study_item` in each language: the original in the study's own language, translations in the others. */
const shownTexts = ({ own, offered }: LanguageSetup) => fragment`CROSS JOIN LATERAL (
  SELECT ${own}::text AS language, study_item.item_version_id AS id
  WHERE NOT EXISTS (SELECT FROM item_translation WHERE item_version_id = study_item.item_version_id AND language = ${own})
  UNION ALL
  SELECT language, translated_id FROM item_translation
  WHERE item_version_id = study_item.item_version_id AND language = ANY(${offered})
) AS shown`;

const textRow = z.strictObject({
  language: z.string(),
  shown: z.string(),
  original: z.string(),
  ...itemRowColumns,
});

async function* readTexts(
  client: PoolClient,
  studyId: string,
  itemVersionId: string | null,
  setup: LanguageSetup,
): AsyncGenerator<LanguageRow> {
  const rows = await manyRows(
    client,
    textRow,
    sql`SELECT shown.language, shown.id AS shown, study_item.item_version_id AS original, item.kind, item.text, item.options,
       item.attributes,
       item_task(item.task_schema_version_id, item.task_fields) AS task, story.title, story.genre, story.text AS story
     FROM study_item ${shownTexts(setup)}
     JOIN item_version AS item ON item.id = shown.id
     JOIN story_version AS story ON story.id = item.story_version_id
     WHERE study_item.study_id = ${studyId}
       AND (${itemVersionId}::uuid IS NULL OR study_item.item_version_id = ${itemVersionId})`,
  );
  for (const { language, shown, original, title, genre, story, ...item } of rows)
    yield { what: "text", language, shown, original, item: { ...item, story: { title, genre, text: story } } };
}

const countedRow = z.strictObject({
  language: z.string(),
  item: z.string().nullable(),
  condition: z.string().nullable(),
  answerKey: z.string().nullable(),
  /** Whether the row is the total of its language. */
  isTotal: z.boolean(),
  count: z.number(),
  people: z.number(),
  readTranslated: z.number(),
});

/**
 * The counted answers of each language: their number with the number of people, and the counts of each answer to each
 * item.
 */
async function* readPeople(
  client: PoolClient,
  studyId: string,
  itemVersionId: string | null,
  own: string,
  choice: CountChoice,
): AsyncGenerator<LanguageRow> {
  const countedRows = readCursor(
    client,
    countedRow,
    sql`SELECT coalesce(session.language, ${own}) AS language, counted.item_version_id AS item, counted.condition_id AS condition,
       response.answer_key AS "answerKey", grouping(counted.item_version_id) = 1 AS "isTotal", count(*)::int AS count,
       count(DISTINCT counted.session_id)::int AS people,
       (count(*) FILTER (WHERE response.shown_item_version_id IS NOT NULL))::int AS "readTranslated"
     FROM ${countedRowsView(choice)} AS counted JOIN response ON response.id = counted.id
     JOIN session ON session.id = counted.session_id
     WHERE counted.study_id = ${studyId} AND counted.stage = ${choice.stage}::stage
       AND ${countedWhere(choice)} AND (${itemVersionId}::uuid IS NULL OR counted.item_version_id = ${itemVersionId})
     GROUP BY GROUPING SETS ((1), (1, 2, 3, 4))`,
  );
  for await (const { language, item, condition, answerKey, isTotal, count, people, readTranslated } of countedRows) {
    if (isTotal) yield { what: "people", language, answers: count, people, readTranslated };
    else yield { what: "count", language, item: item ?? "", condition: condition ?? "", answerKey, count };
  }
}

function toScoredItem({ storyId, rightAnswers, attributes }: ResultItem): ScoredItem {
  return { story: storyId, rightKeys: rightAnswers.length === 0 ? null : rightAnswers, attributes };
}
