import * as z from "zod";
import { type AnnotationDocument, storyOf } from "@/lib/domain/annotation/documents/copy-document.ts";
import type { StoryLesson, TrainingLesson } from "@/lib/domain/annotation/my-work.ts";
import type { AnnotationVerdict, CopyVerdict } from "@/lib/domain/annotation/requests.ts";
import { compareWithGold, matchesAskedGold } from "@/lib/domain/annotation/schema-items/gold-answer.ts";
import type { SchemaTask, TaskPayload } from "@/lib/domain/annotation/task.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import type { TaskSeeker } from "../claim/claim-next.ts";
import { readTaskPayload } from "../claim/task-payload.ts";
import { isPracticeItem } from "../collections/is-practice-item.ts";

/** The feedback on a training item, shown after the verdict (`annotation_item.expert`). */
export const expertSchema = z.object({
  title: z.string(),
  /** A hint that is shown before the verdict. */
  task: z.string(),
  verdict: z.enum(["sound", "refined", "answered"]),
  whatTheExpertSaw: z.string(),
  suggestedRepair: z.string().nullable(),
  lesson: z.string(),
  /** The known faults: reasons as codes, and the faulty words of the story. */
  fault: z.object({ codes: z.array(z.string()), words: z.string().nullable() }).nullish(),
  /** Of a task schema: the keys of the expected answers by field. */
  gold: z.record(z.string(), z.unknown()).nullish(),
});

const idRow = z.strictObject({ id: z.string() });

/**
 * The current training step of a person, and the next one. Every person has separate copies, which are created when
 * they begin. These copies are not counted or reviewed.
 */
export async function claimTraining(
  seeker: TaskSeeker,
  except: string | null,
): Promise<[TaskPayload | null, TaskPayload | null]> {
  await ensureCopies(seeker);
  const { userId, collectionId } = seeker;
  const rows = await manyRows(
    pool(),
    idRow,
    sql`
    WITH waiting AS (
      SELECT task.id, row_number() OVER (ORDER BY task.id = ${except}::uuid NULLS FIRST, task.ordinal) AS place
      FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id AND ${isPracticeItem}
      WHERE task.collection_id = ${collectionId}::uuid AND task.holder_id = ${userId}::uuid
        AND task.state IN ('open', 'leased', 'parked', 'returned')
    ), taken AS (
      UPDATE annotation_task AS task
      SET state = 'leased', fence = next_fence(task.fence, task.holder_id, task.holder_id),
        available_at = lease_end(1440, clock_timestamp()), changed_at = clock_timestamp()
      FROM waiting WHERE waiting.place = 1 AND task.id = waiting.id
    ), clocked AS (
      INSERT INTO annotation_activity (task_id, user_id) SELECT id, ${userId}::uuid FROM waiting WHERE place = 1
      ON CONFLICT (task_id, user_id) DO UPDATE SET last_beat_at = clock_timestamp()
    )
    SELECT id FROM waiting WHERE place <= 2 ORDER BY place
  `,
  );
  const [task, prefetch] = await Promise.all([0, 1].map((index) => readStep(rows[index]?.id, userId)));
  return [task ?? null, prefetch ?? null];
}

const stepRow = z.strictObject({ done: z.number(), total: z.number() });

async function readStep(taskId: string | undefined, userId: string): Promise<TaskPayload | null> {
  const payload = taskId === undefined ? null : await readTaskPayload(taskId, userId);
  if (!payload) return null;
  const row = await oneRow(
    pool(),
    stepRow,
    sql`
    SELECT count(*) FILTER (WHERE task.state IN ('submitted', 'irreparable'))::int AS done, count(*)::int AS total
    FROM annotation_task AS task JOIN annotation_item AS item ON item.id = task.item_id AND ${isPracticeItem}
    WHERE task.collection_id = ${payload.collection.id}::uuid AND task.holder_id = ${userId}::uuid
  `,
  );
  const position = { ...row, mine: null };
  return { ...payload, position, step: await readTaskOfStep(payload.item.id, position) };
}

const taskRow = z.strictObject({ task: z.string().nullable() });

/**
 * The hint of a step. The rest of the expert's note is shown after the verdict, including its title, because many
 * titles reveal the verdict.
 */
async function readTaskOfStep(itemId: string, position: { done: number; total: number }): Promise<TaskPayload["step"]> {
  const { task } = await oneRow(
    pool(),
    taskRow,
    sql`SELECT expert->>'task' AS task FROM annotation_item WHERE id = ${itemId}::uuid`,
  );
  const number = Math.min(position.done + 1, position.total);
  return task === null ? null : { title: `Step ${number} of ${position.total}`, task };
}

/** Creates copies of all items that have a lesson, for this person, in random order. */
async function ensureCopies({ userId, may, collectionId }: TaskSeeker): Promise<void> {
  const missingCount = await rowCountOf(
    pool(),
    sql`
    SELECT FROM annotation_item AS item JOIN annotation_collection AS collection ON collection.id = item.collection_id
    WHERE collection.id = ${collectionId}::uuid AND collection.is_training
      AND ${may}
      AND ${isPracticeItem}
      AND NOT EXISTS (SELECT FROM annotation_task WHERE item_id = item.id AND holder_id = ${userId}::uuid)
    LIMIT 1
  `,
  );
  if (missingCount === 0) return;
  await withTx(async (client) => {
    await client.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('training/' || ${collectionId}, 0))`);
    await client.query(
      sql`INSERT INTO annotation_task (id, item_id, collection_id, copy, ordinal, holder_id, available_at)
       SELECT gen_random_uuid(), item.id, item.collection_id,
         1 + (SELECT coalesce(max(copy), 0) FROM annotation_task WHERE item_id = item.id),
         -- Each person gets a different random order, so that the position of an item reveals nothing about its faults.
         row_number() OVER (ORDER BY md5(item.id::text || ${userId})), ${userId}::uuid, 'infinity'
       FROM annotation_item AS item WHERE item.collection_id = ${collectionId} AND ${isPracticeItem}
         AND NOT EXISTS (SELECT FROM annotation_task WHERE item_id = item.id AND holder_id = ${userId})`,
    );
  });
}

/** The person's verdict or answers compared with the expert's; null if there is no expert verdict. */
export function createLesson(
  { expert, schema }: { expert: unknown; schema: Pick<SchemaTask, "schema" | "fields"> | null },
  { verdict, document, codes }: { verdict: CopyVerdict; codes: readonly string[]; document: AnnotationDocument },
): TrainingLesson | null {
  const parsed = expertSchema.safeParse(expert);
  if (!parsed.success) return null;
  if (schema && document.kind === "schema") {
    const { title, lesson, gold } = parsed.data;
    const answer = verdict === "answered" ? document.answer : {};
    const agrees = matchesAskedGold(schema.schema, answer, gold);
    const answers = compareWithGold(schema.schema, schema.fields, answer, gold);
    return { ...{ title, lesson, agrees, answers }, expertVerdict: "answered" };
  }
  const { title, verdict: expertVerdict, whatTheExpertSaw, suggestedRepair, lesson, fault } = parsed.data;
  if (verdict === "answered" || expertVerdict === "answered") return null;
  const given = { verdict, codes, story: storyOf(document).story };
  const match = expertVerdict === "refined" && given.verdict !== "sound" ? matchKnownFault(fault ?? null, given) : null;
  return {
    title,
    expertVerdict,
    agrees: given.verdict === expertVerdict,
    found: match,
    whatTheExpertSaw,
    suggestedRepair,
    lesson,
  };
}

/**
 * Whether the kind and the position of a known fault were found; null where these are unknown. The practice gate uses
 * the same rule in SQL.
 */
function matchKnownFault(
  fault: { codes: string[]; words: string | null } | null,
  own: { verdict: AnnotationVerdict; codes: readonly string[]; story: string },
): StoryLesson["found"] {
  if (fault === null || own.verdict === "irreparable") return { kind: null, place: null };
  return {
    kind: fault.codes.length === 0 ? null : fault.codes.some((code) => own.codes.includes(code)),
    place: fault.words === null ? null : !own.story.includes(fault.words),
  };
}
