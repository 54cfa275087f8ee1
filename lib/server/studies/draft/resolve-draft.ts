import { listNames } from "@/lib/domain/items/item-selection.ts";
import { generateOrExplain } from "@/lib/domain/survey/composition/nearest-exact.ts";
import { countSessions, layoutDesignOf } from "@/lib/domain/survey/composition/study-layout.ts";
import type { Design } from "@/lib/domain/survey/design.ts";
import { findStudyItemKind, listVariants, type StudyItemKind } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { chooseDraftItems, findUnknownItems } from "@/lib/domain/survey/studies/choose-items.ts";
import { reviewDraft } from "@/lib/domain/survey/studies/review-draft.ts";
import { designOf, type StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { type Connection, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { fieldError } from "../read-draft.ts";
import { readNewestItems, readStudyItems, type StudyItem, toLayoutItem } from "../study-items.ts";

/** The items and the design of a draft. */
export interface ResolvedDraft {
  items: StudyItem[];
  design: Design;
}

/**
 * Finds a draft's items in a benchmark of the project and checks that all parts of the draft are consistent. Throws an
 * error at the invalid field.
 *
 * @param keptFrom the study whose items are used if the draft has no filter
 */
export async function resolveDraft(
  client: Connection,
  projectId: string,
  draft: StudyDraft,
  keptFrom: string | null,
): Promise<ResolvedDraft> {
  const benchmarkCount = await rowCountOf(
    client,
    sql`SELECT 1 FROM benchmark WHERE id = ${draft.benchmarkId} AND project_id = ${projectId}`,
  );
  if (!benchmarkCount) throw fieldError("benchmarkId", "Please choose one of this project's benchmarks.");
  const { items, kind } = await chooseItems(client, draft, keptFrom);
  const [problem] = reviewDraft(
    draft,
    kind,
    items.map((chosen) => chosen.item),
  );
  if (problem) throw fieldError(problem.field, problem.message);
  const design = designOf(draft, kind);
  requirePossibleDesign(design, items);
  return { items, design };
}

/** Generates the design, so that no impossible design is saved; the error names the nearest valid number. */
function requirePossibleDesign(design: Design, items: readonly StudyItem[]): void {
  const file = layoutDesignOf(design, items.length);
  if (!file) {
    const wholeSessions = Math.max(1, Math.floor(countSessions(design, items.length)));
    throw fieldError(
      "perStratumItem",
      `These answers do not divide into whole sessions; the nearest smaller number is ${wholeSessions} sessions.`,
    );
  }
  const result = generateOrExplain(file, items.map(toLayoutItem));
  if (!result.ok) throw fieldError("composition", result.message);
}

/** The items of a draft, and the property that the draft varies in these items. */
async function chooseItems(
  client: Connection,
  draft: StudyDraft,
  keptFrom: string | null,
): Promise<{ items: StudyItem[]; kind: StudyItemKind }> {
  if (draft.itemFilter === null) {
    if (keptFrom === null) throw fieldError("itemFilter", "Please choose the items.");
    const items = await readStudyItems(keptFrom, client);
    const leftOut = new Set(draft.leftOut);
    if (draft.leftOut?.some((id) => items.every((item) => item.id !== id)))
      throw fieldError("leftOut", "The study does not contain this item.");
    return addVariedKind(
      draft,
      items.filter(({ id }) => !leftOut.has(id)),
    );
  }
  const newest = await readNewestItems(draft.benchmarkId, client);
  const unknownItems = findUnknownItems(draft, newest);
  if (unknownItems.length > 0)
    throw fieldError("itemIds", `The benchmark has no such items: ${listNames(unknownItems)}.`);
  return addVariedKind(draft, chooseDraftItems(draft, requireVaried(draft, newest), newest));
}

function addVariedKind(draft: StudyDraft, items: StudyItem[]): { items: StudyItem[]; kind: StudyItemKind } {
  return { items, kind: requireVaried(draft, items) };
}

/** The property that a draft varies in these items; throws an error for a kind that studies cannot ask. */
export function requireVaried({ itemKind }: Pick<StudyDraft, "itemKind">, items: readonly StudyItem[]): StudyItemKind {
  const kind = findStudyItemKind(itemKind, listVariants(items.map(({ item }) => item)));
  if (!kind) throw fieldError("itemKind", "is a kind of item that studies cannot ask");
  return kind;
}
