import { formatNumberOf } from "../../format/figures.ts";
import { notTestedYet, viewForStatus } from "../interim/without-conclusions.ts";
import { type AnalysisPlan, analysisPlanHash, isWholeTest, type PlannedTestKind } from "../plan/analysis-plan.ts";
import {
  type ConfirmatoryTest,
  confirmatoryTable,
  correctTogether,
  type UncorrectedTest,
} from "../plan/confirmatory-family.ts";
import type { DataState } from "../plan/data-state.ts";
import { formatOutcome } from "../plan/planned-outcome.ts";
import { type ResultStatus, statusPrefix } from "../plan/result-status.ts";
import { localisationMeasure } from "../views/models/error-views.ts";
import type { TestCell, View, ViewTable } from "../views/view.ts";
import { flatTable } from "../views/view-files.ts";
import { type AnalysisFile, filesOfTable, stateInFile } from "./analyse-study.ts";
import { dataMethods } from "./methods-text.ts";

export interface LocalisationInput {
  study: { name: string; slug: string; benchmark: string };
  stage: string;
  /** Who found the errors (`errorView`), and the hash of its data. */
  errors: { view: View; dataHash: string };
  plan: AnalysisPlan;
  /** The status of the plan's tests (`planStatus`). */
  status: ResultStatus;
  data: DataState;
  /** When the plan was fixed (`planRecord`); null if it is not the study's own. */
  record: string | null;
}

/** The table of `errorView` that contains tests of a kind; other kinds have no data about marked words. */
const tables: Partial<Record<PlannedTestKind, string>> = {
  "model-against-people": "people-against-models",
  "model-against-model": "models",
};

/**
 * The head of an analysis whose outcome is the overlap of marked words with the key, on stories with an error:
 * comparisons of people with models and of models, the plan's tests corrected together, sentences and methods. All
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
}: LocalisationInput): AnalysisFile[] {
  const { view: found, dataHash } = errors;
  const view = viewForStatus(found, status);
  const isInterim = status.kind === "interim";
  const tests = familyOf(plannedTables(found, plan), plan);
  const family = isInterim ? notTestedYet(tests) : tests;
  const own = plannedTables(view, plan);
  const findings = view.findings.filter((one) => one.includes(localisationMeasure));
  const hashes = { data: dataHash, plan: analysisPlanHash(plan) };
  const comparisons = own.map((table) => ({ ...table, name: `comparisons-${table.name}` }));
  const summary = {
    format: "parallax-analysis/1",
    study,
    stage,
    data: stateInFile(data),
    hashes,
    plan,
    comparisons,
    confirmatory: family,
  };
  const kinds = formatNumberOf(family.length, "test");
  return [
    { name: "summary.json", content: `${JSON.stringify(summary, null, 2)}\n` },
    {
      name: "methods.md",
      content: `${[
        `Of the study “${study.name}” (${study.benchmark}), stage ${stage}, the outcome is ${formatOutcome(plan.outcome)}: the overlap of words on stories with an error, of people who count by default and of the models that the plan names.${dataMethods(stage, data)}`,
        `${view.sentences.join(" ")} Each item is compared with itself.`,
        `The analysis plan was ${record ?? "given for this analysis and is not the one that the study keeps"}. It names ${kinds}, corrected together by ${plan.family.method} at ${plan.family.alpha}; all others are exploratory, and so is everything under tables/ and analyses/, which is about right answers.`,
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
  ];
}

/** The tests of a plan about marked words, from those of `errorView`, corrected together. */
export function localisationFamily(view: View, plan: AnalysisPlan): ConfirmatoryTest[] {
  return familyOf(plannedTables(view, plan), plan);
}

function plannedTables(view: View, plan: AnalysisPlan): ViewTable[] {
  return view.tables.flatMap((table) => (isComparison(table) ? [ownRows(table, plan)] : []));
}

function isComparison({ name }: ViewTable): boolean {
  return Object.values(tables).includes(name);
}

/** The rows about marked words, of the models that the plan names; without names all, until the plan is frozen. */
function ownRows(table: ViewTable, { models, modelsFixed }: AnalysisPlan): ViewTable {
  const isEvery = models.length === 0 && !modelsFixed;
  const isNamed = (label: string) =>
    label === "People" || isEvery || models.some((one) => label === one || label.startsWith(`${one} · `));
  const rows = table.rows.filter(([who, measure]) => {
    const parties = who?.kind === "text" ? who.text.split(" minus ") : [];
    return measure?.kind === "text" && measure.text.startsWith(localisationMeasure) && parties.every(isNamed);
  });
  return { ...table, rows };
}

function familyOf(own: readonly ViewTable[], plan: AnalysisPlan): ConfirmatoryTest[] {
  const found = plan.family.tests.flatMap((planned): UncorrectedTest[] => {
    const { kind, role } = planned;
    const isPart = !isWholeTest(planned);
    const table = own.find(({ name }) => name === tables[kind]);
    if (!tables[kind])
      return [{ kind, role, says: "Marked words", p: null, n: 0, reason: "This kind of test knows no marked words." }];
    if (planned.items || planned.at)
      return [
        { kind, role, isPart, says: "Marked words", p: null, n: 0, reason: "Marked words are compared on all items." },
      ];
    return (table?.rows ?? []).map((row) => {
      const cell = row.find((one): one is TestCell => one.kind === "test");
      const says = row.flatMap((one) => (one.kind === "text" ? [one.text] : [])).join(", ");
      return {
        kind,
        role,
        says,
        p: cell?.p ?? null,
        n: cell?.n ?? 0,
        reason: cell?.p == null ? (cell?.reason ?? "") : null,
      };
    });
  });
  return correctTogether(found, plan);
}
