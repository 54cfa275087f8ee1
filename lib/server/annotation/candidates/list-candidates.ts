import * as z from "zod";
import { ksteDocumentSchema } from "@/lib/domain/annotation/documents/kste-document.ts";
import type { CandidatesAnswer, CandidateView } from "@/lib/domain/annotation/my-work.ts";
import { constructionSteps } from "@/lib/domain/stories/construction/steps.ts";
import { diffStories } from "@/lib/domain/stories/diff/hunks.ts";
import { describeEndpoint } from "../../construct/endpoint.ts";
import type { Actor } from "../../platform/access/access.ts";
import { JobState } from "../../platform/database/generated/enums.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { getTask } from "../claim/get-task.ts";

const candidateRow = z.strictObject({
  id: z.string(),
  step: z.enum(constructionSteps),
  created_at: z.date(),
  document: ksteDocumentSchema.nullable(),
  problems: z.array(z.string()),
  prompt_id: z.string(),
  prompt_system: z.string(),
  prompt_user: z.string(),
  model: z.string(),
  seed: z.number().nullable(),
  cost_usd: z.number().nullable(),
  prompt_tokens: z.number().nullable(),
  completion_tokens: z.number().nullable(),
});

const jobRow = z.strictObject({
  id: z.string(),
  state: z.enum(JobState),
  attempts: z.number(),
  last_error: z.string().nullable(),
});

/**
 * The texts that models wrote for a task's item, newest first, and the pending requests; for anyone who may see the
 * task.
 */
export async function listCandidates(actor: Actor, taskId: string): Promise<CandidatesAnswer> {
  const payload = await getTask(actor, taskId);
  const [candidates, jobs, endpoint] = await Promise.all([
    manyRows(
      pool(),
      candidateRow,
      sql`
      SELECT candidate.id, candidate.step, candidate.created_at, candidate.document, candidate.problems, candidate.prompt_id,
        candidate.prompt_system, candidate.prompt_user, candidate.model, candidate.seed, candidate.cost_usd,
        candidate.prompt_tokens, candidate.completion_tokens
      FROM annotation_candidate AS candidate JOIN annotation_task AS task ON task.item_id = candidate.item_id
      WHERE task.id = ${taskId} ORDER BY candidate.created_at DESC, candidate.id DESC
    `,
    ),
    manyRows(
      pool(),
      jobRow,
      sql`
      SELECT id, state::text, attempts, last_error FROM job
      WHERE kind = 'candidate' AND payload ->> 'taskId' = ${taskId} AND state <> 'done'
      ORDER BY created_at DESC LIMIT 20
    `,
    ),
    describeEndpoint(),
  ]);
  const importedStory = payload.givenDocument.story;
  return {
    candidates: candidates.map((row) => toCandidateView(row, importedStory)),
    jobs: jobs.map(({ id, state, attempts, last_error }) => ({ id, state, attempts, message: last_error })),
    unavailable: endpoint.ok ? null : endpoint.missing,
  };
}

function toCandidateView(row: z.infer<typeof candidateRow>, given: string): CandidateView {
  return {
    id: row.id,
    step: row.step,
    createdAt: row.created_at.toISOString(),
    document: row.document,
    problems: row.problems,
    prompt: { id: row.prompt_id, system: row.prompt_system, user: row.prompt_user },
    model: row.model,
    seed: row.seed,
    costUsd: row.cost_usd,
    tokens: { prompt: row.prompt_tokens, completion: row.completion_tokens },
    diff: row.document ? countChanges(given, row.document.story) : null,
  };
}

function countChanges(before: string, after: string): { removed: number; added: number } {
  const { wordsRemoved, wordsAdded } = diffStories(before, after);
  return { removed: wordsRemoved, added: wordsAdded };
}
