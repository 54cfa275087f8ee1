import type { ResultState } from "@/lib/domain/result-state.ts";
import { findFailureRule } from "@/lib/domain/survey/check.ts";
import type { StudyChecks } from "@/lib/domain/survey/live/prepare-checks.ts";
import type { Actor } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { pool } from "../../platform/database/pool.ts";
import { loadFreshResult, loadStoredResult } from "../../stored-results/stored-result.ts";
import { readProtocols } from "../rules/read-checks.ts";
import { studyWhere } from "../study-where.ts";
import { checksResult } from "./checks-result.ts";

/**
 * The last computed results of a study's checks; null for a study without checks and for users who may not see the
 * study.
 */
export async function loadStudyChecks(actor: Actor, address: string): Promise<ResultState<StudyChecks> | null> {
  const studyId = await findCheckedStudy(actor, address);
  return studyId === null ? null : loadStoredResult(checksResult, studyId);
}

/** The results of the checks for a download: computed now if no stored result matches the data. */
export async function loadFreshStudyChecks(actor: Actor, address: string): Promise<StudyChecks | null> {
  const studyId = await findCheckedStudy(actor, address);
  const result = studyId === null ? null : await loadFreshResult(checksResult, studyId);
  return result?.document ?? null;
}

/** A study with checks, for users who may read it. */
async function findCheckedStudy(actor: Actor, address: string): Promise<string | null> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true },
  });
  if (!study) return null;
  const protocols = [...(await readProtocols(pool(), study.id)).values()];
  return protocols.some(({ steps }) => steps.some(findFailureRule)) ? study.id : null;
}
