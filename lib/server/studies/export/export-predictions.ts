import type { PoolClient } from "pg";
import * as z from "zod";
import { readBeliefItem } from "@/lib/domain/beliefs/scoring/read-answer.ts";
import { yesNo } from "@/lib/domain/items/kinds/eob/yes-no.ts";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import { parseTiedOptions } from "@/lib/domain/items/tied-answer.ts";
import type { Parity } from "@/lib/domain/models/decide-parity.ts";
import { predictionFileFormat } from "@/lib/domain/models/prediction-row.ts";
import { findCounterparts, seriesId } from "@/lib/domain/results/model/match-predictions.ts";
import { studyReading } from "../../models/study-reading.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json, text } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { includesOtherTexts } from "../parity/includes-other-texts.ts";
import { readStudyFrame, type StudyFrame } from "../parity/study-frame.ts";

const predictionLineRow = z.strictObject({
  run_id: z.string(),
  model: z.string(),
  source: z.string(),
  item: z.string(),
  item_version_id: z.string(),
  /** Whether the study contains this version of the item. */
  is_asked: z.boolean(),
  attributes: json(),
  query: z.string(),
  expression: z.string(),
  expression_name: z.string(),
  condition: json<ConditionLevels>(),
  condition_key: z.string(),
  repeat: z.number(),
  prompt: z.string().nullable(),
  answer: json().nullable(),
  answer_key: z.string().nullable(),
  logprobs: json().nullable(),
  output: z.string().nullable(),
  content_fingerprint: z.string().nullable(),
  presentation_fingerprint: z.string().nullable(),
  parity: text<Parity>(),
  findings: json<Record<string, Parity>>().nullable(),
});

type PredictionLine = z.infer<typeof predictionLineRow>;

/**
 * Models' answers as lines of a prediction file, each with its line feed. The lines are the answers to the items of a
 * study. For a study about expressions of belief, they are the answers to every expression and question of the
 * benchmark, because models' rates are computed from all of them. Each line states its series on the results pages, the
 * parity of its stimulus, and whether it is included in comparisons. The file can be imported again.
 */
export async function* predictionLines(client: PoolClient, studyId: string, canary: string): AsyncGenerator<string> {
  let isFirst = true;
  const frame = await readStudyFrame(studyId, client);
  const countsMismatches = await includesOtherTexts(client, studyId);
  const rows = readCursor(
    client,
    predictionLineRow,
    sql`WITH asked AS (
       SELECT item.id, item.benchmark_id, item.kind, item.attributes, study_item.ordinal
       FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
       WHERE study_item.study_id = ${studyId}
     ), beliefs AS (
       SELECT DISTINCT benchmark_id FROM asked WHERE kind = ${yesNo.name} AND attributes ? 'fact'
     ), wanted AS (
       SELECT id, true AS is_asked, ordinal FROM asked
       UNION ALL
       SELECT item.id, false, NULL FROM beliefs JOIN item_version AS item
         ON item.benchmark_id = beliefs.benchmark_id AND item.kind = ${yesNo.name} AND item.attributes ? 'fact'
       WHERE NOT EXISTS (SELECT FROM asked WHERE asked.id = item.id)
     )
     SELECT run.id AS run_id, model.name AS model, run.source, item.external_id AS item, wanted.is_asked, item.attributes,
       item.text AS query, story.text AS expression, story.external_id AS expression_name, prediction.item_version_id, prediction.condition,
       prediction.condition_key, prediction.repeat, prediction.prompt, reading.answer, reading.answer_key,
       prediction.logprobs, prediction.output, prediction.content_fingerprint, prediction.presentation_fingerprint,
       prediction.parity, found.findings
     FROM wanted
     JOIN item_version AS item ON item.id = wanted.id
     JOIN story_version AS story ON story.id = item.story_version_id
     JOIN run ON run.benchmark_id = item.benchmark_id
     JOIN model ON model.id = run.model_id
     JOIN prediction ON prediction.run_id = run.id AND prediction.item_version_id = item.id
     ${studyReading(studyId)}
     LEFT JOIN LATERAL (
       SELECT jsonb_object_agg(condition_key, parity) AS findings FROM parity_finding
       WHERE study_id = ${studyId} AND prediction_id = prediction.id
     ) AS found ON true
     ORDER BY model.name, run.source, run.id, wanted.ordinal, item.external_id, item.id, prediction.condition_key,
       prediction.repeat`,
  );
  for await (const row of rows) {
    const comparedConditions = row.is_asked && frame ? listComparedConditions(frame, row, countsMismatches) : [];
    const belief = readBelief(row);
    const line = {
      format: predictionFileFormat,
      model: row.model,
      source: row.source,
      series: comparedConditions[0]?.series ?? null,
      item: row.item,
      condition: row.condition,
      repeat: row.repeat,
      prompt: row.prompt,
      // A tie has no answer: ties are resolved each time the line is parsed.
      answer: parseTiedOptions(row.answer_key) ? null : row.answer,
      read: row.answer_key,
      logprobs: row.logprobs,
      output: row.output,
      contentFingerprint: row.content_fingerprint,
      presentationFingerprint: row.presentation_fingerprint,
      parity: findWorstParity(comparedConditions.map(({ parity }) => parity)) ?? row.parity,
      counted: comparedConditions.some(({ counted }) => counted) || belief !== null,
      beside: comparedConditions,
      belief,
      canary: isFirst ? canary : null,
    };
    isFirst = false;
    yield `${JSON.stringify(Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null)))}\n`;
  }
}

/** The study conditions that an answer is compared with, each with its series, parity, and whether tests count it. */
function listComparedConditions(
  { conditions, correspondence }: StudyFrame,
  row: PredictionLine,
  countsMismatches: boolean,
) {
  return findCounterparts(row.condition, conditions, correspondence).matches.flatMap(({ conditionId, rest }) => {
    const parity = row.findings?.[conditionId];
    if (parity === undefined) return [];
    const counted = parity !== "mismatch" || countsMismatches;
    return [{ condition: conditionId, series: seriesId(row.run_id, rest), parity, counted }];
  });
}

/** The expression of belief that an item is about; every answer to such an item belongs to a pair of its model. */
function readBelief({ item_version_id: id, attributes, query, expression, expression_name: name }: PredictionLine) {
  const parsedItem = readBeliefItem({ id, story: { text: expression }, text: query, attributes });
  if (!parsedItem) return null;
  const { role, fact, dimension, category, queryType, isAlsoTrue: alsoTrue } = parsedItem.item;
  return { role, fact, dimension, category, queryType, expression: name, alsoTrue };
}

const severity: Record<Parity, number> = { verified: 0, unverified: 1, mismatch: 2 };

function findWorstParity(parities: readonly Parity[]): Parity | null {
  return parities.reduce<Parity | null>(
    (worst, one) => (worst && severity[worst] >= severity[one] ? worst : one),
    null,
  );
}
