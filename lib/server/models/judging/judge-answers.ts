import * as z from "zod";
import type { Item } from "@/lib/domain/items/item.ts";
import { twoChoice } from "@/lib/domain/items/kinds/knp/two-choice.ts";
import { type JudgedAnswer, judgeVerdicts, toJudgedAnswer } from "@/lib/domain/models/judging/judge.ts";
import { type Actor, can, requirePerson } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { auditChange } from "../../platform/audit/audit-change.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow } from "../../platform/database/rows.ts";
import { fragment, type SqlFragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { judgeable } from "./judgeable.ts";
import { keepJudgement } from "./keep-judgement.ts";

/** The next answer for a person to judge, without the name of the model. */
export interface AnswerToJudge {
  predictionId: string;
  answer: JudgedAnswer;
}

export interface JudgingQueue {
  benchmark: string;
  /**
   * The number of answers that this person has judged, and the total number of answers. If `isCapped`, there may be
   * more answers than `total`.
   */
  judged: number;
  total: number;
  isCapped: boolean;
  next: AnswerToJudge | null;
}

/** The cap of the total on a page: more answers than anyone judges manually. */
const maxCountedAnswers = 10_000;

const judgingQueueRow = z.strictObject({
  name: z.string(),
  project_id: z.string(),
  judged: z.number(),
  total: z.number(),
});

/**
 * The open-ended answers of all models to a benchmark, for one person to judge, in a personal order that mixes the
 * models; null for users without access. The cost does not depend on the number of answers.
 */
export async function getJudgingQueue(
  actor: Actor,
  benchmarkId: string,
  counted = maxCountedAnswers,
): Promise<JudgingQueue | null> {
  const userId = requirePerson(actor);
  const scope = projectScope(actor, "research.read");
  const found = await maybeRow(
    pool(),
    judgingQueueRow,
    sql`SELECT benchmark.name, benchmark.project_id,
       (SELECT count(*)::int FROM judgement JOIN prediction ON prediction.id = judgement.prediction_id
        JOIN run ON run.id = prediction.run_id JOIN item_version AS item ON item.id = prediction.item_version_id
        WHERE judgement.user_id = ${userId} AND run.benchmark_id = benchmark.id AND ${judgeable}) AS judged,
       (SELECT count(*)::int FROM (
          SELECT FROM run JOIN prediction ON prediction.run_id = run.id
          JOIN item_version AS item ON item.id = prediction.item_version_id
          WHERE run.benchmark_id = benchmark.id AND ${judgeable} LIMIT ${counted}) AS listed) AS total
     FROM benchmark WHERE benchmark.id = ${benchmarkId}
       AND (${scope}::uuid[] IS NULL OR benchmark.project_id = ANY(${scope}))`,
  );
  if (!found || !can(actor, "research.write", found.project_id)) return null;
  const { name, judged, total } = found;
  const isCapped = total === counted;
  const next = judged < total || isCapped ? await readNext(benchmarkId, userId, judged) : null;
  return { benchmark: name, judged, total, isCapped, next };
}

const nextRow = z.strictObject({
  id: z.string(),
  output: z.string(),
  text: z.string(),
  options: z.array(z.string()),
  title: z.string(),
  genre: z.string(),
  story: z.string(),
  gold: json().nullable(),
});

/**
 * The next unjudged answer of one run. The start of the search depends on the person and the number of their
 * judgements: a reload shows the same answer, and no list of all answers is created.
 */
async function readNext(benchmarkId: string, userId: string, judged: number): Promise<AnswerToJudge | null> {
  const start = fragment`md5(${userId}::text || ${judged}::text)`;
  const unjudgedSql = (isInside: SqlFragment) => fragment`
    SELECT prediction.id, prediction.output, prediction.item_version_id
    FROM prediction JOIN item_version AS item ON item.id = prediction.item_version_id
    WHERE prediction.run_id = run.id AND ${judgeable} AND md5(prediction.id::text) ${isInside}
      AND NOT EXISTS (SELECT FROM judgement WHERE prediction_id = prediction.id AND user_id = ${userId}::uuid)
    ORDER BY md5(prediction.id::text) LIMIT 1`;
  const row = await maybeRow(
    pool(),
    nextRow,
    sql`SELECT next.id, next.output, item.text, item.options, story.title, story.genre, story.text AS story,
       (SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC LIMIT 1) AS gold
     FROM run
     CROSS JOIN LATERAL (SELECT * FROM (
       (${unjudgedSql(fragment`>= ${start}`)}) UNION ALL (${unjudgedSql(fragment`< ${start}`)})) AS either LIMIT 1) AS next
     JOIN item_version AS item ON item.id = next.item_version_id
     JOIN story_version AS story ON story.id = item.story_version_id
     WHERE run.benchmark_id = ${benchmarkId} ORDER BY md5(run.id::text || ${userId}::text || ${judged}::text) LIMIT 1`,
  );
  if (!row) return null;
  const { id, output, text, options, title, genre, story, gold } = row;
  const item: Item = { kind: twoChoice.name, story: { title, genre, text: story }, text, options };
  const answer = toJudgedAnswer(item, gold, output);
  return answer && { predictionId: id, answer };
}

export const judgementFormSchema = z.strictObject({ prediction: z.uuid(), verdict: z.enum(judgeVerdicts) });

const projectIdRow = z.strictObject({ project_id: z.string() });

/** Stores a person's judgement of an answer, replacing an earlier judgement by the same person. */
export async function judgeAnswer(
  actor: Actor,
  { prediction, verdict }: z.infer<typeof judgementFormSchema>,
): Promise<void> {
  const userId = requirePerson(actor);
  const scope = projectScope(actor, "research.write");
  await withTx(async (client) => {
    const row = await maybeRow(
      client,
      projectIdRow,
      sql`SELECT model.project_id FROM prediction JOIN item_version AS item ON item.id = prediction.item_version_id
       JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id
       WHERE prediction.id = ${prediction} AND ${judgeable}
         AND (${scope}::uuid[] IS NULL OR model.project_id = ANY(${scope}))`,
    );
    if (!row) throw notFoundError();
    await keepJudgement(client, { predictionId: prediction, by: { userId }, verdict });
    const auditSubject = { projectId: row.project_id, action: "prediction.judge", subjectId: prediction } as const;
    await auditChange(client, actor, auditSubject, { after: { verdict } });
  });
}
