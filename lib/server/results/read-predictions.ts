import type { StoredPrediction } from "@/lib/domain/results/match-predictions.ts";
import { type PredictionCounts, unpackCounts } from "@/lib/domain/results/prediction-counts.ts";
import type { UncountedPredictions } from "@/lib/domain/results/study-results.ts";
import { pool } from "../platform/database/pool.ts";
import { readStudyFrame } from "../studies/parity/study-frame.ts";
import { tallyForPage } from "../studies/parity/tally-predictions.ts";

/** SQL: what was found for `prediction` in `study`, as parity by condition in `found.findings`; null before it is looked at. */
export const findingsJoin = `LEFT JOIN LATERAL (
  SELECT jsonb_object_agg(parity_finding.condition_key, parity_finding.parity) AS findings FROM parity_finding
  WHERE parity_finding.study_id = study.id AND parity_finding.prediction_id = prediction.id
) AS found ON true`;

export interface CountedPredictions {
  predictions: StoredPrediction[];
  /** Answers to other items of the benchmark, and to other versions of the study's items. */
  others: { otherItems: number; otherVersions: number };
  uncounted: UncountedPredictions | null;
}

/**
 * How often every model gave which answer to the items of a study, with what was found where its stimulus was held against
 * people's. Read from the counts of each run, never from the answers: the same time for a hundred and for a million.
 */
export async function readPredictions(studyId: string): Promise<CountedPredictions> {
  const uncounted = await tallyForPage(studyId);
  const frame = await readStudyFrame(studyId);
  const { rows } = await pool().query<RunRow>(
    `SELECT run.id, run.source, model.id AS model_id, model.name, model.is_demo, tally.other_items, tally.other_versions,
       tally.counts
     FROM prediction_tally AS tally JOIN run ON run.id = tally.run_id JOIN model ON model.id = run.model_id
     WHERE tally.study_id = $1 AND tally.frame = $2 ORDER BY run.created_at, run.id`,
    [studyId, frame?.tallyHash ?? ""],
  );
  return {
    predictions: rows.flatMap(({ id, source, model_id, name, is_demo, counts }) =>
      unpackCounts(counts, { runId: id, modelId: model_id, model: name, source, isDemo: is_demo }),
    ),
    others: {
      otherItems: rows.reduce((sum, row) => sum + row.other_items, 0),
      otherVersions: rows.reduce((sum, row) => sum + row.other_versions, 0),
    },
    uncounted,
  };
}

interface RunRow {
  id: string;
  source: string;
  model_id: string;
  name: string;
  is_demo: boolean;
  other_items: number;
  other_versions: number;
  counts: PredictionCounts;
}
