import { formatPercent } from "../../format/figures.ts";
import { judgeFamily } from "../../statistics/referee/family.ts";
import { finish, type Steps } from "../../steps.ts";
import { compareSidesInSteps, type JudgedSide } from "../comparison/compare-sides.ts";
import { readingOf } from "../comparison/compared-cells.ts";
import { mostMissing } from "../comparison/side-sentence.ts";
import { layCellsInSteps } from "../model/cells.ts";
import { defaultResultsQuery } from "../model/results-query.ts";
import { seriesLabel } from "../model/series-label.ts";
import type { StudyResults } from "../model/study-results.ts";
import { type CellMaterial, prepareCells } from "../views/cell-material.ts";
import { levelsView } from "../views/models/accuracy-views.ts";
import { factorsView, promptsView } from "../views/models/effect-views.ts";
import { modelsViewInSteps } from "../views/models/models-view.ts";
import { type TestCell, test, text, type View, type ViewTable } from "../views/view.ts";
import type { AnalysisPlan, PlannedTestKind } from "./analysis-plan.ts";
import type { StoredPlan } from "./plan-record.ts";
import { comparisonOptions, plannedSeries } from "./planned-comparisons.ts";
import { outcomeWords, plannedAnswer, withOutcome } from "./planned-outcome.ts";

/** One test that a plan names. */
export interface ConfirmatoryTest {
  kind: PlannedTestKind;
  /** What is tested, in words. */
  says: string;
  p: number | null;
  n: number;
  /** Why there is no p; null where there is one. */
  reason: string | null;
  /** Whether more than 5% of the answers of a model in it are missing: then nothing is concluded from no difference. */
  isIncomplete?: boolean;
  /** After the correction of the plan, over all of its tests together. */
  adjusted: number | null;
  isSignificant: boolean;
}

/** What each kind of test is called. */
export const plannedKindWords: Readonly<Record<PlannedTestKind, string>> = {
  "model-against-people": "Model against people",
  "model-against-model": "Model against model",
  "model-against-chance": "Model against chance",
  equivalence: "Equivalence",
  "non-inferiority": "Non-inferiority",
  levels: "Levels within a subject",
  "word-orders": "Word orders",
  "story-effect": "Effect of the story",
  "prompt-effect": "Effect of the prompt",
  "groups-of-people": "Groups of people",
};

type Found = Pick<ConfirmatoryTest, "says" | "p" | "n" | "reason" | "isIncomplete">;

/**
 * All tests of a plan's family on all cells of a study, corrected together by the plan's method: no filter changes how many
 * there are, and all are about the plan's outcome. Groups of people need the stored analysis of single answers, which is
 * about right answers; without it (null), and for a share of one answer, their tests say so.
 */
export function confirmatoryFamily(given: StudyResults, plan: AnalysisPlan, groups: View | null): ConfirmatoryTest[] {
  return finish(confirmatoryFamilyInSteps(given, plan, groups));
}

/** The same in steps, so that a server may answer others while it tests dozens of models. */
export function* confirmatoryFamilyInSteps(
  given: StudyResults,
  plan: AnalysisPlan,
  groups: View | null,
): Steps<ConfirmatoryTest[]> {
  const results = withOutcome(given, plan.outcome);
  const series = plannedSeries(results.series, plan);
  const cells = yield* layCellsInSteps(results, plan.ties, plan.unparsed);
  const rules = { ties: plan.ties, unparsed: plan.unparsed, withMismatches: plan.exclusions.mismatched };
  const material = prepareCells({ ...results, series }, new Map(), null, rules, cells);
  yield;
  const incomplete = series.flatMap((one) =>
    (readingOf(cells, one.id).missing ?? 0) > mostMissing ? [seriesLabel(one, series)] : [],
  );
  const found: Omit<ConfirmatoryTest, "adjusted" | "isSignificant">[] = [];
  for (const { kind, of: about } of plan.family.tests) {
    yield;
    for (const one of yield* testsOf(kind, about, { material, plan, groups }))
      found.push({ kind, ...one, isIncomplete: incomplete.some((label) => speaksOf(one.says, label)) });
  }
  return correctTogether(found, plan);
}

interface Tested {
  material: CellMaterial;
  plan: AnalysisPlan;
  groups: View | null;
}

function* testsOf(kind: PlannedTestKind, about: string, { material, plan, groups }: Tested): Steps<Found[]> {
  switch (kind) {
    case "model-against-people":
      return (yield* sidesOf(material, plan)).map(({ label, side }) => ({
        says: `People (${side.comparator === "majority" ? "majority" : "mean person"}) and ${label}`,
        p: side.pvalue,
        n: side.difference.n,
        reason: side.pvalue === null ? (side.difference.reason ?? "There is no spread to test with.") : null,
      }));
    case "equivalence":
      return equivalenceTests(yield* sidesOf(material, plan), plan, "pvalue");
    case "non-inferiority":
      return equivalenceTests(yield* sidesOf(material, plan), plan, "pLower");
    case "model-against-model":
      return rowsOf(yield* modelsViewInSteps(material), "pairs");
    case "model-against-chance":
      return rowsOf(yield* modelsViewInSteps(material), "chance").filter(({ says }) => !says.startsWith("People"));
    case "levels":
      return yield* subjectBySubject({ ...material, by: about === "" ? null : about }, (own) =>
        rowsOf(levelsView(own), "levels"),
      );
    case "word-orders":
      return yield* subjectBySubject(material, (own) => factorRows(own, "questionOrder"));
    case "story-effect":
      return yield* subjectBySubject(material, (own) => factorRows(own, "story"));
    case "prompt-effect":
      return rowsOf(promptsView(material), "prompts");
    case "groups-of-people":
      return groupTests(plannedAnswer(plan.outcome) === null ? groups : "accuracy alone", about);
  }
}

/** Tests within a subject, one subject after the other: no one's depend on the others. */
function* subjectBySubject(material: CellMaterial, testsWithin: (own: CellMaterial) => Found[]): Steps<Found[]> {
  const found: Found[] = [];
  for (const subject of material.subjects) {
    yield;
    found.push(...testsWithin({ ...material, subjects: [subject] }));
  }
  return found;
}

function* sidesOf({ results, cells }: CellMaterial, plan: AnalysisPlan) {
  const stored: StoredPlan = { plan, hash: "", frozenAt: null, record: "" };
  const { models } = yield* compareSidesInSteps(cells, results.series, {
    ...comparisonOptions(results.items, defaultResultsQuery, stored),
    answer: plannedAnswer(plan.outcome),
    margin: plan.margin,
  });
  return models.map(({ label, leads, sides }) => ({ label, side: sides[leads] }));
}

/** The tests of a plan's family, corrected together by its method. */
export function correctTogether(
  found: readonly Omit<ConfirmatoryTest, "adjusted" | "isSignificant">[],
  { family }: Pick<AnalysisPlan, "family">,
): ConfirmatoryTest[] {
  const judged = judgeFamily(
    found.map(({ p }) => p),
    family.method,
    family.alpha,
  );
  return found.map((one, index) => ({
    ...one,
    adjusted: judged.adjusted[index] ?? null,
    isSignificant: judged.significant[index] ?? false,
  }));
}

/** The family as a table of a page or a file. */
export function confirmatoryTable(tests: readonly ConfirmatoryTest[], { family, outcome }: AnalysisPlan): ViewTable {
  return {
    name: "confirmatory",
    caption: `The ${tests.length} tests of the analysis plan${outcome.measure === "accuracy" ? "" : `, of ${outcomeWords(outcome)}`}, corrected together by ${family.method} at alpha ${family.alpha}`,
    columns: ["Kind", "Test", "p", "Decision"],
    rows: tests.map(({ kind, says, p, n, reason, adjusted, isSignificant, isIncomplete }) => [
      text(plannedKindWords[kind]),
      text(says),
      test(p, n, reason, adjusted),
      text(decisionOf({ kind, p, isSignificant, isIncomplete })),
    ]),
  };
}

function decisionOf({
  kind,
  p,
  isSignificant,
  isIncomplete,
}: Pick<ConfirmatoryTest, "kind" | "p" | "isSignificant" | "isIncomplete">): string {
  if (p === null) return "not tested";
  // A claim that there is no difference that matters takes complete answers.
  const claimsAlike = kind === "equivalence" || kind === "non-inferiority";
  if (isSignificant && !(claimsAlike && isIncomplete)) return "significant";
  return isIncomplete ? "no conclusion: more than 5% of the model’s answers are missing" : "not significant";
}

/** Whether a name stands in what a test says, and not as a part of another one. */
function speaksOf(says: string, label: string): boolean {
  const before = [", ", " less ", " within ", " not worse than "].some((next) => says.startsWith(label + next));
  return before || says.endsWith(` less ${label}`) || says.endsWith(` and ${label}`) || says === label;
}

function equivalenceTests(
  sides: readonly { label: string; side: JudgedSide }[],
  { margin }: AnalysisPlan,
  which: "pvalue" | "pLower",
): Found[] {
  return sides.map(({ label, side: { equivalence, difference } }) => ({
    says: `${label} ${which === "pvalue" ? "within" : "not worse than people by more than"} ${formatPercent(margin ?? 0)} points${which === "pvalue" ? " of people" : ""}`,
    p: equivalence?.[which] ?? null,
    n: difference.n,
    reason: equivalence?.[which] == null ? "There is no margin, or no spread to test with." : null,
  }));
}

/** The rows of a view's table that hold a test, named by their words. */
function rowsOf(view: View, name: string): Found[] {
  const table = view.tables.find((one) => one.name === name);
  return (table?.rows ?? []).flatMap((row): Found[] => {
    const cell = row.find((one): one is TestCell => one.kind === "test");
    const words = row.flatMap((one, index) => (one.kind === "text" && index < 2 ? [one.text] : []));
    return cell ? [{ says: words.join(", "), p: cell.p, n: cell.n, reason: cell.p === null ? cell.reason : null }] : [];
  });
}

function factorRows(material: CellMaterial, factor: string): Found[] {
  return rowsOf(factorsView(material), "factors").filter(({ says }) => says.includes(`, ${factor}: `));
}

function groupTests(groups: View | "accuracy alone" | null, about: string): Found[] {
  const label = about.replaceAll("-", " ");
  const isAccuracyAlone = groups === "accuracy alone";
  const rows = groups && !isAccuracyAlone ? rowsOf(groups, "group-tests") : [];
  const own = rows.filter(({ says }) => says === `Do groups of ${label} differ?`);
  return own.length > 0
    ? own
    : [
        {
          says: `Do groups of ${label} differ?`,
          p: null,
          n: 0,
          reason: isAccuracyAlone
            ? "Groups of people are compared by right answers only."
            : groups
              ? "These people have no two such groups."
              : "The analyses of single answers are not computed yet.",
        },
      ];
}
