import { fingerprint } from "@/lib/domain/fingerprint.ts";
import { fragment, type SqlFragment } from "../../platform/database/sql.ts";
import type { ResultFacts } from "../../stored-results/result-definition.ts";
import { readStudyFacts } from "../../stored-results/study-facts.ts";
import { readStudyFrame } from "./study-frame.ts";

/**
 * SQL: whether `prediction` is an answer to a text other than the one that people of a study read. This was determined
 * by the comparison with the study's own texts or, if no condition of the study corresponds, at import.
 */
export function answersOtherTextSql(studyId: string): SqlFragment {
  return fragment`coalesce(
  (SELECT bool_or(found.parity = 'mismatch') FROM parity_finding AS found
   WHERE found.study_id = ${studyId} AND found.prediction_id = prediction.id AND found.parity <> 'unmatched'),
  prediction.parity = 'mismatch')`;
}

/**
 * The facts on which a study's result depends. If answers to other texts are excluded, the facts include the data that
 * determine these answers.
 */
export async function readMatchingFacts(studyId: string, withMismatches: boolean): Promise<ResultFacts | null> {
  const facts = await readStudyFacts(studyId);
  if (!facts || withMismatches) return facts;
  const frame = await readStudyFrame(studyId);
  return { ...facts, dataHash: fingerprint(`${facts.dataHash}/${frame?.tallyHash ?? ""}`) };
}
