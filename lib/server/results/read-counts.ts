import type { AnswerCount } from "@/lib/domain/results/study-results.ts";
import { pool } from "../platform/database/pool.ts";

/** Which answers count. By default those that fill a place of the design and are not set aside. */
export interface CountChoice {
  stage: string;
  /** Also of people who finished after their slot had gone to somebody else. */
  surplus: boolean;
  /** Also excluded answers. */
  excluded: boolean;
}

/** Stages of which there are answers. Six index look-ups, however many answers there are. */
export async function readStages(studyId: string): Promise<string[]> {
  const { rows } = await pool().query(
    `SELECT stage FROM unnest(enum_range(NULL::stage)) AS stage
     WHERE EXISTS (SELECT 1 FROM response WHERE study_id = $1 AND response.stage = stage)`,
    [studyId],
  );
  return rows.map((row) => row.stage);
}

/**
 * How often each answer was given to each item under each condition. The counters answer at once however many answers
 * there are; they know neither stages nor surplus answers, so only a study that mixes stages, or a wish for surplus
 * answers, reads the answers themselves.
 */
export async function readCounts(studyId: string, choice: CountChoice, hasOneStage: boolean): Promise<AnswerCount[]> {
  if (choice.surplus || !hasOneStage) return readAnswers(studyId, choice);
  const [counted, excluded] = await Promise.all([
    readCounters(studyId),
    choice.excluded ? [] : readExcluded(studyId, choice.stage),
  ]);
  const byCell = new Map(counted.map((row) => [keyOf(row), row]));
  for (const row of excluded) {
    const cell = byCell.get(keyOf(row));
    if (cell) byCell.set(keyOf(row), { ...cell, count: cell.count - row.count });
  }
  return [...byCell.values()].filter(({ count }) => count > 0);
}

function keyOf({ itemId, conditionId, answerKey }: AnswerCount): string {
  return JSON.stringify([itemId, conditionId, answerKey]);
}

async function readCounters(studyId: string): Promise<AnswerCount[]> {
  const { rows } = await pool().query(
    `SELECT cell.item_version_id, condition.key, cell.answer_key, sum(cell.count)::float8 AS count
     FROM cell_count AS cell JOIN condition ON condition.id = cell.condition_id
     WHERE cell.study_id = $1 GROUP BY 1, 2, 3`,
    [studyId],
  );
  return rows.map(toCount);
}

/** Answers in the counters that are excluded now: as many rows as there are marks. */
async function readExcluded(studyId: string, stage: string): Promise<AnswerCount[]> {
  const { rows } = await pool().query(
    `SELECT response.item_version_id, condition.key, coalesce(response.answer_key, '') AS answer_key,
       count(DISTINCT response.id)::float8 AS count
     FROM exclusion
     JOIN response ON response.id = exclusion.response_id
     JOIN condition ON condition.id = response.condition_id
     JOIN slot ON slot.session_id = response.session_id AND slot.is_done
     WHERE exclusion.revoked_at IS NULL AND response.study_id = $1 AND response.stage = $2::stage
     GROUP BY 1, 2, 3`,
    [studyId, stage],
  );
  return rows.map(toCount);
}

async function readAnswers(studyId: string, { stage, surplus, excluded }: CountChoice): Promise<AnswerCount[]> {
  // Only what is asked for stands in the statement: "$3 OR EXISTS" would be looked up row by row, however many there are.
  const filledSlot = surplus ? "" : "JOIN slot ON slot.session_id = session.id AND slot.is_done";
  const notExcluded = excluded
    ? ""
    : "AND NOT EXISTS (SELECT 1 FROM exclusion WHERE exclusion.response_id = response.id AND exclusion.revoked_at IS NULL)";
  const { rows } = await pool().query(
    `SELECT response.item_version_id, condition.key, coalesce(response.answer_key, '') AS answer_key, count(*)::float8 AS count
     FROM response
     JOIN session ON session.id = response.session_id AND session.outcome = 'complete'
     JOIN condition ON condition.id = response.condition_id
     ${filledSlot}
     WHERE response.study_id = $1 AND response.stage = $2::stage ${notExcluded}
     GROUP BY 1, 2, 3`,
    [studyId, stage],
  );
  return rows.map(toCount);
}

function toCount(row: Record<string, unknown>): AnswerCount {
  return {
    itemId: row.item_version_id as string,
    conditionId: row.key as string,
    answerKey: row.answer_key as string,
    count: row.count as number,
  };
}

/**
 * Answers that the default leaves out, so that the page can say how many. People who finished without their slot are
 * those who finished less those in the counters of cells; only a study that mixes stages has to count them one by one.
 */
export async function countLeftOut(
  study: { id: string; itemsPerSession: number },
  stage: string,
  hasOneStage: boolean,
): Promise<{ surplus: number; excluded: number }> {
  const { rows } = await pool().query(
    `SELECT CASE WHEN $3 THEN
         (SELECT coalesce(sum(count), 0)::float8 FROM session_count WHERE study_id = $1 AND key = '' AND event = 'complete')
         - (SELECT coalesce(sum(count), 0)::float8 FROM cell_count WHERE study_id = $1) / $4
       ELSE
         (SELECT count(*)::float8 FROM session WHERE study_id = $1 AND stage = $2::stage AND outcome = 'complete' AND is_surplus)
       END AS surplus,
       (SELECT count(DISTINCT response.id)::int FROM exclusion JOIN response ON response.id = exclusion.response_id
        WHERE exclusion.revoked_at IS NULL AND response.study_id = $1 AND response.stage = $2::stage) AS excluded`,
    [study.id, stage, hasOneStage, study.itemsPerSession],
  );
  const { surplus, excluded } = rows[0];
  // Two counters read at one moment of a running study may disagree by a session under way.
  return { surplus: Math.max(0, Math.round(surplus)), excluded };
}
