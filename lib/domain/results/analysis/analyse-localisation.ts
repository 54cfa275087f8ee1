import { formatNumberOf } from "../../format/figures.ts";
import { limitViewToStatus, markAsNotTested, removeTestColumns } from "../interim/without-conclusions.ts";
import type { ModelSeries } from "../model/study-results.ts";
import { type AnalysisPlan, analysisPlanHash } from "../plan/analysis-plan.ts";
import { type ConfirmatoryTest, confirmatoryTable, tableBeforeAmendment } from "../plan/confirmatory-family.ts";
import { type DataCollectionState, dataChanges } from "../plan/data-collection-state.ts";
import { planWords } from "../plan/plan-words.ts";
import { formatOutcome } from "../plan/planned-outcome.ts";
import {
  type ResultStatus,
  type StatusSentence,
  statusNote,
  statusOfRole,
  unplannedStatus,
  withStatus,
} from "../plan/result-status.ts";
import { formatTestedDifference } from "../views/family-tests.ts";
import { localisationMeasure, modelPairCaption, peopleMinusModelCaption } from "../views/models/error-differences.ts";
import { test, type View, type ViewTable } from "../views/view.ts";
import { flatTable } from "../views/view-files.ts";
import { type AnalysisFile, filesOfTable, stateInFile } from "./analyse-study.ts";
import { type CollectionFacts, collectionMethods } from "./collection-methods.ts";
import { localisationFamily, plannedTables, tableOfTestKind, textOfRow } from "./localisation-family.ts";
import { dataMethods } from "./methods-text.ts";

export interface LocalisationInput {
  study: { name: string; slug: string; benchmark: string };
  stage: string;
  /** Who found the errors (`errorView`), and the hash of its data. */
  errors: { view: View; dataHash: string };
  plan: AnalysisPlan;
  /** The status of the plan's tests (`planStatus`). */
  status: ResultStatus;
  data: DataCollectionState;
  /** When the plan was fixed (`planRecord`); null if the plan is not the study's own plan. */
  record: string | null;
  /** The models' series; runs that are marked as late are not part of the plan. */
  series: readonly ModelSeries[];
  /** How the data were collected, for the methods text. */
  collection: CollectionFacts | null;
  /** The plan and the models before the amendments that were made after data existed; null without such amendments. */
  former: { plan: AnalysisPlan; results: { series: readonly ModelSeries[] } } | null;
}

/**
 * The main files of an analysis of the overlap of marked words with the key, on stories with an error: comparisons of
 * people with models and of models with each other, the plan's tests corrected together, sentences and methods. All
 * other results about errors are in `errors/`.
 */
export function analyseLocalisation({
  study,
  stage,
  errors,
  plan,
  record,
  status,
  data,
  series,
  former,
  collection,
}: LocalisationInput): AnalysisFile[] {
  const { view: found, dataHash } = errors;
  const view = limitViewToStatus(found, status);
  const isInterim = status.kind === "interim";
  const tests = localisationFamily(found, plan, series);
  const family = isInterim ? markAsNotTested(tests) : tests;
  const tables = plannedTables(found, plan, series).map((table) => correctAsPlanned(table, tests, plan));
  const comparisons = isInterim ? tables.map(removeTestColumns) : tables;
  const sentences = isInterim ? [] : localisationSentences(view.findings, tables, tests, plan, status);
  const hashes = { data: dataHash, plan: analysisPlanHash(plan) };
  const summary = {
    format: "parallax-analysis/1",
    study,
    stage,
    data: stateInFile(data),
    status,
    hashes,
    plan,
    comparisons,
    confirmatory: family,
  };
  const testCount = formatNumberOf(family.length, "test");
  const isOnlyPlan = status.kind === "amended" && status.changes.every(({ path }) => !affectsAnswersOrKeys(path));
  const tableBefore =
    former && isOnlyPlan
      ? tableBeforeAmendment(localisationFamily(found, former.plan, former.results.series), former.plan)
      : null;
  const notComputedNote =
    status.kind === "amended" && tableBefore === null
      ? " The tests as they would have been before these changes are not computed for marked words."
      : "";
  return [
    { name: "summary.json", content: `${JSON.stringify(summary, null, 2)}\n` },
    {
      name: "methods.md",
      content: `${[
        `Of the study “${study.name}” (${study.benchmark}), stage ${stage}, the outcome is ${formatOutcome(plan.outcome)}: the overlap of words on stories with an error, of people who count by default and of the models that the plan names.${dataMethods(stage, data)}`,
        ...(collection ? collectionMethods(collection, dataChanges(data)) : []),
        `${view.sentences.join(" ")} Each item is compared with itself.`,
        `${statusNote(status)}${notComputedNote} The analysis plan was ${record ?? "given for this analysis and is not the one that the study keeps"}. It names ${testCount}, corrected together by ${plan.family.method} at ${plan.family.alpha}; all others are exploratory, and so is everything under tables/ and analyses/, which is about right answers.`,
        `Data SHA-256 ${hashes.data}; plan SHA-256 ${hashes.plan}.`,
      ].join("\n\n")}\n`,
    },
    {
      name: "sentences.md",
      content: sentences.map((one) => `- ${one.replaceAll("\u00a0", " ")} (data ${dataHash.slice(0, 12)})\n`).join(""),
    },
    ...comparisons.flatMap((table) => filesOfTable(flatTable(table, { ofPlan: status }))),
    ...filesOfTable(flatTable(confirmatoryTable(family, plan), status)),
    ...(tableBefore === null ? [] : filesOfTable(flatTable(tableBefore, status))),
  ];
}

/** The test of the plan that a row of a comparison shows; undefined if the plan does not name its kind. */
function plannedTestOf({ name }: ViewTable, row: ViewTable["rows"][number], tests: readonly ConfirmatoryTest[]) {
  const own = tests.filter(({ kind, says }) => tableOfTestKind[kind] === name && says === textOfRow(row));
  return own.find(({ role }) => role === "primary") ?? own[0];
}

const comparisonsPrefix = "comparisons-";

/** A table of comparisons for a file. Tests of the plan have the plan's correction instead of that of the table. */
function correctAsPlanned(table: ViewTable, tests: readonly ConfirmatoryTest[], plan: AnalysisPlan): ViewTable {
  const planned = table.rows.map((row) => plannedTestOf(table, row, tests));
  const name = `${comparisonsPrefix}${table.name}`;
  const role = planned.find(Boolean)?.role;
  if (role === undefined) return { ...table, name };
  const { method, alpha } = plan.family;
  return {
    ...table,
    name,
    caption: `${table.name === "models" ? modelPairCaption : peopleMinusModelCaption}; corrected with all ${formatTestsOfRole(tests, role)} of the plan by ${planWords.method[method]} at alpha ${alpha}`,
    isPlanned: planned.map(Boolean),
    ...(role === "secondary" ? { isSecondary: planned.map((one) => one?.role === "secondary") } : {}),
    rows: table.rows.map((row, index) =>
      row.map((cell) => {
        const own = planned[index];
        if (cell.kind !== "test" || !own) return cell;
        return test(own.p, own.n, own.reason, own.adjusted, own.isGated ? {} : { signPatterns: cell.signPatterns });
      }),
    ),
  };
}

/** The tests that are corrected together: those of one role. */
function formatTestsOfRole(tests: readonly ConfirmatoryTest[], role: ConfirmatoryTest["role"]): string {
  const size = tests.filter((one) => one.role === role).length;
  return formatNumberOf(size, role === "secondary" ? "secondary test" : "test");
}

/** One sentence per test: those of the plan with its correction, then all others as exploratory. */
function localisationSentences(
  findings: readonly string[],
  tables: readonly ViewTable[],
  tests: readonly ConfirmatoryTest[],
  { family: { method, alpha } }: AnalysisPlan,
  status: ResultStatus,
): StatusSentence[] {
  const plannedRows = tables.flatMap((table) =>
    table.rows.flatMap((row) => {
      const planned = plannedTestOf({ ...table, name: table.name.replace(comparisonsPrefix, "") }, row, tests);
      return planned ? [{ row, planned }] : [];
    }),
  );
  const plannedSentences = plannedRows.map(({ row, planned: { says, role, isGated, reason } }) => {
    const found = row.find((cell) => cell.kind === "estimate")!;
    const text = formatTestedDifference(says, found, row.find((cell) => cell.kind === "test")!, {
      countText: formatNumberOf(found.n, "item"),
      correction: `${planWords.method[method]} over the ${formatTestsOfRole(tests, role)} of the plan`,
      size: tests.filter((one) => one.role === role).length,
      alpha,
      ...(isGated && reason !== null ? { notTested: reason } : {}),
    });
    return withStatus(statusOfRole(status, role), text);
  });
  const isPlanned = (finding: string) => plannedRows.some(({ planned }) => finding.startsWith(`${planned.says}: `));
  const others = findings.filter((one) => one.includes(localisationMeasure) && !isPlanned(one));
  return [...plannedSentences, ...others.map((one) => withStatus(unplannedStatus(status), one))];
}

/** Whether an amended part changes answers or keys, of which the stored evaluation has no former state. */
function affectsAnswersOrKeys(path: string): boolean {
  const parts = /^(items|design|reader)(\.|$)|^(data|exclusions|participants)$|^(exclusions by|answers of) /u;
  return parts.test(path);
}
