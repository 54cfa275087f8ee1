import type { Parity } from "@/lib/domain/models/decide-parity.ts";
import type { StoredPrediction } from "@/lib/domain/results/match-predictions.ts";
import { pool } from "../platform/database/pool.ts";
import { refreshParity } from "../studies/parity/refresh-parity.ts";

/** SQL: what was found for `prediction` in `study`, as parity by condition in `found.findings`; null before it is looked at. */
export const findingsJoin = `LEFT JOIN LATERAL (
  SELECT jsonb_object_agg(parity_finding.condition_key, parity_finding.parity) AS findings FROM parity_finding
  WHERE parity_finding.study_id = study.id AND parity_finding.prediction_id = prediction.id
) AS found ON true`;

/** Every model's answer to the items of a study, with what was found where its stimulus was held against people's. */
export async function readPredictions(studyId: string): Promise<StoredPrediction[]> {
  await refreshParity(studyId);
  const { rows } = await pool().query(
    `SELECT run.id AS run_id, model.id AS model_id, model.name, model.is_demo, run.source, prediction.item_version_id,
       prediction.condition_key, prediction.condition, prediction.answer_key, found.findings
     FROM study_item
     JOIN study ON study.id = study_item.study_id
     JOIN run ON run.benchmark_id = study.benchmark_id
     JOIN model ON model.id = run.model_id
     JOIN prediction ON prediction.run_id = run.id AND prediction.item_version_id = study_item.item_version_id
     ${findingsJoin}
     WHERE study_item.study_id = $1
     ORDER BY prediction.repeat`,
    [studyId],
  );
  return rows.map((row): StoredPrediction => {
    const findings: Record<string, Parity> = row.findings ?? {};
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
      findings: new Map(Object.entries(findings)),
    };
  });
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
