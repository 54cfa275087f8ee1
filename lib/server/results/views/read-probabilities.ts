import * as z from "zod";
import type { ConditionLevels } from "@/lib/domain/items/kinds/item-kind.ts";
import type { Parity } from "@/lib/domain/models/decide-parity.ts";
import { matchPredictions } from "@/lib/domain/results/model/match-predictions.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import type { ModelProbability } from "@/lib/domain/results/views/material.ts";
import { affirmation } from "@/lib/domain/statistics/proportions/affirmation.ts";
import { readCursor } from "../../platform/database/read-cursor.ts";
import { json } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";

const probabilityRow = z.strictObject({
  run_id: z.string(),
  model_id: z.string(),
  name: z.string(),
  is_demo: z.boolean(),
  source: z.string(),
  item_version_id: z.string(),
  condition_key: z.string(),
  condition: json<ConditionLevels>(),
  logprobs: json<Record<string, number | null>>(),
  findings: json<Record<string, Parity>>().nullable(),
});

/** The stored log probabilities in each cell of a study. Of several repeats, the first repeat with a value is used. */
export async function readProbabilities(page: StudyResultsPage): Promise<ModelProbability[]> {
  return withSnapshot(async (client) => {
    const probabilityByCell = new Map<string, ModelProbability>();
    const rows = readCursor(
      client,
      probabilityRow,
      sql`SELECT run.id AS run_id, model.id AS model_id, model.name, model.is_demo, run.source, prediction.item_version_id,
         prediction.condition_key, prediction.condition, prediction.logprobs,
         found.findings
       FROM study_item
       JOIN study ON study.id = study_item.study_id
       JOIN run ON run.benchmark_id = study.benchmark_id
       JOIN model ON model.id = run.model_id
       JOIN prediction ON prediction.run_id = run.id AND prediction.item_version_id = study_item.item_version_id
       LEFT JOIN LATERAL (
         SELECT jsonb_object_agg(parity_finding.condition_key, parity_finding.parity) AS findings FROM parity_finding
         WHERE parity_finding.study_id = study.id AND parity_finding.prediction_id = prediction.id
       ) AS found ON true
       WHERE study_item.study_id = ${page.study.id} AND prediction.logprobs IS NOT NULL ORDER BY prediction.repeat`,
    );
    for await (const row of rows) {
      const { pTrue, answer, answerArgmax } = affirmation(row.logprobs);
      if (pTrue === null) continue;
      const storedAnswer = {
        runId: row.run_id,
        modelId: row.model_id,
        model: row.name,
        source: row.source,
        isDemo: row.is_demo,
        itemId: row.item_version_id,
        conditionKey: row.condition_key,
        condition: row.condition,
        answerKey: null,
        count: 1,
        findings: new Map(Object.entries(row.findings ?? {})),
      };
      // Uses the same matching as the results page, one row at a time, so that the series are identical.
      const { answers } = matchPredictions([storedAnswer], page.results.conditions, page.correspondence);
      for (const { seriesId, itemId, conditionId } of answers) {
        const cellKey = `${seriesId}/${itemId}/${conditionId}`;
        const one = { seriesId, itemId, conditionId, pTrue };
        if (!probabilityByCell.has(cellKey))
          probabilityByCell.set(cellKey, { ...one, answerSummed: String(answer), answerArgmax: String(answerArgmax) });
      }
    }
    return [...probabilityByCell.values()];
  });
}
