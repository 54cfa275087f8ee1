import type { ModelSeries } from "../model/study-results.ts";
import { type AnalysisPlan, isWholeTest, type PlannedTestKind } from "../plan/analysis-plan.ts";
import { type ConfirmatoryTest, correctFamily, type UncorrectedTest } from "../plan/confirmatory-family.ts";
import { localisationMeasure } from "../views/models/error-differences.ts";
import type { EstimateCell, TestCell, View, ViewTable } from "../views/view.ts";

/** The table of `errorView` that contains tests of a kind; other kinds have no data about marked words. */
export const tableOfTestKind: Partial<Record<PlannedTestKind, string>> = {
  "model-against-people": "people-against-models",
  "model-against-model": "models",
};

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

/** The comparisons of marked words, with the rows of the models that the plan names. */
export function plannedTables(
  view: Pick<View, "tables">,
  plan: AnalysisPlan,
  series: readonly ModelSeries[],
): ViewTable[] {
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
    if (!isWholeTest(planned))
      return [
        {
          kind,
          role,
          isPart: true,
          says: "Marked words",
          p: null,
          n: 0,
          reason: "Marked words are compared on all items.",
        },
      ];
    const rows = (table?.rows ?? []).map((row): UncorrectedTest => {
      const cell = row.find((one): one is TestCell => one.kind === "test");
      const estimateCell = row.find((one): one is EstimateCell => one.kind === "estimate");
      const says = textOfRow(row);
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

/** The comparison that a row is about, as text. */
export function textOfRow(row: ViewTable["rows"][number]): string {
  return row.flatMap((cell) => (cell.kind === "text" ? [cell.text] : [])).join(", ");
}
