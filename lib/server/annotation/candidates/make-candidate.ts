import * as z from "zod";
import { documentFromItem } from "@/lib/domain/annotation/documents/item-document.ts";
import { type KsteDocument, ksteDocumentSchema } from "@/lib/domain/annotation/documents/kste-document.ts";
import { originalKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import type { GivenQuestion } from "@/lib/domain/stories/construction/prompts.ts";
import { constructionSteps } from "@/lib/domain/stories/construction/steps.ts";
import { constructStep } from "../../construct/construct-step.ts";
import { getEndpoint } from "../../construct/endpoint.ts";
import { recordCalls } from "../../construct/record-calls.ts";
import { ChatError, type ChatLimits, chatLimits } from "../../model-client/post-json.ts";
import { pool } from "../../platform/database/pool.ts";
import { maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { type JobHandler, PermanentJobError } from "../../platform/jobs/run-job.ts";
import { readCurrentPrompt } from "../construct/construct-prompts.ts";

const payloadSchema = z.object({
  itemId: z.string(),
  taskId: z.string(),
  step: z.enum(constructionSteps),
  remark: z.string().nullable(),
  seed: z.number(),
});

const sourceRow = z.strictObject({
  external_id: z.string(),
  genre: z.string(),
  project_id: z.string(),
  collection_id: z.string(),
  own: ksteDocumentSchema,
  original: z.object({ story: z.string() }).nullable(),
});

/**
 * The job that runs one generation and stores its output as an immutable candidate, with prompt, model, seed and cost.
 */
export function createCandidateHandler(limits: ChatLimits = chatLimits): JobHandler {
  return async (job) => {
    const payload = payloadSchema.parse(job.payload);
    const endpoint = await getEndpoint();
    if (!endpoint) throw new PermanentJobError("The model endpoint was removed.");
    const source = await readSource(payload.itemId, payload.taskId);
    if (!source) throw new PermanentJobError("The item was deleted.");
    try {
      const construction = await constructStep(
        endpoint,
        {
          step: payload.step,
          // New options are generated for the current text of the question.
          story: (payload.step === "next-options" ? source.own : (source.original ?? source.own)).story,
          id: source.external_id,
          genre: source.genre,
          seed: payload.seed,
          options: { ...(payload.remark ? { remark: payload.remark } : {}), ...toGivenQuestion(source.own) },
          template: await readCurrentPrompt(source.collection_id, payload.step),
        },
        limits,
        recordCalls(job, source.project_id, payload.step, endpoint.model),
      );
      const { prompt, answer } = construction;
      const document = construction.item ? JSON.stringify(documentFromItem(construction.item)) : null;
      // If a job runs twice, only the first stored candidate is kept.
      await pool().query(sql`
        INSERT INTO annotation_candidate (id, item_id, task_id, job_id, step, document, problems, output, prompt_id,
          prompt_system, prompt_user, model, seed, prompt_tokens, completion_tokens, cost_usd, created_by_id)
        VALUES (gen_random_uuid(), ${payload.itemId}, ${payload.taskId}, ${job.id}, ${payload.step}, ${document}::jsonb,
          ${JSON.stringify(construction.problems)}::jsonb, ${construction.output}, ${prompt.id}, ${prompt.system}, ${prompt.user},
          ${answer.model}, ${construction.seed}, ${answer.tokens.prompt}, ${answer.tokens.completion}, ${answer.costUsd},
          ${job.createdById}::uuid)
        ON CONFLICT (job_id) DO NOTHING
      `);
      return { model: answer.model, costUsd: answer.costUsd };
    } catch (error) {
      if (error instanceof ChatError && !error.isTemporary) throw new PermanentJobError(error.message);
      throw error;
    }
  };
}

function toGivenQuestion(document: KsteDocument): { given?: GivenQuestion } {
  if (document.kind !== "knp") return {};
  const { character, implausibleKnowledge, question, answerWithoutKnowledge, answerWithKnowledge } = document;
  return { given: { character, implausibleKnowledge, question, answerWithoutKnowledge, answerWithKnowledge } };
}

/** The input of a step: the item as its annotator last saved it, and the original of its group, if there is one. */
async function readSource(itemId: string, taskId: string): Promise<z.infer<typeof sourceRow> | null> {
  const row = await maybeRow(
    pool(),
    sourceRow,
    sql`
    SELECT item.external_id, item.genre, collection.project_id, item.collection_id,
           coalesce((SELECT head.document FROM annotation_task AS task JOIN annotation_revision AS head ON head.id = task.head_id
                     WHERE task.id = ${taskId}::uuid), item.document) AS own,
           (SELECT coalesce(text.released_document, sibling.document) FROM annotation_item AS sibling
            JOIN item_text AS text ON text.item_id = sibling.id
            WHERE sibling.collection_id = item.collection_id AND sibling.group_key = item.group_key
              AND sibling.kind = ANY(${originalKinds}) ORDER BY sibling.ordinal LIMIT 1) AS original
    FROM annotation_item AS item JOIN annotation_collection AS collection ON collection.id = item.collection_id
    WHERE item.id = ${itemId}
  `,
  );
  return row ?? null;
}
