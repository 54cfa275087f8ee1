import { listNames } from "@/lib/domain/items/item-selection.ts";
import { generateOrExplain } from "@/lib/domain/survey/composition/nearest-exact.ts";
import { countSessions, layoutDesignOf } from "@/lib/domain/survey/composition/study-layout.ts";
import type { Design } from "@/lib/domain/survey/design.ts";
import { listVariants, type VariedKind, variedKind } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { chooseDraftItems, findUnknownItems } from "@/lib/domain/survey/studies/choose-items.ts";
import { reviewDraft } from "@/lib/domain/survey/studies/review-draft.ts";
import { designOf, type StudyDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { type Connection, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { refusal } from "../read-draft.ts";
import { readNewestItems, readStudyItems, type StudyItem, toLayoutItem } from "../study-items.ts";

/** The items and the design of a draft. */
export interface ResolvedDraft {
  items: StudyItem[];
  design: Design;
}

/**
 * Finds a draft's items in a benchmark of the project and checks that all parts of the draft are consistent. Throws a
 * refusal that names the invalid field.
 *
 * @param keptFrom the study whose items are used if the draft has no filter
 */
export async function resolveDraft(
  client: Connection,
  projectId: string,
  draft: StudyDraft,
  keptFrom: string | null,
): Promise<ResolvedDraft> {
  const benchmark = await rowCountOf(
    client,
    sql`SELECT 1 FROM benchmark WHERE id = ${draft.benchmarkId} AND project_id = ${projectId}`,
  );
  if (!benchmark) throw refusal("benchmarkId", "Please choose one of this project's benchmarks.");
  const { items, kind } = await chooseItems(client, draft, keptFrom);
  const [problem] = reviewDraft(
    draft,
    kind,
    items.map((chosen) => chosen.item),
  );
  if (problem) throw refusal(problem.field, problem.message);
  const design = designOf(draft, kind);
  refuseContradictions(design, items);
  return { items, design };
}

/** Generates the design, so that no impossible design is saved; the error names the nearest valid number. */
function refuseContradictions(design: Design, items: readonly StudyItem[]): void {
  const file = layoutDesignOf(design, items.length);
  if (!file) {
    const smaller = Math.max(1, Math.floor(countSessions(design, items.length)));
    throw refusal(
      "perStratumItem",
      `These answers do not divide into whole sessions; ${smaller} sessions would be whole.`,
    );
  }
  const result = generateOrExplain(file, items.map(toLayoutItem));
  if (!result.ok) throw refusal("composition", result.message);
}

/** The items of a draft, and the property that the draft varies in them. */
async function chooseItems(
  client: Connection,
  draft: StudyDraft,
  keptFrom: string | null,
): Promise<{ items: StudyItem[]; kind: VariedKind }> {
  if (draft.itemFilter === null) {
    if (keptFrom === null) throw refusal("itemFilter", "Please choose the items.");
    const items = await readStudyItems(keptFrom, client);
    const leftOut = new Set(draft.leftOut);
    if (draft.leftOut?.some((id) => items.every((item) => item.id !== id)))
      throw refusal("leftOut", "The study does not ask this item.");
    return withKind(
      draft,
      items.filter(({ id }) => !leftOut.has(id)),
    );
  }
  const newest = await readNewestItems(draft.benchmarkId, client);
  const unknown = findUnknownItems(draft, newest);
  if (unknown.length > 0) throw refusal("itemIds", `The benchmark has no such items: ${listNames(unknown)}.`);
  return withKind(draft, chooseDraftItems(draft, requireVaried(draft, newest), newest));
}

function withKind(draft: StudyDraft, items: StudyItem[]): { items: StudyItem[]; kind: VariedKind } {
  return { items, kind: requireVaried(draft, items) };
}

/** The property that a draft varies in these items; throws a refusal for a kind that studies cannot ask. */
export function requireVaried({ itemKind }: Pick<StudyDraft, "itemKind">, items: readonly StudyItem[]): VariedKind {
  const kind = variedKind(itemKind, listVariants(items.map(({ item }) => item)));
  if (!kind) throw refusal("itemKind", "is a kind of item that studies cannot ask");
  return kind;
}
