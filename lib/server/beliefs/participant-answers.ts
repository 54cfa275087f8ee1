import type { PoolClient } from "pg";
import * as z from "zod";
import {
  type GatheredAnswers,
  gatherAnswers,
  type PeopleFigures,
  type PeopleRow,
} from "@/lib/domain/beliefs/participants/fold-people.ts";
import type { ParticipantStudy } from "@/lib/domain/beliefs/prepare/participant-study.ts";
import { type AnswerRule, storedAnswerRules } from "@/lib/domain/beliefs/scoring/classify.ts";
import { yesNo } from "@/lib/domain/items/kinds/eob/yes-no.ts";
import { stages } from "@/lib/domain/survey/stages.ts";
import { studyStatuses } from "@/lib/domain/survey/studies/study-status.ts";
import { countedWhere } from "../counting/counted-where.ts";
import { pool } from "../platform/database/pool.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { foldRows, rowsInPieces } from "../stored-results/fold-rows.ts";
import type { ResultDefinition, ResultFacts } from "../stored-results/result-definition.ts";

const participantStudyRow = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  stage: z.enum(stages),
  status: z.enum(studyStatuses),
  is_demo: z.boolean(),
  slots: z.number(),
  complete: z.number(),
});

/** The studies whose sessions contain expressions of a benchmark, sorted by completed sessions. */
export async function listParticipantStudies(benchmarkId: string): Promise<ParticipantStudy[]> {
  const rows = await manyRows(
    pool(),
    participantStudyRow,
    sql`SELECT study.id, study.slug, study.name, study.stage::text, study.status::text, study.is_demo,
       (SELECT count(*)::int FROM slot WHERE slot.study_id = study.id) AS slots,
       (SELECT count(*)::int FROM slot WHERE slot.study_id = study.id AND slot.is_done) AS complete
     FROM study
     WHERE study.benchmark_id = ${benchmarkId} AND EXISTS (
       SELECT FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
       WHERE study_item.study_id = study.id AND item.attributes ->> 'role' = 'expression')
     ORDER BY study.stage <> 'main', complete DESC, study.created_at`,
  );
  return rows.map(({ is_demo: isDemo, ...row }) => ({ ...row, isDemo }));
}

/** The participants' score in a study by a scoring rule. The subject is "STUDY/DATA/RULE". */
export const peopleResult: ResultDefinition<PeopleFigures> = {
  kind: "people",
  ruleVersion: 2,
  facts: async (subject) => {
    const { studyId, rule } = parseSubject(subject);
    return rule && z.uuid().safeParse(studyId).success ? readPeopleFacts(studyId) : null;
  },
  compute: async (subject, folding) => {
    const { studyId, rule = "reader" } = parseSubject(subject);
    return withSnapshot(async (client) =>
      foldRows("people", rule, rowsInPieces(readPeopleRows(client, studyId, null)), folding),
    );
  },
};

function parseSubject(subject: string): { studyId: string; rule: AnswerRule | undefined } {
  const [studyId = "", , ruleName] = subject.split("/");
  return { studyId, rule: storedAnswerRules.find((one) => one === ruleName) };
}

const peopleFactRow = z.strictObject({ projectId: z.string(), answers: z.number(), hash: z.string().nullable() });

/**
 * The facts on which people's score depends. They are computed from the counters of every study of the benchmark,
 * because a person may have taken part in two studies.
 */
export async function readPeopleFacts(studyId: string): Promise<ResultFacts | null> {
  const row = await maybeRow(
    pool(),
    peopleFactRow,
    sql`WITH counted AS (
       SELECT cell.* FROM study AS asked JOIN study ON study.benchmark_id = asked.benchmark_id
       JOIN cell_count AS cell ON cell.study_id = study.id AND cell.stage = asked.stage WHERE asked.id = ${studyId}
     )
     SELECT study.project_id AS "projectId", (SELECT coalesce(sum(count), 0)::float8 FROM counted) AS answers,
       (SELECT md5(string_agg(concat_ws('/', study_id, item_version_id, condition_id, stratum_id, is_surplus,
       is_excluded,
          answer_key, count, sum_ms), ',' ORDER BY study_id, item_version_id, condition_id, stratum_id, is_surplus,
          is_excluded, answer_key)) FROM counted WHERE count <> 0) AS hash
     FROM study WHERE study.id = ${studyId}`,
  );
  return row
    ? { projectId: row.projectId, answers: row.answers, dataHash: row.hash ?? "none", studyId, runId: null }
    : null;
}

/**
 * The answers of all people who completed a study and fill one of its slots, and their answers in an earlier study of
 * the same benchmark and stage. People are matched by the recruiter's ID. Excluded answers are not included. Of each
 * study with locked data, these are read.
 *
 * @param category restricts the answers to those behind one figure
 */
export async function readStudyAnswers(studyId: string, category: string | null = null): Promise<GatheredAnswers> {
  return withSnapshot(async (client) => {
    const gathered = gatherAnswers();
    for await (const rows of rowsInPieces(readPeopleRows(client, studyId, category))) gathered.add(rows);
    return gathered.finish();
  });
}

const answerRow = z.strictObject({
  person: z.string(),
  given: z.string().nullable(),
  confidence: z.number().nullable(),
  isSurplus: z.boolean(),
  isExcluded: z.boolean(),
  isElsewhere: z.boolean(),
  itemId: z.string(),
  query: z.string(),
  attributes: json(),
  expression: z.string(),
}) satisfies z.ZodType<PeopleRow>;

/** The answers of a study's people with their items, as a stream. */
export function readPeopleRows(
  client: PoolClient,
  studyId: string,
  category: string | null,
): AsyncGenerator<PeopleRow> {
  return readCursor(client, answerRow, selectAnswers(studyId, category), 2_000);
}

const selectAnswers = (studyId: string, category: string | null) => sql`
  WITH asked AS (SELECT id, benchmark_id FROM study WHERE id = ${studyId}),
  person AS (
    SELECT session.id, session.study_id,
      session.stage = 'main' AND EXISTS (SELECT FROM data_lock WHERE study_id = study.id AND number = 1) AS is_locked,
      coalesce(entry.source || '/' || entry.external_id, session.id::text) AS person
    FROM asked
    JOIN study ON study.benchmark_id = asked.benchmark_id
    JOIN session ON session.study_id = study.id
    LEFT JOIN entry_identity AS entry ON entry.session_id = session.id
    WHERE session.stage = (SELECT stage FROM study WHERE id = ${studyId})
  ), wanted AS (
    SELECT person.*, person.study_id <> ${studyId} AS is_elsewhere FROM person
    WHERE person.study_id = ${studyId}
      OR person.person IN (SELECT own.person FROM person AS own WHERE own.study_id = ${studyId})
  )
  SELECT wanted.person, counted.answer_key AS given,
    (counted.answer ->> 'confidence')::float8 AS confidence, counted.is_surplus AS "isSurplus",
    counted.is_excluded AS "isExcluded", wanted.is_elsewhere AS "isElsewhere",
    item.id AS "itemId", item.text AS query, item.attributes, story.text AS expression
  FROM wanted
  JOIN LATERAL (
    SELECT * FROM locked_response WHERE session_id = wanted.id AND wanted.is_locked
    UNION ALL SELECT * FROM counted_response WHERE session_id = wanted.id AND NOT wanted.is_locked
  ) AS counted ON ${countedWhere({ surplus: true, excluded: true, openStratum: true })}
  JOIN item_version AS item ON item.id = counted.item_version_id
  JOIN story_version AS story ON story.id = item.story_version_id
  WHERE item.kind = ${yesNo.name} AND item.attributes ? 'fact'
    AND (NOT wanted.is_elsewhere OR item.attributes ->> 'role' = 'prior')
    AND (${category}::text IS NULL OR item.attributes ->> 'role' = 'prior'
      OR item.attributes ->> 'category' = ${category}::text)
  ORDER BY wanted.person, counted.position`;
