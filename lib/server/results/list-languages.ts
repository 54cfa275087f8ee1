import type { ResultState } from "@/lib/domain/result-state.ts";
import type { LanguageResults } from "@/lib/domain/results/model/language-results.ts";
import type { Actor } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { loadStoredResult } from "../stored-results/stored-result.ts";
import { studyWhere } from "../studies/study-where.ts";
import { findLanguages, languageResult } from "./language-result.ts";

/**
 * The languages of a study as last computed, its own language first. Contains the number and accuracy of people's
 * answers, and the models that were asked in each language, compared by translation. Null for a study in one language
 * and for users who may not read research.
 *
 * @param itemVersionId restricts the result to one item of the study; null for all items
 */
export async function listLanguages(
  actor: Actor,
  address: string,
  itemVersionId: string | null = null,
): Promise<ResultState<LanguageResults[]> | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study || !(await findLanguages(study.id))) return null;
  return loadStoredResult(languageResult, itemVersionId === null ? study.id : `${study.id}/${itemVersionId}`);
}
