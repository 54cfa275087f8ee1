import * as z from "zod";
import { asksKind, draftedKind } from "@/lib/domain/survey/kinds/asked-kind.ts";
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
export interface EditedStudy {
  id: string;
  slug: string;
  name: string;
  projectId: string;
  draft: StudyDraft;
  revision: string;
  isFrozen: boolean;
  /** The current number of items if no filter describes the items. */
  items: number;
  /**
   * Whether the groups were created in another way and are not a cross of answers; saving the form then replaces them.
   */
  hasOwnGroups: boolean;
}

/** The filled-in form of a study; null for users who may not change it. */
export async function getStudyDraft(actor: Actor, address: string): Promise<EditedStudy | null> {
  const study = await getStudy(actor, address);
  if (!study?.canWrite || study.stage === "preview") return null;
  const chosen = await listChosen(study.id);
  const itemKind = draftedKind(study);
  // The form of a study that has been opened does not show the study's items.
  const filter = study.isFrozen ? null : await readFilter(study.benchmark.id, itemKind, chosen);
  const { quotas, ...design } = draftOfDesign(study.design);
  return {
    id: study.id,
    slug: study.slug,
    name: study.name,
    projectId: study.projectId,
    isFrozen: study.isFrozen,
    items: chosen.length,
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

const chosenRow = z.strictObject({ id: z.string() });

async function listChosen(studyId: string): Promise<string[]> {
  const statement = sql`SELECT item_version_id AS id FROM study_item WHERE study_id = ${studyId} ORDER BY ordinal`;
  return (await manyRows(pool(), chosenRow, statement)).map(({ id }) => id);
}

/**
 * The maximum number of items for which the filter is computed in this process; above it, a thread computes the filter.
 */
const filteredHere = 1_000;

async function readFilter(benchmarkId: string, kind: string, chosen: readonly string[]): Promise<ItemFilter | null> {
  const isInThread = (await db().itemVersion.count({ where: { benchmarkId } })) > filteredHere;
  return withSnapshot(async (client) => {
    async function* ofKind() {
      for await (const piece of newestItemsInPieces(client, benchmarkId))
        yield piece.filter(({ item }) => asksKind(kind, item.kind)).map(({ id, attributes }) => ({ id, attributes }));
    }
    return foldRows("item-filter", chosen, ofKind(), { isInThread, read: async () => undefined });
  });
}

function copyFilter(filter: ItemFilter | null): StudyDraft["itemFilter"] {
  return filter && Object.fromEntries(Object.entries(filter).map(([name, values]) => [name, [...values]]));
}
