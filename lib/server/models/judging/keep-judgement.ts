import type { PoolClient } from "pg";
import * as z from "zod";
import {
  combineVerdicts,
  type JudgeVerdict,
  judgeVerdicts,
  optionOfVerdict,
} from "@/lib/domain/models/judging/judge.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";

/**
 * Stores a judge's verdict on an answer, replacing an earlier verdict of the same judge, and sets the answer to the
 * current verdict: the option that was meant, or none. The time is stored if this changes the answer, because results
 * may have been seen before.
 */
export async function keepJudgement(
  client: PoolClient,
  judgement: {
    predictionId: string;
    by: { evaluationId: string; output: string } | { userId: string };
    verdict: JudgeVerdict | null;
  },
): Promise<void> {
  const { predictionId, by, verdict } = judgement;
  // The lock serializes judgements of an answer, so that the last one sees all others.
  await client.query(sql`SELECT FROM prediction WHERE id = ${predictionId} FOR UPDATE`);
  const [column, judge] = "userId" in by ? [fragment`user_id`, by.userId] : [fragment`evaluation_id`, by.evaluationId];
  await client.query(
    sql`INSERT INTO judgement (id, prediction_id, ${column}, verdict, output)
     VALUES (gen_random_uuid(), ${predictionId}, ${judge}, ${verdict}, ${"output" in by ? by.output : null})
     ON CONFLICT (prediction_id, ${column}) DO UPDATE SET verdict = excluded.verdict, output = excluded.output,
       created_at = clock_timestamp()`,
  );
  await applyCurrentVerdict(client, predictionId);
}

const verdictsRow = z.strictObject({
  people: z.array(z.string()),
  model: z.string().nullable(),
  gold: json().nullable(),
});

async function applyCurrentVerdict(client: PoolClient, predictionId: string): Promise<void> {
  const verdicts = await maybeRow(
    client,
    verdictsRow,
    sql`SELECT array(SELECT verdict FROM judgement WHERE prediction_id = ${predictionId}
       AND user_id IS NOT NULL) AS people,
       (SELECT verdict FROM judgement WHERE prediction_id = ${predictionId} AND evaluation_id IS NOT NULL
        ORDER BY created_at DESC, id LIMIT 1) AS model,
       (SELECT gold FROM item_key WHERE item_version_id = prediction.item_version_id ORDER BY version DESC
       LIMIT 1) AS gold
     FROM prediction WHERE id = ${predictionId}`,
  );
  if (!verdicts) return;
  const currentVerdict = combineVerdicts(
    verdicts.people.flatMap((one) => parseStoredVerdict(one) ?? []),
    parseStoredVerdict(verdicts.model),
  );
  const choice = verdicts.gold === 0 || verdicts.gold === 1 ? optionOfVerdict(currentVerdict, verdicts.gold) : null;
  await client.query(
    sql`UPDATE prediction SET answer = ${choice === null ? null : JSON.stringify({ choice })}, answer_key = ${choice},
     read_from = 'judge', reader_version = NULL, reading_rule = ${`judge-${currentVerdict ?? "undecided"}`},
     judged_at = CASE WHEN answer_key IS DISTINCT FROM ${choice}
       OR EXISTS (SELECT FROM earlier_reading WHERE prediction_id = prediction.id) THEN clock_timestamp() ELSE judged_at END
     WHERE id = ${predictionId}`,
  );
  await client.query(sql`DELETE FROM earlier_reading WHERE prediction_id = ${predictionId}`);
}

/** A stored verdict. */
export function parseStoredVerdict(stored: string | null): JudgeVerdict | null {
  return judgeVerdicts.find((verdict) => verdict === stored) ?? null;
}
