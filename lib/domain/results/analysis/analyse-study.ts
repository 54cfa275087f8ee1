import { canonicalJson, fingerprint } from "../../fingerprint.ts";
import { finish } from "../../steps.ts";
import { ceilingLines, humanCeiling } from "../comparison/human-ceiling.ts";
import { stageOfTests } from "../interim/interim-analyses.ts";
import { interimSentences, interimTable } from "../interim/look-files.ts";
import { markAsNotTested } from "../interim/without-conclusions.ts";
import { buildCells } from "../model/cells.ts";
import { withClusters } from "../model/choose-clusters.ts";
import { binaryTieRule } from "../model/majority.ts";
import { majorityCurve } from "../model/majority-curve.ts";
import { guessingShare } from "../model/share.ts";
import type { StudyResults } from "../model/study-results.ts";
import { analysisPlanHash } from "../plan/analysis-plan.ts";
import {
  confirmatoryFamily,
  confirmatoryTable,
  familyBeforeAmendment,
  tableBeforeAmendment,
} from "../plan/confirmatory-family.ts";
import { type DataCollectionState, dataCollectionSentence } from "../plan/data-collection-state.ts";
import type { StoredPlan } from "../plan/plan-record.ts";
import { compareAllSides, plannedPageComparator, plannedSides } from "../plan/planned-comparisons.ts";
import { plannedAnswer, withOutcome } from "../plan/planned-outcome.ts";
import { type ResultStatus, unplannedStatus } from "../plan/result-status.ts";
import { prepareTotals } from "../preparation/prepare-totals.ts";
import type { View } from "../views/view.ts";
import { figureFile, flatTable } from "../views/view-files.ts";
import { type AnalysisFigure, type FigureWithStatus, headlineFigure, majorityFigure } from "./analysis-figure.ts";
import type { AnalysisInput } from "./analysis-input.ts";
import { type AnalysisTable, tableAsCsv, tableAsJsonLines, tableAsMarkdown } from "./analysis-table.ts";
import { cellTable, comparisonTable, conditionTable, majorityTable, readingTable } from "./comparison-tables.ts";
import { ceilingTable, comparisonSentences, comparisonTestTable, totalsTable } from "./detail-tables.ts";
import { methodsText } from "./methods-text.ts";
import { analysisScripts } from "./notebooks.ts";
import { printedTableAsLatex } from "./printed-table.ts";

export interface AnalysisFile {
  name: string;
  content: string;
}

/**
 * The files of an analysis for a paper: tables, figures, sentences, the methods paragraph, the cells with scripts that
 * recompute the headline, and a summary with the hashes of data and plan. The output is byte-identical for the same
 * data and plan. Models that are not part of the plan are not tested.
 */
export function analyseStudy({
  study,
  stage,
  results: found,
  plan,
  record = null,
  status,
  looks = [],
  data,
  lateKeys = null,
  groups = null,
  collection = null,
  former = null,
}: AnalysisInput): AnalysisFile[] {
  const results = withOutcome(withClusters(found, plan.clusters), plan.outcome);
  const answer = plannedAnswer(plan.outcome);
  const cells = buildCells(results, plan.ties, plan.unparsed);
  const sequential = stageOfTests({ status, looks });
  const tests = confirmatoryFamily(results, plan, groups, sequential);
  const family = status.kind === "interim" ? markAsNotTested(tests) : tests;
  const unplannedTestStatus = unplannedStatus(status);
  const chance = answer === null ? guessingShare(results.items) : null;
  const comparisonSteps = compareAllSides(cells, results.series, plan, {
    ties: plan.ties,
    unparsed: plan.unparsed,
    testTies: binaryTieRule(results.items, plan.ties),
    withMismatches: plan.exclusions.mismatched,
    leads: plannedPageComparator(plan),
    majorityOf: plan.comparator.k,
    family: { alpha: plan.family.alpha, method: plan.family.method },
    margin: plan.margin,
    planned: plannedSides(plan, tests, status, sequential),
    unplanned: unplannedTestStatus,
    chance,
    answer,
  });
  const { tested: _, ...comparisons } = finish(comparisonSteps);
  const hashes = { data: dataHash(results, stage), plan: analysisPlanHash(plan) };
  const totals = prepareTotals(cells, results.series);
  const curve = majorityCurve(cells, plan.ties);
  const tables = [
    comparisonTable(comparisons, answer),
    comparisonTestTable(comparisons),
    totalsTable(totals, comparisons, unplannedTestStatus),
    conditionTable(cells, comparisons, results, { answer, status: unplannedTestStatus }),
    readingTable(comparisons, unplannedTestStatus),
    // Majority curves and ceilings are about correct answers.
    ...(curve.points.length > 0 && answer === null ? [majorityTable(curve.points, unplannedTestStatus)] : []),
  ];
  const ceiling = answer === null ? ceilingLines(humanCeiling(cells, plan.ties)) : [];
  if (ceiling.length > 0) tables.push(ceilingTable(ceiling, unplannedTestStatus));
  const headline = headlineFigure(comparisons, ceiling, unplannedTestStatus, { totals, chance, answer });
  const majority = answer === null ? majorityFigure(curve, ceiling) : null;
  const sentences = comparisonSentences(comparisons, unplannedTestStatus, answer);
  const summary = {
    format: "parallax-analysis/1",
    study,
    stage,
    data: stateInFile(data),
    status,
    hashes,
    plan,
    totals,
    comparisons,
  };
  return [
    { name: "summary.json", content: `${JSON.stringify(JSON.parse(canonicalJson(summary)), null, 2)}\n` },
    {
      name: "methods.md",
      content: methodsText(
        { study, stage, results, plan, record, status, looks, data, lateKeys, collection },
        comparisons,
        family,
        { hashes, totals },
      ),
    },
    {
      name: "sentences.md",
      content: `${[
        ...sentences.map((one) => `- ${one.replaceAll("\u00a0", " ")} (data ${hashes.data.slice(0, 12)})`),
        ...interimSentences(looks),
      ].join("\n")}\n`,
    },
    ...[
      ...tables,
      flatTable(confirmatoryTable(family, plan), status),
      ...listFormerTables({ former, looks }, groups, status),
      ...looks.map(interimTable),
    ].flatMap(filesOfTable),
    ...figureFiles(headline),
    ...(majority ? figureFiles({ figure: majority, status: unplannedTestStatus }) : []),
    {
      name: "cells.csv",
      content: tableAsCsv(
        cellTable(cells, comparisons, { withMismatches: plan.exclusions.mismatched, ties: plan.ties }),
      ),
    },
    ...analysisScripts(study.name, status),
  ];
}

/** The tests without the amendments that were made after data existed, with the status of the amended tests. */
function listFormerTables(
  stored: Pick<StoredPlan, "former" | "looks">,
  groups: View | null,
  status: ResultStatus,
): AnalysisTable[] {
  if (!stored.former) return [];
  return [flatTable(tableBeforeAmendment(finish(familyBeforeAmendment(stored, groups)), stored.former.plan), status)];
}

/** The state of the data as written to `summary.json`. */
export function stateInFile(data: DataCollectionState) {
  const [first] = data.locks;
  return {
    state: dataCollectionSentence(data),
    shown: data.shown,
    lock: first
      ? { lockedAt: first.lockedAt.toISOString(), cause: first.cause, sha256: first.sha256, counted: first.counted }
      : null,
  };
}

/** SHA-256 of all input of the numbers. */
export function dataHash({ conditions, items, counts, series, answers }: StudyResults, stage: string): string {
  const sortRows = (rows: readonly object[]) => rows.map((row) => canonicalJson(row)).sort();
  return fingerprint(
    canonicalJson({
      stage,
      conditions: sortRows(conditions),
      items: sortRows(items),
      counts: sortRows(counts),
      series: sortRows(series),
      answers: sortRows(answers.map((answer) => ({ ...answer, given: sortRows(answer.given) }))),
    }),
  );
}

/** A table as CSV, Markdown and LaTeX. */
export function filesOfTable(table: AnalysisTable): AnalysisFile[] {
  return [
    { name: `${table.name}.csv`, content: tableAsCsv(table) },
    { name: `${table.name}.jsonl`, content: tableAsJsonLines(table) },
    { name: `${table.name}.md`, content: tableAsMarkdown(table) },
    { name: `${table.name}.tex`, content: printedTableAsLatex(table) },
  ];
}

/** A figure as a drawing and as a specification. */
function figureFiles({ figure, status }: FigureWithStatus): AnalysisFile[] {
  return (["svg", "vl.json"] as const).map((format) => ({
    name: `${figure.name}.${format}`,
    content: figureFile(figure, format, status),
  }));
}

/** The files of a drawing of counts. */
export function filesOfFigure({ name, svg, vegaLite }: AnalysisFigure): AnalysisFile[] {
  return [
    { name: `${name}.svg`, content: svg },
    { name: `${name}.vl.json`, content: `${JSON.stringify(vegaLite, null, 2)}\n` },
  ];
}
