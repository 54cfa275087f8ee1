import { randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import * as z from "zod";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { editedKinds, originalKinds, storyKindNames } from "@/lib/domain/items/kinds/story-kinds.ts";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import { slugify } from "@/lib/domain/slug.ts";
import { layoutItem } from "@/lib/domain/survey/composition/layout-item.ts";
import { planReSolve, type ReSolveKind, reSolveProtocol } from "@/lib/domain/survey/presets/re-solve.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";
import { findOrCreateBenchmark } from "../../items/benchmark-by-name.ts";
import { itemRowColumns } from "../../items/item-of-row.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { json, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { fragment, sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { createStudy } from "../../studies/draft/create-study.ts";
import { refuseSchema } from "../collections/read-schema.ts";
import { storeAsItems, type TextToStore, textToStoreRow, toTextToStore } from "../publish/store-as-items.ts";

export interface ReSolveRequest {
  kind: ReSolveKind;
  /** Maximum number of items that one person solves. */
  itemsPerPerson?: number;
}

/** The reason for the correction of keys: the key of a text may differ from its key in an earlier re-solve. */
const correctionReason = "The text was reviewed again and is part of another blind re-solve.";

const collectionRow = z.strictObject({
  project_id: z.string(),
  name: z.string(),
  slug: z.string(),
  settings: json<CollectionSettings>(),
  is_demo: z.boolean(),
});

/**
 * Creates the blind re-solve of all reviewed items that are in no other re-solve: the refined items and the untouched
 * ones that were drawn for review. It is an ordinary study with its own stage, as a draft to be checked and opened. Its
 * texts are in a benchmark apart from the accepted items. No item is accepted before its answers are complete
 * (`decideReSolve`).
 */
export async function startReSolve(
  actor: Actor,
  collectionId: string,
  request: ReSolveRequest,
): Promise<{ studyId: string; slug: string; items: number; answersPerItem: number; itemsPerPerson: number }> {
  const scope = projectScope(actor, "annotation.manage");
  return withTx(async (client) => {
    const collection = await maybeRow(
      client,
      collectionRow,
      sql`SELECT project_id, name, slug, settings, is_demo FROM annotation_collection
       WHERE id = ${collectionId} AND NOT is_training AND (${scope}::uuid[] IS NULL OR project_id = ANY(${scope}))
       FOR UPDATE`,
    );
    if (!collection) throw notFoundError();
    await refuseSchema(client, collectionId, "Blind re-solve");
    const texts = await readWaitingTexts(client, collectionId, request.kind);
    if (texts.length === 0) throw new AppError("conflict", "No reviewed item is waiting for a re-solve.", "kind");
    const benchmark = await findOrCreateBenchmark(client, {
      projectId: collection.project_id,
      name: `${collection.name}: blind re-solve`,
      description: "Texts that are solved again before they are accepted. Not the final benchmark.",
    });
    const { stored: storedItems } = await storeAsItems(client, benchmark.id, actor.userId, texts, correctionReason);
    const foils = requireKind(request.kind).isLocalised
      ? (
          await storeAsItems(
            client,
            benchmark.id,
            actor.userId,
            await readFoils(client, collectionId, texts),
            correctionReason,
          )
        ).stored
      : [];
    const { settings } = collection;
    const solvableItems = await readReSolveItems(
      client,
      [...storedItems, ...foils].map(({ itemVersionId }) => itemVersionId),
    );
    const slug = `re-solve-${slugify(collection.slug).slice(0, 40)}-${randomBytes(4).toString("hex")}`;
    const design = planReSolve(request.kind, solvableItems.items, {
      seed: slug,
      answersPerItem: settings.reSolveAnswers,
      wanted: request.itemsPerPerson ?? 20,
    });
    const studyId = await createStudy(client, {
      projectId: collection.project_id,
      createdById: actor.userId,
      name: `Blind re-solve: ${collection.name} (${request.kind})`,
      slug,
      description: `Re-solve study of the collection "${collection.name}". It selects items, so it is not a baseline.`,
      language: "en",
      stage: "re-solve",
      benchmarkId: benchmark.id,
      itemIds: solvableItems.itemIds,
      design,
      protocol: withNewestWords(reSolveProtocol(request.kind)),
      correspondence: presetCorrespondence(undefined, design.factors),
      isDemo: collection.is_demo,
    });
    await client.query(
      sql`INSERT INTO annotation_gate (id, item_id, study_id, item_version_id)
       SELECT gen_random_uuid(), id, ${studyId}, version
       FROM unnest(${storedItems.map(({ id }) => id)}::uuid[],
       ${storedItems.map(({ itemVersionId }) => itemVersionId)}::uuid[]) AS given (id, version)`,
    );
    await recordAudit(client, {
      actorId: actor.userId,
      projectId: collection.project_id,
      action: "collection.start-re-solve",
      subjectType: "annotation-collection",
      subjectId: collectionId,
      after: { studyId, kind: request.kind, items: storedItems.length },
    });
    return {
      studyId,
      slug,
      items: storedItems.length,
      answersPerItem: settings.reSolveAnswers,
      itemsPerPerson: design.itemsPerSession,
    };
  });
}

/**
 * Locks and returns the reviewed items that are in no running re-solve study, so that two simultaneous starts have no
 * item in common. A study that was closed before its answers were complete releases its items.
 */
async function readWaitingTexts(
  client: PoolClient,
  collectionId: string,
  kind: ReSolveRequest["kind"],
): Promise<TextToStore[]> {
  const condition = fragment`item.collection_id = ${collectionId} AND item.status = 'reviewed'
       AND item.kind = ANY(${storyKindNames(({ itemKind }) => itemKind === kind)})
       AND NOT EXISTS (SELECT FROM annotation_gate AS gate JOIN study ON study.id = gate.study_id
                       WHERE gate.item_id = item.id AND gate.decided_at IS NULL AND study.status <> 'closed')
     ORDER BY item.ordinal`;
  await client.query(sql`SELECT FROM annotation_item AS item WHERE ${condition} FOR UPDATE`);
  const rows = await manyRows(
    client,
    textToStoreRow,
    sql`SELECT item.id, item.external_id, item.group_key, item.knowledge_type, item.ordinal,
       text.released_document AS document
     FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id WHERE ${condition}`,
  );
  return rows.map(toTextToStore);
}

/**
 * Additional texts of other groups, on which this re-solve does not decide. With them half of the texts are sound, so
 * that the base rate reveals nothing. Fewer if the collection does not have enough.
 */
async function readFoils(
  client: PoolClient,
  collectionId: string,
  texts: readonly TextToStore[],
): Promise<TextToStore[]> {
  const soundCount = texts.filter(({ document }) => originalKinds.includes(document.kind)).length;
  const missingCount = texts.length - 2 * soundCount;
  const rows = await manyRows(
    client,
    textToStoreRow,
    sql`SELECT item.id, item.external_id, item.group_key, item.knowledge_type, item.ordinal,
       text.current_document AS document
     FROM annotation_item AS item JOIN item_text AS text ON text.item_id = item.id
     WHERE item.collection_id = ${collectionId} AND item.status NOT IN ('rejected', 'irreparable')
       AND item.kind = ANY(${missingCount > 0 ? originalKinds : editedKinds})
       AND item.group_key <> ALL (${texts.map(({ groupKey }) => groupKey)}) AND (${missingCount} > 0
       OR item.status = 'accepted')
     ORDER BY item.status = 'accepted' DESC, md5(item.id::text) LIMIT abs(${missingCount}::int)`,
  );
  return rows.map(toTextToStore);
}

const studyItemRow = z.strictObject({
  id: z.string(),
  external_id: z.string(),
  attributes: itemRowColumns.attributes,
  story: z.string(),
});

/** The stored items in the form that a study needs to compose its sessions. */
async function readReSolveItems(client: PoolClient, itemIds: readonly string[]) {
  const rows = await manyRows(
    client,
    studyItemRow,
    sql`SELECT item_version.id, item_version.external_id, item_version.attributes, story_version.external_id AS story
     FROM unnest(${itemIds}::uuid[]) WITH ORDINALITY AS given (id, place)
     JOIN item_version ON item_version.id = given.id
     JOIN story_version ON story_version.id = item_version.story_version_id ORDER BY given.place`,
  );
  const items = rows.map((row) =>
    layoutItem({ id: row.external_id, story: { id: row.story }, attributes: row.attributes }),
  );
  return { itemIds: rows.map(({ id }) => id), items };
}
