import { canonicalJson, fingerprint } from "../../fingerprint.ts";
import { formatNumberOf } from "../../format/figures.ts";
import { formatDay } from "../../format/times.ts";
import { finish } from "../../steps.ts";
import type { SideComparisons } from "../comparison/compare-sides.ts";
import { ceilingLines, humanCeiling } from "../comparison/human-ceiling.ts";
import { comparatorName } from "../comparison/side-sentence.ts";
import { comparators } from "../comparison/side-test.ts";
import { lookMethods, lookSentences, lookTable } from "../interim/look-files.ts";
import { type InterimLook, stageUnder } from "../interim/looks.ts";
import { notTestedYet } from "../interim/without-conclusions.ts";
import { layCells } from "../model/cells.ts";
import { withClusters } from "../model/choose-clusters.ts";
import { strictTies } from "../model/majority.ts";
import { majorityCurve } from "../model/majority-curve.ts";
import { clusterOf, guessingShare } from "../model/share.ts";
import type { LateKeys, StudyResults } from "../model/study-results.ts";
import { type AnalysisPlan, analysisPlanHash, isWholeOutcome } from "../plan/analysis-plan.ts";
import {
  type ConfirmatoryTest,
  confirmatoryFamily,
  confirmatoryTable,
  formerFamily,
  formerTable,
  plannedKindLabels,
} from "../plan/confirmatory-family.ts";
import { type DataState, dataStateSentence } from "../plan/data-state.ts";
import { fewClustersWarning } from "../plan/few-clusters.ts";
import type { FormerResults, StoredPlan } from "../plan/plan-record.ts";
import { compareAllSides, plannedLead, plannedSides } from "../plan/planned-comparisons.ts";
import { formatOutcome, plannedAnswer, withOutcome } from "../plan/planned-outcome.ts";
import { type ResultStatus, statusNote, unplannedStatus } from "../plan/result-status.ts";
import { prepareTotals } from "../preparation/prepare-totals.ts";
import type { View } from "../views/view.ts";
import { flatTable } from "../views/view-files.ts";
import { type AnalysisFigure, headlineFigure, majorityFigure } from "./analysis-figure.ts";
import { type AnalysisTable, tableAsCsv, tableAsLatex, tableAsMarkdown } from "./analysis-table.ts";
import { type CollectionFacts, collectionMethods, levelMethods, readingMethods } from "./collection-methods.ts";
import { cellTable, comparisonTable, conditionTable, majorityTable, readingTable } from "./comparison-tables.ts";
import { pandasScript, rScript } from "./starter-scripts.ts";

export interface AnalysisInput {
  study: { name: string; slug: string; benchmark: string };
  stage: string;
  results: StudyResults;
  plan: AnalysisPlan;
  /** When the plan was fixed (`planRecord`); null if it is not the study's own. */
  record?: string | null;
  /** The status of the plan's tests (`planStatus`). */
  status: ResultStatus;
  /** The declared interim analyses that were carried out, oldest first; none if omitted. */
  looks?: readonly InterimLook[];
  /** Which data are analysed: those of the first lock, of an unfinished study, or all answers after a lock. */
  data: DataState;
  /** Keys that were saved after the first answer to their item; null if there are none. */
  lateKeys?: LateKeys | null;
  /** The analysis of groups of people, if it is computed: a plan may name its tests. */
  groups?: View | null;
  /** How the data were collected, for the methods text; null or omitted if unknown. */
  collection?: CollectionFacts | null;
  /** What the results would be without what was amended after data; null or omitted if nothing was. */
  former?: FormerResults | null;
}

export interface AnalysisFile {
  name: string;
  content: string;
}

/**
 * Everything of an analysis that goes into a paper, as files: tables, figures, sentences, the methods paragraph, the
 * cells with scripts that recompute the headline, and a summary with the hashes of data and plan. The output is
 * byte-identical for the same data and plan. Models that the plan does not name are not tested.
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
  const cells = layCells(results, plan.ties, plan.unparsed);
  const sequential = stageUnder({ status, looks });
  const tests = confirmatoryFamily(results, plan, groups, sequential);
  const family = status.kind === "interim" ? notTestedYet(tests) : tests;
  const unplanned = unplannedStatus(status);
  const compared = compareAllSides(cells, results.series, plan, {
    ties: plan.ties,
    unparsed: plan.unparsed,
    testTies: strictTies(results.items, plan.ties),
    withMismatches: plan.exclusions.mismatched,
    leads: plannedLead(plan),
    majorityOf: plan.comparator.k,
    family: { alpha: plan.family.alpha, method: plan.family.method },
    margin: plan.margin,
    planned: plannedSides(plan, tests, status, sequential),
    unplanned,
    chance: answer === null ? guessingShare(results.items) : null,
    answer,
  });
  const { tested: _, ...comparisons } = finish(compared);
  const hashes = { data: dataHash(results, stage), plan: analysisPlanHash(plan) };
  const totals = prepareTotals(cells, results.series);
  const curve = majorityCurve(cells);
  const tables = [
    comparisonTable(comparisons, answer),
    conditionTable(cells, comparisons, results, { answer, status: unplanned }),
    readingTable(comparisons, unplanned),
    // Majority curves and ceilings are about right answers.
    ...(curve.points.length > 0 && answer === null ? [majorityTable(curve.points, unplanned)] : []),
  ];
  const ceiling = answer === null ? ceilingLines(humanCeiling(cells)) : [];
  const figures = [
    headlineFigure(comparisons, ceiling, {
      totals,
      chance: answer === null ? guessingShare(results.items) : null,
      answer,
      status,
    }),
    answer === null ? majorityFigure(curve, ceiling, unplanned) : null,
  ].filter((figure) => figure !== null);
  const sentences = comparisons.models.flatMap(({ sides, leads }) =>
    [leads, ...comparators.filter((comparator) => comparator !== leads)].map(
      (comparator) => sides[comparator].sentence,
    ),
  );
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
      content: methods(
        { study, stage, results, plan, record, status, looks, data, lateKeys, collection },
        comparisons,
        family,
        hashes,
      ),
    },
    {
      name: "sentences.md",
      content: `${[
        ...sentences.map((one) => `- ${one.replaceAll("\u00a0", " ")} (data ${hashes.data.slice(0, 12)})`),
        ...lookSentences(looks),
      ].join("\n")}\n`,
    },
    ...[
      ...tables,
      flatTable(confirmatoryTable(family, plan), status),
      ...formerTables({ former, looks }, groups, status),
      ...looks.map(lookTable),
    ].flatMap(filesOfTable),
    ...figures.flatMap(filesOfFigure),
    {
      name: "cells.csv",
      content: tableAsCsv(
        cellTable(cells, comparisons, { withMismatches: plan.exclusions.mismatched, ties: plan.ties }),
      ),
    },
    { name: "start.py", content: pandasScript },
    { name: "start.R", content: rScript },
  ];
}

/** The tests as they would be without what was amended after data, under the status of the amended ones. */
function formerTables(
  stored: Pick<StoredPlan, "former" | "looks">,
  groups: View | null,
  status: ResultStatus,
): AnalysisTable[] {
  if (!stored.former) return [];
  return [flatTable(formerTable(finish(formerFamily(stored, groups)), stored.former.plan), status)];
}

/** The state of the data as in `summary.json`. */
export function stateInFile(data: DataState) {
  const [first] = data.locks;
  return {
    state: dataStateSentence(data),
    shown: data.shown,
    lock: first
      ? { lockedAt: first.lockedAt.toISOString(), cause: first.cause, sha256: first.sha256, counted: first.counted }
      : null,
  };
}

function confirmatorySentence(
  family: readonly ConfirmatoryTest[],
  { family: { method, alpha } }: AnalysisPlan,
  isSequential: boolean,
): string {
  if (family.length === 0) return "The plan names no test, so all of them are exploratory.";
  const kinds = [...new Set(family.map(({ kind }) => plannedKindLabels[kind].toLowerCase()))].join(", ");
  const secondary = family.filter(({ role }) => role === "secondary").length;
  const gate =
    secondary === 0
      ? ""
      : ` ${formatNumberOf(secondary, "test is", "tests are")} secondary: corrected together, and tested only if every primary test is significant.`;
  return `The plan names ${formatNumberOf(family.length, "test")} (${kinds}), ${isSequential ? `each at its nominal level, of ${alpha} together` : `corrected together by ${method} at ${alpha}`}; all others are exploratory.${gate}`;
}

/** The state of the data for a methods section, with the hash to verify a lock; empty for other stages. */
export function dataMethods(stage: string, data: DataState): string {
  if (stage !== "main") return "";
  const [first] = data.locks;
  return ` ${dataStateSentence(data)}${first ? ` SHA-256 of the lock's list of responses: ${first.sha256}.` : ""}`;
}

/** SHA-256 of all input of the numbers. */
export function dataHash({ conditions, items, counts, series, answers }: StudyResults, stage: string): string {
  const sorted = (rows: readonly object[]) => rows.map((row) => canonicalJson(row)).sort();
  return fingerprint(
    canonicalJson({
      stage,
      conditions: sorted(conditions),
      items: sorted(items),
      counts: sorted(counts),
      series: sorted(series),
      answers: sorted(answers.map((answer) => ({ ...answer, given: sorted(answer.given) }))),
    }),
  );
}

/** A table as CSV, Markdown and LaTeX. */
export function filesOfTable(table: AnalysisTable): AnalysisFile[] {
  return [
    { name: `${table.name}.csv`, content: tableAsCsv(table) },
    { name: `${table.name}.md`, content: tableAsMarkdown(table) },
    { name: `${table.name}.tex`, content: tableAsLatex(table) },
  ];
}

/** A figure as a drawing and as a specification. */
export function filesOfFigure({ name, svg, vegaLite }: AnalysisFigure): AnalysisFile[] {
  return [
    { name: `${name}.svg`, content: svg },
    { name: `${name}.vl.json`, content: `${JSON.stringify(vegaLite, null, 2)}\n` },
  ];
}

/** How differences and equivalence were tested; interim data are not tested. */
function testMethods(plan: AnalysisPlan, familySize: number, status: ResultStatus, isSequential: boolean): string[] {
  if (status.kind === "interim")
    return [
      `The data were not locked, so nothing was tested; the tests of the plan will be corrected by ${plan.family.method} at ${plan.family.alpha}. Intervals of differences are t intervals with CR2 standard errors and Satterthwaite degrees of freedom over stories, or source groups where the items have them (Bell and McCaffrey 2002; Pustejovsky and Tipton 2018), where there were at least five, else over cells treated as independent.`,
    ];
  return [
    `Differences were tested by t tests with CR2 standard errors and Satterthwaite degrees of freedom over stories, or source groups where the items have them (Bell and McCaffrey 2002; Pustejovsky and Tipton 2018) where there were at least five, else over cells treated as independent (majority: McNemar's mid-p); with five to twelve of them all sign patterns were enumerated beside (Cameron, Gelbach and Miller 2008). ${isSequential ? "Planned tests and their simultaneous limits are at the nominal levels below" : `The family of ${formatNumberOf(familySize, "test")} a comparator was corrected by ${plan.family.method} at ${plan.family.alpha}; simultaneous limits are at ${plan.family.alpha}/${Math.max(1, familySize)}`}.`,
    plan.margin === null
      ? "No margin was fixed, so equivalence was not tested."
      : `Equivalence and non-inferiority within ${plan.margin * 100} points were tested by two one-sided tests at ${plan.family.alpha}.`,
  ];
}

function methods(
  { study, stage, results, plan, record, status, looks = [], data, lateKeys, collection }: AnalysisInput,
  comparisons: SideComparisons,
  family: readonly ConfirmatoryTest[],
  hashes: { data: string; plan: string },
): string {
  const { models, familySize } = comparisons;
  const stories = new Set(results.items.map(({ storyId }) => storyId)).size;
  const answers = results.counts.reduce((sum, { count }) => sum + count, 0);
  const primary = family.filter(({ role }) => role === "primary").length;
  const few = fewClustersWarning(results.items.map(clusterOf), plan, primary);
  return `${[
    `Of the study “${study.name}” (${study.benchmark}), stage ${stage}, ${formatNumberOf(answers, "answer")} of people to ${formatNumberOf(results.items.length, "item")} about ${formatNumberOf(stories, "story", "stories")} under ${formatNumberOf(results.conditions.length, "condition")} were analysed.${dataMethods(stage, data)}`,
    ...(collection ? collectionMethods(collection) : []),
    `People outside quotas were ${plan.exclusions.openStratum ? "counted" : "not counted"}, surplus answers ${plan.exclusions.surplus ? "counted" : "not counted"}, excluded answers ${plan.exclusions.excluded ? "counted" : "not counted"}; cells in which a model's text differed from that of people were ${plan.exclusions.mismatched ? "kept" : "excluded of tests"}.`,
    ...(isWholeOutcome(plan.outcome)
      ? []
      : [
          `The outcome is ${formatOutcome(plan.outcome)}${plan.outcome.measure === "accuracy" ? "" : ", on the items that offer it: in comparisons, conditions, unparsed, confirmatory, cells.csv and summary.json “right” means that answer"}. Everything under tables/ and analyses/ is about right answers by the key to all items, and exploratory.`,
        ]),
    ...(plan.comparator.kind === "best-person" || plan.comparator.kind === "distribution"
      ? [
          "The comparator of the plan is single people: analyses/persons holds it; the majority and the mean person stand beside.",
        ]
      : []),
    `${models.length === 1 ? "One model" : `Each of ${formatNumberOf(models.length, "model")}`} was compared with ${comparatorName("majority", null, plan.comparator.k)} of the people who answered a cell and with the mean person, on the cells that both answered; every cell weighed the same. Ties counted as “${plan.ties}”, unparsed answers of models as “${plan.unparsed}”.`,
    readingMethods(comparisons, plan),
    levelMethods(plan, plan.outcome.measure === "accuracy" ? guessingShare(results.items) : null),
    ...testMethods(plan, familySize, status, looks.length > 0),
    ...lookMethods(looks, plan, primary),
    `The analysis plan was ${record ?? "given for this analysis and is not the one that the study keeps"}. ${confirmatorySentence(family, plan, looks.length > 0)} ${statusNote(status)}`,
    ...(few ? [few] : []),
    ...(lateKeys
      ? [
          `${formatNumberOf(lateKeys.items, "item")} of the study ${lateKeys.items === 1 ? "is" : "are"} scored with a key saved after the first answer (version ${lateKeys.version}, ${formatDay(lateKeys.savedAt)}).`,
        ]
      : []),
    `Data SHA-256 ${hashes.data}; plan SHA-256 ${hashes.plan}.`,
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n")}\n`;
}
