import type { PoolClient } from "pg";
import * as z from "zod";
import type { AnswerFlag, FlagsOfStudy } from "@/lib/domain/survey/cleaning/fold-flags.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { foldRows, rowsInPieces } from "../../stored-results/fold-rows.ts";
import { factsOfStudy, type ResultDefinition, type ResultFacts } from "../../stored-results/result-definition.ts";
import { readCleaningRows } from "./cleaning-rows.ts";
import { plannedRulesSql, readPlannedRules } from "./planned-rules.ts";

/** The numbers of flags; the flags themselves are rows of `response_flag`. */
export type CleaningFigures = Omit<FlagsOfStudy, "flags">;

/**
 * The flags of a study's answers by the cleaning rules of its plan. The subject is "STUDY". Computing them replaces the
 * rows of `response_flag`; exclusions do not change.
 */
export const cleaningResult: ResultDefinition<CleaningFigures> = {
  kind: "cleaning",
  ruleVersion: 2,
  doing: "Applying the rules",
  foldedHere: 200,
  facts: readFacts,
  compute: async (studyId, folding) => {
    const { flags, ...figures } = await withSnapshot(async (client) => {
      const rules = await readPlannedRules(client, studyId);
      const failedChecks = rules.find(({ rule }) => rule === "failed-checks")?.limit ?? null;
      return foldRows("flags", rules, rowsInPieces(readCleaningRows(client, studyId, failedChecks)), folding);
    });
    await withTx((client) => storeFlags(client, studyId, flags));
    return figures;
  },
};

const flagBatchSize = 5_000;

async function storeFlags(client: PoolClient, studyId: string, flags: readonly AnswerFlag[]): Promise<void> {
  await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('flags/' || ${studyId}::uuid, 0))`);
  await client.query(sql`DELETE FROM response_flag WHERE study_id = ${studyId}`);
  for (let start = 0; start < flags.length; start += flagBatchSize) {
    const batch = flags.slice(start, start + flagBatchSize);
    // Answers that were erased in the meantime no longer exist, or have no values.
    await client.query(sql`
      INSERT INTO response_flag (response_id, study_id, rule, value, evidence, answered_at)
      SELECT response.id, response.study_id, flag.rule, flag.value, flag.evidence, response.saved_at
      FROM unnest(${batch.map(({ response }) => response)}::uuid[], ${batch.map(({ rule }) => rule)}::text[],
        ${batch.map(({ value }) => value)}::float8[], ${batch.map(({ evidence }) => JSON.stringify(evidence))}::jsonb[])
        AS flag (response_id, rule, value, evidence)
      JOIN response ON response.id = flag.response_id
      JOIN session ON session.id = response.session_id AND session.erased_at IS NULL
    `);
  }
}

const factRow = z.strictObject({ projectId: z.string(), answers: z.number(), said: z.string() });

/** The facts come from counters: every answer advances a session; withdrawals and erasures change the outcomes. */
async function readFacts(studyId: string): Promise<ResultFacts | null> {
  if (!z.uuid().safeParse(studyId).success) return null;
  const row = await maybeRow(
    pool(),
    factRow,
    sql`WITH stepped AS (
       SELECT stage, key, event, sum(count)::float8 AS count FROM session_count WHERE study_id = ${studyId}
       GROUP BY 1, 2, 3
     ), counted AS (
       SELECT stage, sum(count)::float8 AS count FROM cell_count WHERE study_id = ${studyId} GROUP BY stage
     )
     SELECT study.project_id AS "projectId",
       coalesce((SELECT count FROM counted WHERE counted.stage = study.stage), 0) AS answers,
       concat_ws('|', stage, (SELECT md5(string_agg(concat_ws('/', stage, key, event, count), ',' ORDER BY stage, key, event))
          FROM stepped),
         (SELECT string_agg(concat_ws('/', stage, count), ',' ORDER BY stage) FROM counted),
         ${plannedRulesSql(studyId)}::text) AS said
     FROM study WHERE study.id = ${studyId}`,
  );
  return row ? factsOfStudy(studyId, row) : null;
}
