import { formatPercent } from "../../format/figures.ts";
import { textOfSelection } from "../../items/item-selection.ts";
import { testEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import type { Steps } from "../../steps.ts";
import { applyMajoritySize, leadingComparator } from "../comparison/compare-sides.ts";
import { sharedCells, summarizeReading } from "../comparison/compared-cells.ts";
import { withWorstCase } from "../comparison/missing-answers.ts";
import type { SideTest } from "../comparison/side-test.ts";
import { isIncomplete } from "../comparison/side-words.ts";
import { testSides } from "../comparison/test-sides.ts";
import { defaultResultsQuery } from "../model/results-query.ts";
import { seriesLabel } from "../model/series-label.ts";
import type { ModelSeries, ResultItem } from "../model/study-results.ts";
import { attributeGroups } from "../preparation/prepare-depth.ts";
import type { CellMaterial } from "../views/cell-material.ts";
import { groupDifference, kindsView, levelsView } from "../views/models/accuracy-views.ts";
import { promptsView } from "../views/models/effect-views.ts";
import { modelsViewInSteps } from "../views/models/models-view.ts";
import type { View } from "../views/view.ts";
import { type AnalysisPlan, isWholeTest, type PlannedTest } from "./analysis-plan.ts";
import type { StoredPlan } from "./plan-record.ts";
import { comparisonOptions, plannedPageComparator, plannedSeries } from "./planned-comparisons.ts";
import { plannedAnswer, withItems } from "./planned-outcome.ts";
import { exploratory } from "./result-status.ts";
import {
  differenceInPoints,
  type FoundTest,
  factorRows,
  groupTests,
  listTestRows,
  namesModel,
} from "./view-test-rows.ts";

export interface PlannedTestInput {
  /** All cells of the outcome. */
  material: CellMaterial;
  plan: AnalysisPlan;
  /** The stored analysis of groups of people; null if it is not computed. */
  groups: View | null;
}

/**
 * The rows of one planned test: one for each subject or pair, on its subset of the items, and again at each value of
 * the attribute `at`. Secondary tests of people, and tests on a subset of the items, use only the plan's comparator.
 */
export function* plannedTestRows(planned: PlannedTest, input: PlannedTestInput): Steps<FoundTest[]> {
  const foundRows: FoundTest[] = [];
  for (const part of divideMaterial(planned, input.material)) {
    yield;
    const material =
      isWholeTest(planned) && planned.role !== "secondary" && planned.kind !== "tom-factual"
        ? part.material
        : restrictPeople(part.material, input.plan);
    const incomplete = listIncompleteModels(material, input.plan);
    const rowsWithoutAnswers = absentRows(planned, material.results.series, input.plan);
    const rows = yield* runPlannedTest(planned, { ...input, material });
    for (const one of [...rows, ...rowsWithoutAnswers]) {
      const lacksAnswers = incomplete.some((label) => namesModel(one.says, label));
      foundRows.push({ ...one, says: [one.says, ...part.says].join("; "), isIncomplete: lacksAnswers });
    }
  }
  return foundRows;
}

/** The tests of planned models without answers. Comparisons with people already include these models. */
function absentRows({ kind }: PlannedTest, series: readonly ModelSeries[], { models }: AnalysisPlan): FoundTest[] {
  if (["model-against-people", "equivalence", "non-inferiority", "groups-of-people"].includes(kind)) return [];
  const absentModels = series.filter(({ modelId }) => modelId === "").map(({ model }) => model);
  const rowOf = (says: string): FoundTest => ({
    says,
    p: null,
    n: 0,
    reason: "The model has no answers.",
    isAbsent: true,
  });
  if (kind !== "model-against-model") return absentModels.map(rowOf);
  return models.flatMap((one, index) =>
    models
      .slice(index + 1)
      .flatMap((other) =>
        absentModels.includes(one) || absentModels.includes(other) ? [rowOf(`${one} minus ${other}`)] : [],
      ),
  );
}

/** The subsets of cells on which a test is repeated, each with its description. */
function divideMaterial(
  { items, at }: PlannedTest,
  material: CellMaterial,
): { material: CellMaterial; says: string[] }[] {
  const selectedMaterial = items ? restrictToItems(material, withItems(material.results, items).items) : material;
  const itemsText = items ? [textOfSelection(items)] : [];
  if (at === undefined) return [{ material: selectedMaterial, says: itemsText }];
  const groups = attributeGroups(selectedMaterial.results.items, at);
  return (groups?.labels ?? []).map((label) => ({
    material: restrictToItems(
      selectedMaterial,
      selectedMaterial.results.items.filter((item) => groups!.groupOf(item) === label),
    ),
    says: [...itemsText, `${at} ${label}`],
  }));
}

function restrictToItems(material: CellMaterial, items: readonly ResultItem[]): CellMaterial {
  const itemIds = new Set(items.map(({ id }) => id));
  return {
    ...material,
    results: { ...material.results, items: [...items] },
    cells: material.cells.filter(({ item }) => itemIds.has(item.id)),
  };
}

/** Keeps the models, and people only under the plan's comparator. */
function restrictPeople(material: CellMaterial, plan: AnalysisPlan): CellMaterial {
  const side = plannedPageComparator(plan) ?? "person";
  return { ...material, subjects: material.subjects.filter((one) => one.side === "model" || one.side === side) };
}

/** The models of the plan with more than 5% missing answers, by their labels. */
function listIncompleteModels({ cells, results }: CellMaterial, plan: AnalysisPlan): string[] {
  const series = plannedSeries(results.series, plan);
  return series.flatMap((one) =>
    isIncomplete(summarizeReading(cells, one.id, plan.exclusions.mismatched)) ? [seriesLabel(one, series)] : [],
  );
}

function* runPlannedTest(planned: PlannedTest, { material, plan, groups }: PlannedTestInput): Steps<FoundTest[]> {
  const { kind, of: attribute, between } = planned;
  switch (kind) {
    case "model-against-people":
      return (yield* compareMaterialSides(material, plan)).map(({ label, side, missing }) => ({
        ...(side.worst === null ? {} : { worst: { p: side.worst, missing } }),
        says: `People (${side.comparator === "majority" ? "majority" : "mean person"}) and ${label}`,
        p: side.pvalue,
        n: side.difference.n,
        reason: side.pvalue === null ? (side.difference.reason ?? "No test: the differences do not vary.") : null,
        estimate: differenceInPoints(side.difference),
      }));
    case "equivalence":
      return equivalenceTests(yield* compareMaterialSides(material, plan), plan, "pvalue");
    case "non-inferiority":
      return equivalenceTests(yield* compareMaterialSides(material, plan), plan, "pLower");
    case "model-against-model":
      return listTestRows(yield* modelsViewInSteps(material), "pairs");
    case "model-against-chance":
      return listTestRows(yield* modelsViewInSteps(material), "chance").filter(
        ({ says }) => !says.startsWith("People"),
      );
    case "levels":
      if (between)
        return yield* subjectBySubject(material, (subjectMaterial) =>
          compareTwoLevels(subjectMaterial, attribute, between),
        );
      return yield* subjectBySubject({ ...material, by: attribute === "" ? null : attribute }, (subjectMaterial) =>
        listTestRows(levelsView(subjectMaterial), "levels"),
      );
    case "tom-factual":
      return yield* subjectBySubject(material, (subjectMaterial) =>
        listTestRows(kindsView(subjectMaterial), "types").map((row) => ({
          ...row,
          says: `${row.says}, theory of mind minus facts`,
        })),
      );
    case "word-orders":
      return yield* subjectBySubject(material, (subjectMaterial) => factorRows(subjectMaterial, "questionOrder"));
    case "story-effect":
      return yield* subjectBySubject(material, (subjectMaterial) => factorRows(subjectMaterial, "story"));
    case "prompt-effect":
      return listTestRows(promptsView(material), "prompts");
    case "groups-of-people":
      return groupTests(plannedAnswer(plan.outcome) === null ? groups : "accuracy alone", attribute);
  }
}

/** Runs the tests within each subject, one subject per step, because the subjects are independent of each other. */
function* subjectBySubject(
  material: CellMaterial,
  testsWithin: (own: CellMaterial) => FoundTest[],
): Steps<FoundTest[]> {
  const foundTests: FoundTest[] = [];
  for (const subject of material.subjects) {
    yield;
    foundTests.push(...testsWithin({ ...material, subjects: [subject] }));
  }
  return foundTests;
}

/** Two values of an attribute within a subject, the second minus the first, paired by story. */
function compareTwoLevels(material: CellMaterial, attribute: string, [low, high]: [string, string]): FoundTest[] {
  const groupOf = ({ attributes }: ResultItem) =>
    attributes[attribute] === null || attributes[attribute] === undefined ? null : String(attributes[attribute]);
  return material.subjects.map((subject) => {
    const { found, worst } = groupDifference(material, subject, groupOf, [high, low]);
    const { difference } = found;
    const p = testEstimate(difference)?.pvalue ?? null;
    return {
      says: `${subject.label}, ${attribute} ${high} minus ${low}`,
      p,
      n: difference.n,
      reason: p === null ? (difference.reason ?? "No test: the differences do not vary.") : null,
      estimate: differenceInPoints(difference),
      ...(worst && { worst }),
    };
  });
}

/**
 * A comparison of one model with people. It is cached, because difference, equivalence and non-inferiority use the same
 * comparison.
 */
interface MaterialSide {
  label: string;
  side: SideTest;
  /** Missing and unparsed answers of the model. */
  missing: number;
}

const sidesCache = new WeakMap<CellMaterial, MaterialSide[]>();

/** Compares each model with people under the comparator of the plan. */
function* compareMaterialSides(material: CellMaterial, plan: AnalysisPlan): Steps<MaterialSide[]> {
  const cached = sidesCache.get(material);
  if (cached) return cached;
  const { results } = material;
  const options = {
    ...comparisonOptions(results.items, defaultResultsQuery, { ...noRecord, plan }),
    margin: plan.margin,
  };
  const k = options.majorityOf ?? null;
  const cells = k === null ? material.cells : material.cells.map((cell) => applyMajoritySize(cell, k, options.ties));
  const sharedCellsBySeries = results.series.map((one) => sharedCells(cells, one.id, options.withMismatches));
  const leads = leadingComparator(sharedCellsBySeries.flat(), options.leads);
  const sizes = { majority: 1, person: 1 };
  const sides: MaterialSide[] = [];
  for (const [index, one] of results.series.entries()) {
    yield;
    const { absent } = summarizeReading(cells, one.id, options.withMismatches);
    const sideTests = testSides(sharedCellsBySeries[index]!, one.id, options, sizes);
    const { [leads]: side } = yield* withWorstCase(sideTests, cells, one.id, options, sizes);
    sides.push({ label: seriesLabel(one, results.series), side, missing: absent });
  }
  sidesCache.set(material, sides);
  return sides;
}

/** The fields of a stored plan that comparisons require in addition to the plan itself. */
const noRecord: Omit<StoredPlan, "plan"> = {
  hash: "",
  frozenAt: null,
  changesAfterData: null,
  record: "",
  status: exploratory,
  looks: [],
};

function equivalenceTests(
  sides: readonly MaterialSide[],
  { margin }: AnalysisPlan,
  which: "pvalue" | "pLower",
): FoundTest[] {
  return sides.map(({ label, side: { equivalence, difference, clusterKind }, missing }) => ({
    clusters: { count: equivalence?.clusters ?? 0, many: clusterKind.many },
    ...(which === "pvalue" || equivalence?.worstLower == null ? {} : { worst: { p: equivalence.worstLower, missing } }),
    says: `${label} ${which === "pvalue" ? "within" : "not worse than people by more than"} ${formatPercent(margin ?? 0)} points${which === "pvalue" ? " of people" : ""}`,
    p: equivalence?.[which] ?? null,
    n: difference.n,
    reason: equivalence?.[which] == null ? "No test: there is no margin, or the differences do not vary." : null,
    estimate: differenceInPoints(difference),
  }));
}
