import type { Actor } from "../../platform/access/access.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { getStudyDraft } from "./get-study-draft.ts";
import { updateStudy } from "./update-study.ts";

/**
 * Leaves an item out of a draft study. The study then keeps the list of its other items, which no filter describes. It
 * is refused with the nearest possible numbers if the rest does not fit the design.
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
