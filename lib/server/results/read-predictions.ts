import type { Wording } from "@/lib/domain/items/kinds/item-kind.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { decideParity, type Parity } from "@/lib/domain/models/decide-parity.ts";
import type { StoredPrediction } from "@/lib/domain/results/match-predictions.ts";
import { pool } from "../platform/database/pool.ts";
import type { StudyResultItem } from "./read-result-items.ts";

/**
 * Every model's answer to the items of a study. Parity was decided at the import against the item kind's own words; where
 * the study words its screens otherwise, it is decided again, from the prompts, against what its participants read.
 */
export async function readPredictions(
  studyId: string,
  items: readonly StudyResultItem[],
  wording: Wording,
): Promise<StoredPrediction[]> {
  const rewords = items.some(({ item }) => differsFrom(wording, requireKind(item.kind).wording));
  const { rows } = await pool().query(
    `SELECT run.id AS run_id, model.id AS model_id, model.name, model.is_demo, run.source, prediction.item_version_id,
       prediction.condition_key, prediction.condition, prediction.answer_key, prediction.parity,
       prediction.content_fingerprint, CASE WHEN $2 THEN prediction.prompt END AS prompt
     FROM study_item
     JOIN study ON study.id = study_item.study_id
     JOIN run ON run.benchmark_id = study.benchmark_id
     JOIN model ON model.id = run.model_id
     JOIN prediction ON prediction.run_id = run.id AND prediction.item_version_id = study_item.item_version_id
     WHERE study_item.study_id = $1
     ORDER BY prediction.repeat`,
    [studyId, rewords],
  );
  const words = new Map(items.map(({ result, item }) => [result.id, item]));
  return rows.map((row): StoredPrediction => {
    const item = words.get(row.item_version_id);
    const evidence = { prompt: row.prompt, contentFingerprint: row.content_fingerprint };
    const parity: Parity =
      rewords && item ? decideParity(item, row.condition, evidence, { wording }).parity : row.parity;
    return {
      runId: row.run_id,
      modelId: row.model_id,
      model: row.name,
      source: row.source,
      isDemo: row.is_demo,
      itemId: row.item_version_id,
      conditionKey: row.condition_key,
      condition: row.condition,
      answerKey: row.answer_key,
      parity,
    };
  });
}

function differsFrom(wording: Wording, defaults: Wording): boolean {
  return Object.entries(wording).some(([name, text]) => defaults[name] !== text);
}

/** Answers to other items of the benchmark, and to other versions of the study's items. */
export async function countOtherPredictions(studyId: string): Promise<{ otherItems: number; otherVersions: number }> {
  const { rows } = await pool().query(
    `SELECT count(*) FILTER (WHERE asked.id IS NULL)::int AS "otherItems",
            count(*) FILTER (WHERE asked.id IS NOT NULL)::int AS "otherVersions"
     FROM study
     JOIN run ON run.benchmark_id = study.benchmark_id
     JOIN prediction ON prediction.run_id = run.id
     JOIN item_version AS answered ON answered.id = prediction.item_version_id
     LEFT JOIN (
       SELECT item.id, item.external_id FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
       WHERE study_item.study_id = $1
     ) AS asked ON asked.external_id = answered.external_id
     WHERE study.id = $1 AND asked.id IS DISTINCT FROM answered.id`,
    [studyId],
  );
  return rows[0];
}
