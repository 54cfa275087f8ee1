import * as z from "zod";
import { draftItemKind, includesKind } from "@/lib/domain/survey/kinds/asked-kind.ts";
import type { ItemFilter } from "@/lib/domain/survey/studies/item-table.ts";
import { draftOfDesign, type StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import type { Actor } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { manyRows } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { foldRows } from "../../stored-results/fold-rows.ts";
import { getStudy } from "../get-study.ts";
import { newestItemsInPieces } from "../study-items.ts";
import { studyRevision } from "./study-revision.ts";

/** The content of a study's edit form. */
export interface EditableStudy {
  id: string;
  slug: string;
  name: string;
  projectId: string;
  draft: StudyDraft;
  revision: string;
  isFrozen: boolean;
  /** The current number of items, if they are not described by a filter. */
  items: number;
  /**
   * Whether the groups are not combinations of answers because they were created in another way; saving the form
   * replaces them.
   */
  hasOwnGroups: boolean;
}

/** The filled-in form of a study; null for users who may not change it. */
export async function getStudyDraft(actor: Actor, address: string): Promise<EditableStudy | null> {
  const study = await getStudy(actor, address);
  if (!study?.canWrite || study.stage === "preview") return null;
  const itemIds = await listItemIds(study.id);
  const itemKind = draftItemKind(study);
  // The form of a study that was opened does not show the study's items.
  const filter = study.isFrozen ? null : await readFilter(study.benchmark.id, itemKind, itemIds);
  const { quotas, ...design } = draftOfDesign(study.design);
  return {
    id: study.id,
    slug: study.slug,
    name: study.name,
    projectId: study.projectId,
    isFrozen: study.isFrozen,
    items: itemIds.length,
    hasOwnGroups: quotas === null,
    revision: studyRevision({
      ...study,
      benchmarkId: study.benchmark.id,
      protocolVersionId: study.protocolVersion.id,
    }),
    draft: {
      ...design,
      name: study.name,
      slug: study.slug,
      description: study.description,
      stage: study.stage,
      language: study.language,
      benchmarkId: study.benchmark.id,
      itemKind,
      itemFilter: copyFilter(filter),
      quotas: quotas ?? [],
      protocol: study.protocol,
    },
  };
}

const studyItemIdRow = z.strictObject({ id: z.string() });

async function listItemIds(studyId: string): Promise<string[]> {
  const statement = sql`SELECT item_version_id AS id FROM study_item WHERE study_id = ${studyId} ORDER BY ordinal`;
  return (await manyRows(pool(), studyItemIdRow, statement)).map(({ id }) => id);
}

/**
 * The maximum number of items for which the filter is computed in this process; for more items, it is computed in a
 * thread.
 */
const maxItemsInProcess = 1_000;

async function readFilter(benchmarkId: string, kind: string, chosenIds: readonly string[]): Promise<ItemFilter | null> {
  const isInThread = (await db().itemVersion.count({ where: { benchmarkId } })) > maxItemsInProcess;
  return withSnapshot(async (client) => {
    async function* ofKind() {
      for await (const piece of newestItemsInPieces(client, benchmarkId))
        yield piece
          .filter(({ item }) => includesKind(kind, item.kind))
          .map(({ id, attributes }) => ({ id, attributes }));
    }
    return foldRows("item-filter", chosenIds, ofKind(), { isInThread, read: async () => undefined });
  });
}

function copyFilter(filter: ItemFilter | null): StudyDraft["itemFilter"] {
  return filter && Object.fromEntries(Object.entries(filter).map(([name, values]) => [name, [...values]]));
}
