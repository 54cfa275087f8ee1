import type { ResultState } from "@/lib/domain/result-state.ts";
import type { LanguageResults } from "@/lib/domain/results/model/language-results.ts";
import type { Actor } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { loadFreshResult, loadStoredResult } from "../stored-results/stored-result.ts";
import { studyWhere } from "../studies/study-where.ts";
import { findLanguages, languageResult, languageSubject } from "./language-result.ts";

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
  const subject = await findSubject(actor, address, itemVersionId);
  return subject === null ? null : loadStoredResult(languageResult, subject);
}

/**
 * The same results for a download, never outdated.
 *
 * @throws PendingError while they are computed
 */
export async function loadFreshLanguages(
  actor: Actor,
  address: string,
  itemVersionId: string | null,
): Promise<{ document: LanguageResults[]; dataHash: string } | null> {
  const subject = await findSubject(actor, address, itemVersionId);
  return subject === null ? null : loadFreshResult(languageResult, subject);
}

async function findSubject(actor: Actor, address: string, itemVersionId: string | null): Promise<string | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  return study && (await findLanguages(study.id)) ? languageSubject(study.id, itemVersionId) : null;
}
