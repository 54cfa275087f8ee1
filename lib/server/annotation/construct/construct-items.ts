import { randomInt, randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import {
  type ConstructionRequest,
  type ConstructionTarget,
  constructionLimits,
  planTargets,
} from "@/lib/domain/annotation/construction.ts";
import { readSuppliedStories } from "@/lib/domain/annotation/supplied-stories.ts";
import { editedKinds, originalKinds, twoOptionKinds } from "@/lib/domain/items/kinds/story-kinds.ts";
import { hasBothPrices } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { isStated } from "@/lib/domain/stories/items/story-source.ts";
import { formatCount } from "../../../domain/format/figures.ts";
import { readConstructionCaps } from "../../construct/caps.ts";
import { describeEndpoint } from "../../construct/endpoint.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import type { ConstructItemPayload } from "./construct-item-payload.ts";
import { storeConstructedItem } from "./store-constructed.ts";

const projectIdRow = z.strictObject({ project_id: z.string() });

/**
 * Starts generating items with a model. Each item is a separate job, so a failed item is retried separately and
 * finished items are kept. Only a few jobs of a batch are released at a time, and each finished job releases the next
 * one, so that a long batch does not block other work.
 */
export async function constructItems(
  actor: Actor,
  collectionId: string,
  request: ConstructionRequest,
): Promise<{ batchId: string; planned: number }> {
  const userId = requirePerson(actor);
  const scope = projectScope(actor, "annotation.manage");
  // The endpoint is read before a connection is taken: waiting for a second connection while holding one can deadlock.
  const [endpoint, caps] = await Promise.all([describeEndpoint(), readConstructionCaps()]);
  return withTx(async (client) => {
    const row = await maybeRow(
      client,
      projectIdRow,
      sql`SELECT project_id FROM annotation_collection WHERE id = ${collectionId} AND NOT is_training
         AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope})) FOR UPDATE`,
    );
    const projectId: string | undefined = row?.project_id;
    if (!projectId) throw notFoundError();
    if (!endpoint.ok) throw new AppError("unavailable", endpoint.missing);
    if (request.budgetUsd !== null && !hasBothPrices(endpoint)) {
      throw new AppError(
        "invalid",
        "A cost limit requires the model's prices. Ask an admin to enter them, or leave the limit empty.",
        "budgetUsd",
      );
    }
    const batchId = randomUUID();
    const units = await planUnits(client, { collectionId, userId, batchId }, request);
    const plannedCount = units.reduce((sum, unit) => sum + 1 + unit.followUps.length, 0);
    if (units.length === 0) throw new AppError("conflict", "This collection has no suitable originals.", "from");
    if (plannedCount > caps.perBatch) {
      const limit = caps.perBatch;
      throw new AppError(
        "invalid",
        `This would generate ${plannedCount} texts. The limit per request is ${limit}.`,
        "erroneous",
      );
    }
    for (const [place, unit] of units.entries()) {
      const payload: ConstructItemPayload = {
        ...unit,
        batchId,
        collectionId,
        budgetUsd: request.budgetUsd,
        seed: randomInt(2 ** 31 - 10),
      };
      await enqueueJob(
        {
          kind: "construct-item",
          payload: { ...payload },
          projectId,
          createdById: userId,
          maxAttempts: constructionLimits.attempts,
          isHeld: place >= constructionLimits.width,
        },
        client,
      );
    }
    await recordAudit(client, {
      actorId: userId,
      projectId,
      action: "collection.construct",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      after: { batchId, planned: plannedCount, from: request.from, model: endpoint.model },
    });
    return { batchId, planned: plannedCount };
  });
}

type Unit = Pick<ConstructItemPayload, "step" | "source" | "knowledgeType" | "followUps">;

async function planUnits(
  client: PoolClient,
  context: { collectionId: string; userId: string; batchId: string },
  request: ConstructionRequest,
): Promise<Unit[]> {
  if (request.from === "stories") return planStories(client, context, request);
  const originals = await readOriginals(client, context.collectionId, request);
  const targets = planTargets(originals.length, request);
  const units = originals.flatMap((itemId, index): Unit[] => [
    ...(request.summarise ? [itemUnit(itemId, { step: "summarise", knowledgeType: null })] : []),
    ...(targets[index] ?? []).map((target) => itemUnit(itemId, target)),
  ]);
  if (originals.length > 0 && units.length === 0) throw nothingRequestedError();
  return units;
}

function itemUnit(itemId: string, target: ConstructionTarget): Unit {
  return { ...target, source: { itemId }, followUps: [] };
}

/**
 * Uploaded stories are summarised first, with their derived items as follow-ups. Without summaries, the stories are
 * stored as originals directly, and only the derived items are generated.
 */
async function planStories(
  client: PoolClient,
  context: { collectionId: string; userId: string; batchId: string },
  request: Extract<ConstructionRequest, { from: "stories" }>,
): Promise<Unit[]> {
  const stories = readSuppliedStories(request.text, request.source).map((story) => ({
    ...story,
    genre: story.genre ?? request.genre,
  }));
  if (stories.length === 0) throw new AppError("invalid", "Please paste a story, or choose a file.", "text");
  const tooLong = stories.find(({ text }) => text.length > maxStoryLength);
  if (tooLong !== undefined) {
    throw new AppError("invalid", `A story is longer than ${formatCount(maxStoryLength)} characters.`, "text");
  }
  const targets = planTargets(stories.length, request);
  if (request.summarise) {
    return stories.map(({ text, genre, source }, index) => ({
      step: "summarise",
      source: { text, genre, source: { ...source } },
      knowledgeType: null,
      followUps: targets[index] ?? [],
    }));
  }
  if (targets.every((one) => one.length === 0)) throw nothingRequestedError();
  const units: Unit[] = [];
  for (const [place, { text: story, genre, source }] of stories.entries()) {
    const provenance = { brought: context.batchId, ...(isStated(source) ? { source: { ...source } } : {}) };
    const itemId = await storeConstructedItem(client, {
      collectionId: context.collectionId,
      item: { kind: "original", genre, story, sourceId: null, extra: {}, provenance },
      original: null,
    });
    units.push(...(targets[place] ?? []).map((target) => itemUnit(itemId, target)));
  }
  return units;
}

const maxStoryLength = 60_000;

function nothingRequestedError(): AppError {
  return new AppError("invalid", "Enter how many items to generate from each story.", "erroneous");
}

const idRow = z.strictObject({ id: z.string() });

/** The originals to work from, in their order: all, or only the originals that lack a requested item. */
async function readOriginals(
  client: PoolClient,
  collectionId: string,
  request: Extract<ConstructionRequest, { from: "originals" }>,
): Promise<string[]> {
  const rows = await manyRows(
    client,
    idRow,
    sql`SELECT id FROM annotation_item AS item
     WHERE collection_id = ${collectionId} AND kind = ANY(${originalKinds}) AND status <> 'irreparable'
     AND (${request.which === "all"} OR NOT EXISTS (
       SELECT FROM annotation_item AS made WHERE made.collection_id = item.collection_id
         AND made.group_key = item.group_key
         AND made.kind = ANY(${[...(request.erroneous > 0 ? editedKinds : []), ...(request.questions > 0 ? twoOptionKinds : [])]})))
     ORDER BY ordinal LIMIT ${request.most}`,
  );
  return rows.map(({ id }) => id);
}
