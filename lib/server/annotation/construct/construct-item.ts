import type { PoolClient } from "pg";
import * as z from "zod";
import { constructionLimits } from "@/lib/domain/annotation/construction.ts";
import { documentFromItem } from "@/lib/domain/annotation/documents/item-document.ts";
import type { KsteItem } from "@/lib/domain/stories/items/kste-item.ts";
import { isStated, type StorySource, storySource } from "@/lib/domain/stories/items/story-source.ts";
import { knowledgeTypeEntries } from "@/lib/domain/stories/knowledge-types.ts";
import { readConstructionCaps } from "../../construct/caps.ts";
import { type Construction, constructStep } from "../../construct/construct-step.ts";
import { getEndpoint } from "../../construct/endpoint.ts";
import { recordCalls } from "../../construct/record-calls.ts";
import { ChatError, type ChatLimits, chatLimits } from "../../model-client/post-json.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, maybeRow, oneRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import { type JobHandler, PermanentJobError, type RunningJob } from "../../platform/jobs/run-job.ts";
import { currentImport } from "../items/current-import.ts";
import { type ConstructItemPayload, constructItemPayload } from "./construct-item-payload.ts";
import { readCurrentPrompt } from "./construct-prompts.ts";
import { storeConstructedItem, type UnnamedItem } from "./store-constructed.ts";

/**
 * Generates one item with the model: a summarised story, an erroneous story or a question. A readable output becomes an
 * item of the collection, together with prompt, output, model, seed and cost. After an unreadable output, the model is
 * called again with another seed; after the last attempt, the output is stored with the reason. A job that runs twice
 * stores its result once.
 */
export function createConstructItemHandler(limits: ChatLimits = chatLimits): JobHandler {
  const handler: JobHandler = async (job) => {
    const payload = constructItemPayload.parse(job.payload);
    try {
      const result = await runConstruction(job, payload, limits);
      await releaseNextJob(payload.batchId);
      return result;
    } catch (error) {
      const isLastAttempt = error instanceof PermanentJobError || job.attempt >= constructionLimits.attempts;
      if (isLastAttempt) await releaseNextJob(payload.batchId);
      throw error;
    }
  };
  handler.givenUp = (job) => releaseNextJob(constructItemPayload.parse(job.payload).batchId);
  return handler;
}

interface Source {
  projectId: string;
  story: string;
  genre: string;
  /** Title, author, address and licence of the story, if known. */
  from: StorySource;
  /** Null for an uploaded story that is not an item. */
  item: { id: string; externalId: string; groupKey: string } | null;
}

const itemIdRow = z.strictObject({ item_id: z.string() });

async function runConstruction(job: RunningJob, payload: ConstructItemPayload, limits: ChatLimits) {
  const endpoint = await getEndpoint();
  if (!endpoint) throw new PermanentJobError("The model endpoint was removed.");
  const source = await readSource(payload);
  if (!source) throw new PermanentJobError("The collection or the original was deleted.");
  const storedResult = await maybeRow(
    pool(),
    itemIdRow,
    sql`SELECT item_id FROM annotation_candidate WHERE job_id = ${job.id}`,
  );
  if (storedResult) return { itemId: storedResult.item_id };
  await requireBudget(payload, source.projectId);
  const construction = await generateText(job, payload, source, endpoint, limits);
  if (construction.item === null || construction.item.story.trim() === "") {
    await job.progress({ output: construction.output.slice(0, 20_000), problems: construction.problems.slice(0, 20) });
    const reason = construction.problems.join("; ") || "there is no story in it";
    if (construction.isCut) throw new PermanentJobError(reason.slice(0, 1_000));
    throw new Error(`The model's answer could not be read: ${reason}`.slice(0, 1_000));
  }
  const item = construction.item;
  return withTx((client) => storeItem(client, job, payload, source, { ...construction, item }));
}

async function generateText(
  job: RunningJob,
  payload: ConstructItemPayload,
  source: Source,
  endpoint: Parameters<typeof constructStep>[0],
  limits: ChatLimits,
): Promise<Construction> {
  const types = knowledgeTypeEntries.filter(({ type }) => type === payload.knowledgeType);
  try {
    return await constructStep(
      endpoint,
      {
        step: payload.step,
        story: source.story,
        id: source.item?.externalId ?? "story",
        genre: source.genre,
        // Each attempt uses another seed, because the same seed would produce the same unreadable output.
        seed: payload.seed + job.attempt - 1,
        options: types.length > 0 ? { knowledgeTypes: types } : {},
        template: await readCurrentPrompt(payload.collectionId, payload.step),
      },
      limits,
      recordCalls(job, source.projectId, payload.step, endpoint.model),
    );
  } catch (error) {
    if (error instanceof ChatError && !error.isTemporary) throw new PermanentJobError(error.message);
    throw error;
  }
}

/** Stores the item, the record of its generation, and the next jobs in one transaction. */
async function storeItem(
  client: PoolClient,
  job: RunningJob,
  payload: ConstructItemPayload,
  source: Source,
  construction: Construction & { item: KsteItem },
): Promise<{ itemId: string; model: string; costUsd: number | null }> {
  await client.query(sql`SELECT FROM annotation_collection WHERE id = ${payload.collectionId} FOR UPDATE`);
  const { prompt, answer } = construction;
  const { id: _, ...item } = construction.item;
  // The original is not changed: its summary is offered to an annotator as a candidate.
  const isCandidateOnly = payload.step === "summarise" && source.item !== null;
  const itemId = isCandidateOnly
    ? (source.item?.id as string)
    : await storeConstructedItem(client, {
        collectionId: payload.collectionId,
        item: {
          ...item,
          sourceId: source.item?.externalId ?? null,
          extra: { ...item.extra, ...(payload.knowledgeType ? { knowledge_type: payload.knowledgeType } : {}) },
          provenance: {
            generator: "parallax",
            step: payload.step,
            prompt: prompt.id,
            model: answer.model,
            seed: construction.seed,
            costUsd: answer.costUsd,
            batch: payload.batchId,
            ...(payload.replaces ? { replaces: payload.replaces.externalId } : {}),
            ...(isStated(source.from) ? { source: { ...source.from } } : {}),
          },
        } as UnnamedItem,
        original: source.item && { ...source.item, story: source.story },
      });
  await client.query(
    sql`INSERT INTO annotation_candidate (id, item_id, job_id, step, document, problems, output, prompt_id,
       prompt_system,
       prompt_user, model, seed, prompt_tokens, completion_tokens, cost_usd, created_by_id)
     VALUES (gen_random_uuid(), ${itemId}, ${job.id}, ${payload.step}, ${JSON.stringify(documentFromItem(construction.item))},
     ${JSON.stringify(construction.problems)}, ${construction.output}, ${prompt.id}, ${prompt.system}, ${prompt.user},
     ${answer.model}, ${construction.seed}, ${answer.tokens.prompt}, ${answer.tokens.completion}, ${answer.costUsd},
     ${job.createdById})`,
  );
  await enqueueFollowUps(client, job, payload, source.projectId, itemId);
  return { itemId, model: answer.model, costUsd: answer.costUsd };
}

async function enqueueFollowUps(
  client: PoolClient,
  job: RunningJob,
  payload: ConstructItemPayload,
  projectId: string,
  itemId: string,
): Promise<void> {
  if (payload.followUps.length === 0 || (await isBatchStopped(client, payload.batchId))) return;
  for (const [index, target] of payload.followUps.entries()) {
    const next: ConstructItemPayload = {
      ...payload,
      ...target,
      source: { itemId },
      seed: payload.seed + 10 * (index + 1),
      followUps: [],
    };
    await enqueueJob(
      {
        kind: "construct-item",
        payload: { ...next },
        projectId,
        createdById: job.createdById,
        maxAttempts: constructionLimits.attempts,
        isHeld: true,
      },
      client,
    );
  }
}

async function isBatchStopped(client: PoolClient, batchId: string): Promise<boolean> {
  const rowCount = await rowCountOf(
    client,
    sql`SELECT FROM job WHERE kind = 'construct-item' AND payload->>'batchId' = ${batchId} AND state = 'dead'
     AND last_error = ${STOPPED_REASON}
     LIMIT 1`,
  );
  return rowCount > 0;
}

/** Why a stopped job did not run. */
export const STOPPED_REASON = "Stopped before it began.";

/** Releases the next waiting job of a batch, if there is one. */
async function releaseNextJob(batchId: string): Promise<void> {
  await pool().query(sql`
    UPDATE job SET run_after = clock_timestamp() WHERE id = (
      SELECT id FROM job WHERE kind = 'construct-item' AND payload->>'batchId' = ${batchId} AND state = 'waiting'
        AND run_after = 'infinity' ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
  `);
}

const spentRow = z.strictObject({ today: z.number(), spent: z.number() });

/** Throws a refusal if the budget of the batch or the project's daily limit would be exceeded. */
async function requireBudget(payload: ConstructItemPayload, projectId: string): Promise<void> {
  const row = await oneRow(
    pool(),
    spentRow,
    sql`
    SELECT (SELECT count(*)::int FROM construct_call WHERE project_id = ${projectId}
              AND at > clock_timestamp() - interval '1 day') AS today,
      (SELECT coalesce(sum(call.cost_usd), 0)::float8 FROM construct_call AS call JOIN job ON job.id = call.job_id
       WHERE job.kind = 'construct-item' AND job.payload->>'batchId' = ${payload.batchId}) AS spent
  `,
  );
  if (row.today >= (await readConstructionCaps()).perDay) {
    throw new PermanentJobError("The project has reached its daily limit of model requests. Try again tomorrow.");
  }
  if (payload.budgetUsd !== null && row.spent >= payload.budgetUsd) {
    throw new PermanentJobError(`The cost limit of ${payload.budgetUsd} USD is reached.`);
  }
}

const projectIdRow = z.strictObject({ project_id: z.string() });

const originalRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  group_key: z.string(),
  genre: z.string(),
  project_id: z.string(),
  imported: json<Pick<KsteItem, "provenance" | "extra">>(),
  story: z.string(),
});

/** The input story: the uploaded one, or the newest text of an original. */
async function readSource(payload: ConstructItemPayload): Promise<Source | null> {
  if ("text" in payload.source) {
    const row = await maybeRow(
      pool(),
      projectIdRow,
      sql`SELECT project_id FROM annotation_collection WHERE id = ${payload.collectionId}::uuid`,
    );
    const { text, genre, source } = payload.source;
    return row ? { projectId: row.project_id, story: text, genre, from: source, item: null } : null;
  }
  const original = await maybeRow(
    pool(),
    originalRow,
    sql`
    SELECT item.id, item.external_id, item.group_key, item.genre, collection.project_id, ${currentImport} AS imported,
      coalesce(text.released_document, item.document)->>'story' AS story
    FROM annotation_item AS item JOIN annotation_collection AS collection ON collection.id = item.collection_id
    JOIN item_text AS text ON text.item_id = item.id
    WHERE item.id = ${payload.source.itemId}::uuid AND item.collection_id = ${payload.collectionId}::uuid
  `,
  );
  if (!original) return null;
  const { id, external_id: externalId, group_key: groupKey, ...row } = original;
  const from = storySource(row.imported);
  return { projectId: row.project_id, story: row.story, genre: row.genre, from, item: { id, externalId, groupKey } };
}
