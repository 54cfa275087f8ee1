import type { Actor } from "../../platform/access/access.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { getStudyDraft } from "./get-study-draft.ts";
import { updateStudy } from "./update-study.ts";

/**
 * Removes an item from a draft study. The study then stores the list of its remaining items instead of a filter. If the
 * remaining items do not fit the design, the removal is rejected with the nearest possible numbers.
 */
export async function excludeItem(actor: Actor, studyId: string, itemVersionId: string): Promise<void> {
  const study = await getStudyDraft(actor, studyId);
  if (!study) throw notFoundError();
  if (study.isFrozen)
    throw new AppError(
      "conflict",
      "This study was opened, so its items are fixed. Exclude the answers instead.",
      "study",
    );
  const draft = { ...study.draft, itemFilter: null, leftOut: [itemVersionId] };
  await updateStudy(actor, study.id, study.revision, draft);
}
