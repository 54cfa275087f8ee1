import type { PersonAnswer } from "@/lib/domain/beliefs/participants/score-participants.ts";
import { toPersonAnswer } from "@/lib/domain/beliefs/participants/score-participants.ts";
import type { ParticipantStudy, UncountedAnswers } from "@/lib/domain/beliefs/prepare/participant-study.ts";
import { countedWhere } from "../counting/counted-where.ts";
import { pool } from "../platform/database/pool.ts";
import { readCursor } from "../platform/database/read-cursor.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { beliefItemColumns, toBeliefItem } from "./belief-items.ts";

/** The studies whose sessions hold expressions of a benchmark, those with the most finished people first. */
export async function listParticipantStudies(benchmarkId: string): Promise<ParticipantStudy[]> {
  const { rows } = await pool().query(
    `SELECT study.id, study.slug, study.name, study.stage::text, study.status::text, study.is_demo,
       (SELECT count(*)::int FROM slot WHERE slot.study_id = study.id) AS slots,
       (SELECT count(*)::int FROM slot WHERE slot.study_id = study.id AND slot.is_done) AS complete
     FROM study
     WHERE study.benchmark_id = $1 AND EXISTS (
       SELECT FROM study_item JOIN item_version AS item ON item.id = study_item.item_version_id
       WHERE study_item.study_id = study.id AND item.attributes ->> 'role' = 'expression')
     ORDER BY study.stage <> 'main', complete DESC, study.created_at`,
    [benchmarkId],
  );
  return rows.map(({ is_demo: isDemo, ...row }) => ({ ...row, isDemo }));
}

export interface StudyAnswers {
  answers: PersonAnswer[];
  uncounted: UncountedAnswers;
}

/** Changes whenever the answers that count do: answers are added, excluded, included again and erased, never edited. */
export async function readStudyStamp(studyId: string): Promise<string> {
  const { rows } = await pool().query(
    `SELECT concat_ws('/', (SELECT count(*) FROM response JOIN study AS other ON other.id = response.study_id
         WHERE other.benchmark_id = study.benchmark_id),
       (SELECT concat_ws(',', count(*), count(revoked_at), max(exclusion.created_at), max(revoked_at)) FROM exclusion
         JOIN response ON response.id = exclusion.response_id WHERE response.study_id = study.id),
       (SELECT concat_ws(',', count(*) FILTER (WHERE outcome = 'complete'), count(*) FILTER (WHERE is_surplus),
         count(erased_at)) FROM session JOIN study AS other ON other.id = session.study_id
         WHERE other.benchmark_id = study.benchmark_id)) AS stamp
     FROM study WHERE study.id = $1`,
    [studyId],
  );
  return rows[0]?.stamp ?? "";
}

/**
 * The answers of everybody who completed a study and fills a place of it, with what they were asked beforehand in another
 * study of the same benchmark and stage: the same person there is whoever came with the same recruiter's id. Answers that
 * are excluded do not come along.
 */
export async function readStudyAnswers(studyId: string, category: string | null = null): Promise<StudyAnswers> {
  return withSnapshot(async (client) => {
    const uncounted: UncountedAnswers = { excluded: 0, surplus: 0, alsoTrue: 0, fromOtherStudies: 0 };
    const names = new Map<string, string>();
    const elsewhere = new Set<string>();
    const answers: PersonAnswer[] = [];
    const rows = readCursor<AnswerRow>(client, answersOf, [studyId, category], 2_000);
    for await (const row of rows) {
      if (row.is_surplus) uncounted.surplus += 1;
      else if (row.is_excluded) uncounted.excluded += 1;
      else {
        const item = toBeliefItem(row);
        if (!item) continue;
        if (item.isAlsoTrue) {
          uncounted.alsoTrue += 1;
          continue;
        }
        const name = names.get(row.person) ?? `person ${names.size + 1}`;
        names.set(row.person, name);
        if (row.is_elsewhere) elsewhere.add(name);
        answers.push(toPersonAnswer(name, item, row.given ?? "", row.confidence));
      }
    }
    return { answers, uncounted: { ...uncounted, fromOtherStudies: elsewhere.size } };
  });
}

interface AnswerRow {
  person: string;
  given: string | null;
  confidence: number | null;
  is_surplus: boolean;
  is_excluded: boolean;
  is_elsewhere: boolean;
  item_id: string;
  query: string;
  attributes: unknown;
  expression: string;
}

const answersOf = `
  WITH asked AS (SELECT id, benchmark_id FROM study WHERE id = $1),
  person AS (
    SELECT session.id, session.study_id,
      coalesce(entry.source || '/' || entry.external_id, session.id::text) AS person
    FROM asked
    JOIN study ON study.benchmark_id = asked.benchmark_id
    JOIN session ON session.study_id = study.id
    LEFT JOIN entry_identity AS entry ON entry.session_id = session.id
    WHERE session.stage = (SELECT stage FROM study WHERE id = $1)
  ), wanted AS (
    SELECT person.*, person.study_id <> $1 AS is_elsewhere FROM person
    WHERE person.study_id = $1
      OR person.person IN (SELECT own.person FROM person AS own WHERE own.study_id = $1)
  )
  SELECT wanted.person, counted.answer_key AS given,
    (counted.answer ->> 'confidence')::float8 AS confidence, counted.is_surplus, counted.is_excluded, wanted.is_elsewhere,
    ${beliefItemColumns}
  FROM wanted
  JOIN counted_response AS counted ON counted.session_id = wanted.id
    AND ${countedWhere({ surplus: true, excluded: true, openStratum: true })}
  JOIN item_version AS item ON item.id = counted.item_version_id
  JOIN story_version AS story ON story.id = item.story_version_id
  WHERE item.kind = 'yes-no' AND item.attributes ? 'fact'
    AND (NOT wanted.is_elsewhere OR item.attributes ->> 'role' = 'prior')
    AND ($2::text IS NULL OR item.attributes ->> 'role' = 'prior' OR item.attributes ->> 'category' = $2)
  ORDER BY wanted.person, counted.position`;
