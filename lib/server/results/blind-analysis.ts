import type { AnalysisFile } from "@/lib/domain/results/analysis/analyse-study.ts";
import { maskNames } from "@/lib/domain/results/sharing/blind-names.ts";
import {
  type Blinding,
  blindCollection,
  blindDataCollectionState,
  blindLook,
  blindPlan,
  blindResultsBeforeAmendment,
  blindStudy,
  blindStudyResults,
} from "@/lib/domain/results/sharing/blind-results.ts";
import type { AnalysisFilesInput } from "./write-analysis.ts";

/** The input of an analysis without the names of models and conditions. */
export function blindAnalysisFilesInput(work: AnalysisFilesInput, blinding: Blinding): AnalysisFilesInput {
  return {
    ...work,
    page: {
      ...work.page,
      study: blindStudy(work.page.study, blinding),
      results: blindStudyResults(work.page.results, blinding),
      data: blindDataCollectionState(work.page.data, blinding),
    },
    plan: blindPlan(work.plan, blinding),
    looks: work.looks.map(blindLook),
    former: work.former && blindResultsBeforeAmendment(work.former, blinding),
    collection: work.collection && blindCollection(work.collection),
    tables: null,
  };
}

/**
 * The hashes of the blinded input at the end of the methods text; they do not match any file that a reader can check.
 */
const inputHashes = /\n\nData SHA-256 [0-9a-f]+; plan SHA-256 [0-9a-f]+\.\n$/;

/**
 * Returns only the methods text, with the names of models replaced in texts by users, such as the reason of an
 * amendment. The other files are omitted, because they contain levels of conditions.
 */
export function maskMethods(files: readonly AnalysisFile[], { models }: Blinding): AnalysisFile[] {
  return files
    .filter(({ name }) => name === "methods.md")
    .map(({ name, content }) => ({ name, content: maskNames(content.replace(inputHashes, "\n"), models) }));
}
