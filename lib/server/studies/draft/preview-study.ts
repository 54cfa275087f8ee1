import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { describeLayout } from "@/lib/domain/survey/composition/describe-layout.ts";
import { generateOrExplain } from "@/lib/domain/survey/composition/nearest-exact.ts";
import { layoutDesignOf } from "@/lib/domain/survey/composition/study-layout.ts";
import type { StudyItemKind } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { conditionsOfItem, studyConditions, type VariedDesign } from "@/lib/domain/survey/kinds/design-variants.ts";
import type { SessionView } from "@/lib/domain/survey/session-view.ts";
import { chooseDraftItems } from "@/lib/domain/survey/studies/choose-items.ts";
import { parsePreviewLocation, previewScreen } from "@/lib/domain/survey/studies/preview-screen.ts";
import { designOf, type StudyDraft, studyDraftSchema } from "@/lib/domain/survey/studies/study-draft.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { getStudy } from "../get-study.ts";
import { fieldError, readDraft } from "../read-draft.ts";
import { readNewestItems, readStudyItems, type StudyItem, toLayoutItem } from "../study-items.ts";
import { requireVaried } from "./resolve-draft.ts";

/** The requested page of a preview; missing parts default to the first page, item and condition. */
export interface PreviewChoice {
  /** The index of a screen, or the outcome of an end page. */
  page?: string | undefined;
  item?: string | undefined;
  condition?: string | undefined;
}

/**
 * A page of a study as a participant would see it; null if there is no such page, and for users who may not see the
 * study.
 */
export async function previewStudy(actor: Actor, address: string, choice: PreviewChoice): Promise<SessionView | null> {
  const study = await getStudy(actor, address);
  if (!study) return null;
  const items = await readStudyItems(study.id);
  return viewPage({ ...study, itemsPerSession: study.design.itemsPerSession }, study.design, choice, items);
}

/**
 * A page of an unsaved study form. Throws an error at an invalid field.
 *
 * @param keptFrom the study whose items are used if no filter describes them
 */
export async function previewDraft(
  actor: Actor,
  projectId: string,
  input: unknown,
  choice: PreviewChoice,
  keptFrom: string | null = null,
): Promise<SessionView | null> {
  requireRight(actor, "research.write", projectId);
  // A preview needs neither a name nor a slug, so both may be missing.
  const filledInput =
    typeof input === "object" && input !== null
      ? { ...input, ...fillNameAndSlug(input as { name?: unknown; slug?: unknown }) }
      : input;
  const draft = readDraft(studyDraftSchema, filledInput);
  const benchmarkCount = await db().benchmark.count({ where: { id: draft.benchmarkId, projectId } });
  if (benchmarkCount === 0) throw new AppError("invalid", "Please choose a benchmark.", "benchmarkId");
  const { items, kind } = await readDraftItems(actor, draft, keptFrom);
  return viewPage(draft, designOf(draft, kind), choice, items);
}

/**
 * A preview of the sessions of an unsaved form: the margins, and the first session of each group. Throws an error at an
 * invalid field, or with the nearest valid number if the rules contradict each other.
 *
 * @param keptFrom the study whose items are used if no filter describes them
 */
export async function previewSessions(
  actor: Actor,
  projectId: string,
  input: unknown,
  keptFrom: string | null = null,
): Promise<{ title: string; text: string }> {
  requireRight(actor, "research.write", projectId);
  const filledInput =
    typeof input === "object" && input !== null
      ? { ...input, ...fillNameAndSlug(input as { name?: unknown; slug?: unknown }) }
      : input;
  const draft = readDraft(studyDraftSchema, filledInput);
  const benchmarkCount = await db().benchmark.count({ where: { id: draft.benchmarkId, projectId } });
  if (benchmarkCount === 0) throw new AppError("invalid", "Please choose a benchmark.", "benchmarkId");
  const { items: chosen, kind } = await readDraftItems(actor, draft, keptFrom);
  const file = layoutDesignOf(designOf(draft, kind), chosen.length);
  if (!file) throw fieldError("perStratumItem", "These answers do not divide into whole sessions.");
  const result = generateOrExplain(file, chosen.map(toLayoutItem));
  if (!result.ok) throw fieldError("composition", result.message);
  return describeLayout(file, result.items, result.slots);
}

/** The items of a form: those of its filter, or the study's current items if the form has no filter. */
async function readDraftItems(
  actor: Actor,
  draft: StudyDraft,
  keptFrom: string | null,
): Promise<{ items: StudyItem[]; kind: StudyItemKind }> {
  const sourceStudy = draft.itemFilter === null && keptFrom !== null ? await getStudy(actor, keptFrom) : null;
  const availableItems = sourceStudy ? await readStudyItems(sourceStudy.id) : await readNewestItems(draft.benchmarkId);
  const items = sourceStudy
    ? availableItems
    : chooseDraftItems(draft, requireVaried(draft, availableItems), availableItems);
  return { items, kind: requireVaried(draft, items) };
}

function fillNameAndSlug(input: { name?: unknown; slug?: unknown }): { name: unknown; slug: unknown } {
  return { name: input.name || "Untitled study", slug: input.slug || "untitled-study" };
}

function viewPage(
  study: Parameters<typeof previewScreen>[0],
  design: VariedDesign,
  choice: PreviewChoice,
  items: readonly StudyItem[],
): SessionView | null {
  const location = parsePreviewLocation(study, choice.page ?? "0");
  const isAsked = ({ item }: StudyItem) =>
    conditionsOfItem(design, item).some((levels) => conditionKey(levels) === choice.condition);
  const item = items.find((candidate) => candidate.id === choice.item) ?? items.find(isAsked) ?? items[0];
  const conditions = item ? conditionsOfItem(design, item.item) : studyConditions(design);
  const levels = conditions.find((candidate) => conditionKey(candidate) === choice.condition) ?? conditions[0];
  if (location === null || !levels) return null;
  return previewScreen(study, location, item?.item ?? null, levels);
}
