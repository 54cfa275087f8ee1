import { formatNumberOf } from "../../format/figures.ts";
import { limitViewToStatus, markAsNotTested } from "../interim/without-conclusions.ts";
import type { ModelSeries } from "../model/study-results.ts";
import { type AnalysisPlan, analysisPlanHash, isWholeTest, type PlannedTestKind } from "../plan/analysis-plan.ts";
import {
  type ConfirmatoryTest,
  confirmatoryTable,
  correctFamily,
  tableBeforeAmendment,
  type UncorrectedTest,
} from "../plan/confirmatory-family.ts";
import { type DataCollectionState, dataChanges } from "../plan/data-collection-state.ts";
import { formatOutcome } from "../plan/planned-outcome.ts";
import { type ResultStatus, statusNote, statusPrefix } from "../plan/result-status.ts";
import { localisationMeasure } from "../views/models/error-differences.ts";
import type { EstimateCell, TestCell, View, ViewTable } from "../views/view.ts";
import { flatTable } from "../views/view-files.ts";
import { type AnalysisFile, filesOfTable, stateInFile } from "./analyse-study.ts";
import { type CollectionFacts, collectionMethods } from "./collection-methods.ts";
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

/** The table of `errorView` that contains tests of a kind; other kinds have no data about marked words. */
const tableOfTestKind: Partial<Record<PlannedTestKind, string>> = {
  "model-against-people": "people-against-models",
  "model-against-model": "models",
};

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
  const planTables = plannedTables(view, plan, series);
  const findings = view.findings.filter((one) => one.includes(localisationMeasure));
  const hashes = { data: dataHash, plan: analysisPlanHash(plan) };
  const comparisons = planTables.map((table) => ({ ...table, name: `comparisons-${table.name}` }));
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
      content: findings
        .map((one) => `- ${statusPrefix(status)}${one.replaceAll("\u00a0", " ")} (data ${dataHash.slice(0, 12)})\n`)
        .join(""),
    },
    ...[...comparisons, confirmatoryTable(family, plan)].map((table) => flatTable(table, status)).flatMap(filesOfTable),
    ...(tableBefore === null ? [] : filesOfTable(flatTable(tableBefore, status))),
  ];
}

/**
 * The planned tests about marked words, from the tests of `errorView`, corrected together. A planned model without
 * answers remains in the family.
 *
 * @param series the models' series; runs that are marked as late are exploratory
 */
export function localisationFamily(
  view: Pick<View, "tables">,
  plan: AnalysisPlan,
  series: readonly ModelSeries[],
): ConfirmatoryTest[] {
  return buildFamily(plannedTables(view, plan, series), plan);
}

function plannedTables(view: Pick<View, "tables">, plan: AnalysisPlan, series: readonly ModelSeries[]): ViewTable[] {
  return view.tables.flatMap((table) => (isComparison(table) ? [rowsOfPlan(table, plan, series)] : []));
}

function isComparison({ name }: ViewTable): boolean {
  return Object.values(tableOfTestKind).includes(name);
}

/**
 * Selects the rows about marked words of the models that the plan names. If the plan names no models and is not frozen,
 * all models are included.
 */
function rowsOfPlan(
  table: ViewTable,
  { models, modelsFixed }: AnalysisPlan,
  series: readonly ModelSeries[],
): ViewTable {
  const includesAllModels = models.length === 0 && !modelsFixed;
  const lateLabels = series.filter(({ isLate }) => isLate).map(({ model, source }) => `${model} · ${source}`);
  const isLabelOf = (label: string, name: string) => label === name || label.startsWith(`${name} · `);
  const isNamed = (label: string) =>
    label === "People" ||
    (!lateLabels.some((one) => isLabelOf(label, one)) &&
      (includesAllModels || models.some((one) => isLabelOf(label, one))));
  const rows = table.rows.filter(([who, measure]) => {
    const parties = who?.kind === "text" ? who.text.split(" minus ") : [];
    return measure?.kind === "text" && measure.text.startsWith(localisationMeasure) && parties.every(isNamed);
  });
  return { ...table, rows };
}

function buildFamily(viewTables: readonly ViewTable[], plan: AnalysisPlan): ConfirmatoryTest[] {
  const uncorrectedTests = plan.family.tests.flatMap((planned): UncorrectedTest[] => {
    const { kind, role } = planned;
    const isPart = !isWholeTest(planned);
    const table = viewTables.find(({ name }) => name === tableOfTestKind[kind]);
    if (!tableOfTestKind[kind])
      return [
        {
          kind,
          role,
          says: "Marked words",
          p: null,
          n: 0,
          reason: "This kind of test does not apply to marked words.",
        },
      ];
    if (planned.items || planned.at)
      return [
        { kind, role, isPart, says: "Marked words", p: null, n: 0, reason: "Marked words are compared on all items." },
      ];
    const rows = (table?.rows ?? []).map((row): UncorrectedTest => {
      const cell = row.find((one): one is TestCell => one.kind === "test");
      const estimateCell = row.find((one): one is EstimateCell => one.kind === "estimate");
      const says = row.flatMap((one) => (one.kind === "text" ? [one.text] : [])).join(", ");
      const { value = null, low = null, high = null, reason = null } = estimateCell ?? {};
      return {
        kind,
        role,
        says,
        p: cell?.p ?? null,
        n: cell?.n ?? 0,
        reason: cell?.p == null ? (cell?.reason ?? "") : null,
        estimate: { value, low, high, reason, unit: "points" },
      };
    });
    const absentModels = plan.models.filter((model) => !rows.some(({ says }) => isAboutModel(says, model)));
    return [
      ...rows,
      ...absentModels.map(
        (model): UncorrectedTest => ({
          kind,
          role,
          says: `${model}, ${localisationMeasure}`,
          p: null,
          n: 0,
          reason: "The model has no answers with marked words.",
          isAbsent: true,
        }),
      ),
    ];
  });
  return correctFamily(uncorrectedTests, plan);
}

/** Whether "People minus A · run, localisation ..." is about the model A. */
function isAboutModel(says: string, model: string): boolean {
  const [parties = ""] = says.split(`, ${localisationMeasure}`);
  return parties.split(" minus ").some((one) => one === model || one.startsWith(`${model} · `));
}

/**
 * Whether an amended part changes answers or keys, so that the stored evaluation does not show the state before it.
 */
function affectsAnswersOrKeys(path: string): boolean {
  const parts = /^(items|design|reader)(\.|$)|^(data|exclusions|participants)$|^(exclusions by|answers of) /u;
  return parts.test(path);
}
