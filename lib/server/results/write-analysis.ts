import { analyseLocalisation } from "@/lib/domain/results/analysis/analyse-localisation.ts";
import { type AnalysisFile, analyseStudy } from "@/lib/domain/results/analysis/analyse-study.ts";
import type { CollectionFacts } from "@/lib/domain/results/analysis/collection-methods.ts";
import type { InterimAnalysis } from "@/lib/domain/results/interim/interim-analyses.ts";
import type { StudyResultsPage } from "@/lib/domain/results/model/study-results-page.ts";
import type { AnalysisPlan } from "@/lib/domain/results/plan/analysis-plan.ts";
import { confirmatoryFamily } from "@/lib/domain/results/plan/confirmatory-family.ts";
import type { ResultsBeforeAmendment } from "@/lib/domain/results/plan/plan-record.ts";
import { selectModelTests } from "@/lib/domain/results/plan/planned-models.ts";
import type { ResultStatus } from "@/lib/domain/results/plan/result-status.ts";
import { statusOfView } from "@/lib/domain/results/plan/test-status.ts";
import { type CellMaterial, prepareCellMaterial } from "@/lib/domain/results/views/cell-material.ts";
import { cellView, cellViewTitles } from "@/lib/domain/results/views/cell-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { type ViewStatus, viewFiles } from "@/lib/domain/results/views/view-files.ts";

/** The input of an analysis's files. */
export interface AnalysisFilesInput {
  page: Pick<StudyResultsPage, "study" | "stage" | "results" | "lateKeys" | "data">;
  plan: AnalysisPlan;
  /** The status of the plan's tests; tests under `tables/` have it only if the plan contains them (`decideTestStatus`). */
  status: ResultStatus;
  /** The declared interim analyses that were carried out. */
  looks: readonly InterimAnalysis[];
  /** The results without the amendments made after data collection began; null if there are none. */
  former: ResultsBeforeAmendment | null;
  /** The time when the plan was frozen; null if it is not the study's own plan. */
  record: string | null;
  /** The analysis of groups of people; null if the plan contains no tests of groups or the analysis is not computed. */
  groups: View | null;
  /** Who found the errors; null unless the plan is about marked words. */
  errors: { view: View; dataHash: string } | null;
  /** How the data were collected, for the methods text. */
  collection: CollectionFacts | null;
  /** Data for the tables and comparisons; null if only the headline is requested. */
  tables: { details: CellMaterial["details"]; dataHash: string } | null;
}

/**
 * The files of an analysis: the files of its headline and, if requested, every table and comparison under `tables/`.
 * Has no side effects.
 */
export function writeAnalysis(work: AnalysisFilesInput): AnalysisFile[] {
  return [...writeHeadlineFiles(work), ...writeTableFiles(work)];
}

function writeHeadlineFiles({
  page,
  plan,
  status,
  looks,
  former,
  record,
  groups,
  errors,
  collection,
}: AnalysisFilesInput): AnalysisFile[] {
  const { study, stage, results, lateKeys, data } = page;
  const { name, slug, benchmark } = study;
  const about = { study: { name, slug, benchmark }, stage, plan, status, record, data };
  if (plan.outcome.measure !== "localisation")
    return analyseStudy({ ...about, looks, former, results, lateKeys, groups, collection });
  return errors ? analyseLocalisation({ ...about, errors, former, collection, series: results.series }) : [];
}

function writeTableFiles({ page, plan, status, looks, groups, tables }: AnalysisFilesInput): AnalysisFile[] {
  if (!tables) return [];
  const rules = { ties: plan.ties, unparsed: plan.unparsed, withMismatches: plan.exclusions.mismatched };
  const material = prepareCellMaterial(page.results, tables.details, null, rules);
  const plannedModels =
    looks.length > 0
      ? null
      : selectModelTests(page.results, plan, () => confirmatoryFamily(page.results, plan, groups));
  return cellViewTitles.flatMap(({ id }) => {
    const view = cellView(id, { ...material, plannedModels });
    return writeViewFolder(`tables/${id}`, view, tables.dataHash, statusOfView(view, status));
  });
}

/** The files of a view in a folder, or a file with the reason if its data are not sufficient. */
export function writeViewFolder(folder: string, view: View, dataHash: string, status: ViewStatus): AnalysisFile[] {
  if (view.refused !== null) return [{ name: `${folder}/refused.md`, content: `${view.title}: ${view.refused}\n` }];
  return viewFiles(view, dataHash, status).map(({ name, content }) => ({ name: `${folder}/${name}`, content }));
}
