import type { ItemImportReport } from "@/lib/domain/interchange/import-report.ts";
import type { ItemRow } from "@/lib/domain/items/item.ts";
import { importItems } from "../items/import-items.ts";
import type { ImportLine, ImportSource } from "../items/import-lines.ts";
import { type Actor, requireRight } from "../platform/access/access.ts";
import { amendForKeys } from "../studies/draft/amend-for-keys.ts";
import { checkProblemLines, type ProblemCheckSummary, type ProblemSettings } from "./problem-lines.ts";

export interface ProblemImport {
  projectId: string;
  benchmarkName: string;
  description?: string;
  isDemo?: boolean;
  /** Why keys are corrected, for frozen studies that depend on these keys. */
  reason?: string;
}

export interface ProblemImportReport extends Omit<ItemImportReport, "balance" | "preview">, ProblemCheckSummary {}

/** The items of a file of MindGames rows, by line, and the findings about all of them. */
export interface CheckedProblems {
  fileName: string;
  lines: AsyncIterable<ImportLine<ItemRow>>;
  sha256: () => string;
  summary: () => ProblemCheckSummary;
}

/**
 * Imports a file of MindGames rows into a benchmark and checks each row. An invalid row is rejected with its line and
 * field. A row with contradictions is imported and reported, unless `skipsMismatches` is set. Importing the same file
 * twice changes nothing. The check needs much processor time, so uploads use `uploadProblems`.
 */
export async function importProblems(
  actor: Actor,
  { gold, skipsMismatches, ...request }: ProblemImport & ProblemSettings,
  source: ImportSource,
): Promise<ProblemImportReport> {
  return storeProblems(actor, request, { ...source, ...checkProblemLines(source.lines, { gold, skipsMismatches }) });
}

/** The same as `importProblems`, for rows that have already been checked. */
export async function storeProblems(
  actor: Actor,
  { reason = "", ...request }: ProblemImport,
  { summary, ...source }: CheckedProblems,
): Promise<ProblemImportReport> {
  requireRight(actor, "research.write", request.projectId);
  const {
    balance: _,
    preview: _items,
    ...report
  } = await importItems({
    ...request,
    ...source,
    actorId: actor.userId,
    onKeysCorrected: (client, benchmarkId) => amendForKeys(client, benchmarkId, actor.userId, reason),
  });
  const { skipped, check, checkBySetup, findings } = summary();
  return { ...report, skipped, check, checkBySetup, findings };
}
