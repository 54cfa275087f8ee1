import { z } from "zod";
import {
  type ConsistencyScore,
  consistencyTable,
  scoreConsistency,
} from "@/lib/domain/items/kinds/consistency/score-consistency.ts";
import type { ErrorEvaluation } from "@/lib/domain/results/error-evaluation.ts";
import { evaluationRows, type ScoredErrorAnswer } from "@/lib/domain/results/error-evaluation.ts";
import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { worded } from "@/lib/domain/words/words.ts";
import { countedWhere } from "../counting/counted-where.ts";
import { readShownStage } from "../counting/read-counts.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { pool } from "../platform/database/pool.ts";

const span = z.tuple([z.number(), z.number()]);
const answeredRow = z.object({
  session_id: z.string(),
  story_id: z.string(),
  story: z.string(),
  levels: z.record(z.string(), z.string()),
  answer: z.object({ choice: z.enum(["consistent", "error"]), spans: z.array(span).default([]) }),
  gold: z.object({ consistent: z.boolean(), spans: z.array(span) }),
  key_version: z.number(),
  is_excluded: z.boolean(),
});

/**
 * The human evaluation of a `consistency` study: who found the errors, and where (Yang et al. 2026, Table 2). Reads
 * every answer that counts, because localisation needs its words; fifty answers a person, so thousands at
 * most.
 */
export async function getErrorEvaluation(actor: Actor, projectId: string, studyId: string): Promise<ErrorEvaluation> {
  requireRight(actor, "research.read", projectId);
  const choice = countedByDefault(await readShownStage(studyId));
  const { rows } = await pool().query(
    // Words are those of the story that the person read, a translation where one was shown; its cluster is the original.
    `SELECT counted.session_id, item_version.story_version_id AS story_id, story_version.text AS story, condition.levels,
       counted.answer, item_key.gold, item_key.version AS key_version, counted.is_excluded
     FROM counted_response AS counted
     JOIN item_version ON item_version.id = counted.item_version_id AND item_version.kind = 'consistency'
     JOIN response ON response.id = counted.id
     JOIN item_version AS shown ON shown.id = coalesce(response.shown_item_version_id, counted.item_version_id)
     JOIN story_version ON story_version.id = shown.story_version_id
     JOIN condition ON condition.id = counted.condition_id
     JOIN study ON study.id = counted.study_id AND study.project_id = $2
     JOIN LATERAL (
       SELECT gold, version FROM item_key WHERE item_version_id = shown.id ORDER BY version DESC LIMIT 1
     ) AS item_key ON true
     WHERE counted.study_id = $1 AND counted.stage = $3::stage AND ${countedWhere({ ...choice, excluded: true })}
     ORDER BY counted.saved_at, counted.id`,
    [studyId, projectId, choice.stage],
  );
  const answered = rows.map((row) => answeredRow.parse(row));
  const counted = answered.filter((row) => !row.is_excluded);
  const scored = counted.map((row) => ({ row, score: scoreConsistency(worded(row.story), row.answer, row.gold) }));
  return {
    rows: evaluationRows(scored.map(({ row, score }) => toScored(row, score))),
    table: consistencyTable(scored.map(({ score }) => score)),
    excluded: answered.length - counted.length,
    keyVersions: [...new Set(counted.map((row) => row.key_version))].sort((left, right) => left - right),
  };
}

function toScored(row: z.infer<typeof answeredRow>, score: ConsistencyScore): ScoredErrorAnswer {
  return {
    sessionId: row.session_id,
    storyId: row.story_id,
    ablation: row.levels.ablation ?? "plain",
    hasError: score.hasError,
    isRight: score.isRight,
    localisation: score.localisation,
  };
}
