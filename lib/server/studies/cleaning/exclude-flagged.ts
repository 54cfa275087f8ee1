import { cleaningRuleText } from "@/lib/domain/survey/cleaning/cleaning-rules.ts";
import { countedWhere } from "../../counting/counted-where.ts";
import { pool } from "../../platform/database/pool.ts";
import { rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { PendingError } from "../../platform/errors/pending-error.ts";
import { loadFreshResult, readStoredHash } from "../../stored-results/stored-result.ts";
import { cleaningResult } from "./cleaning-result.ts";
import { completeAnswers } from "./cleaning-rows.ts";
import { readPlannedRules } from "./planned-rules.ts";

/**
 * Applies the automatic cleaning rules of a study's plan: excludes each flagged answer by the first rule that flags it,
 * with the actor "plan". Answers that are excluded now, or that one of these rules previously excluded, are skipped, so
 * a second call changes nothing and a revoked exclusion stays revoked. Payment does not depend on exclusions.
 *
 * @returns the number of answers that were excluded now; "pending" while a job computes the flags
 */
export async function excludeFlagged(studyId: string): Promise<number | "pending"> {
  const rules = (await readPlannedRules(pool(), studyId)).filter(({ action }) => action === "exclude");
  if (rules.length === 0) return 0;
  try {
    await loadFreshResult(cleaningResult, studyId);
  } catch (error) {
    // The page of the study shows why a computation failed; the data lock waits until the computation succeeds.
    if (error instanceof PendingError || error instanceof AppError) return "pending";
    throw error;
  }
  const names = rules.map(({ rule }) => rule);
  const texts = rules.map(cleaningRuleText);
  return withTx(async (client) => {
    // Sessions are locked first, because the counters of an answer depend on its session.
    await client.query(sql`
      SELECT FROM session WHERE id IN (
        SELECT response.session_id FROM response_flag AS flag JOIN response ON response.id = flag.response_id
        WHERE flag.study_id = ${studyId} AND flag.rule = ANY (${names}::text[]))
      ORDER BY id FOR NO KEY UPDATE
    `);
    return rowCountOf(
      client,
      sql`INSERT INTO exclusion (id, response_id, reason, actor, rule)
       SELECT DISTINCT ON (answer.id) gen_random_uuid(), answer.id, flag.rule, 'plan', planned.text
       FROM response_flag AS flag
       JOIN unnest(${names}::text[], ${texts}::text[]) WITH ORDINALITY
         AS planned (rule, text, number) ON planned.rule = flag.rule
       JOIN counted_response AS answer ON answer.id = flag.response_id
       WHERE flag.study_id = ${studyId} AND ${countedWhere(completeAnswers, "answer")} AND NOT answer.is_excluded
         AND NOT EXISTS (SELECT FROM exclusion AS earlier WHERE earlier.response_id = answer.id
           AND earlier.actor = 'plan' AND earlier.rule = ANY (${texts}::text[]))
       ORDER BY answer.id, planned.number`,
    );
  });
}

/** Whether the flags belong to the current answers, or no automatic rule needs them. */
export async function areFlagsCurrent(studyId: string): Promise<boolean> {
  const rules = await readPlannedRules(pool(), studyId);
  if (rules.every(({ action }) => action !== "exclude")) return true;
  const facts = await cleaningResult.facts(studyId);
  return facts !== null && (await readStoredHash(cleaningResult, studyId)) === facts.dataHash;
}
