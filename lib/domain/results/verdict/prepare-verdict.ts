import { formatCount, formatInterval, formatNumberOf, formatPercent, formatPoints } from "../../format/figures.ts";
import { groupBy } from "../../group-by.ts";
import { findApproximateNote } from "../../statistics/clustered/interval-note.ts";
import { timedOutKey } from "../../survey/time-limit.ts";
import type { CorrectedSideTest, SideComparison } from "../comparison/compare-sides.ts";
import { claimsHumanLevel, comparatorName } from "../comparison/side-sentence.ts";
import { isCountedAnswer } from "../model/cells.ts";
import { changesTestedData, type ResultsQuery } from "../model/results-query.ts";
import type { StudyResultsPage } from "../model/study-results-page.ts";
import { type AnalysisPlan, plannedRole } from "../plan/analysis-plan.ts";
import { dataCollectionSentence } from "../plan/data-collection-state.ts";
import { planRules } from "../plan/planned-comparisons.ts";
import { formatOutcome } from "../plan/planned-outcome.ts";
import { type ResultStatus, statusLabel } from "../plan/result-status.ts";
import type { PreparedResults } from "../preparation/prepare-results-page.ts";

/** Whether the planned test of equivalence has shown human level; "not tested" unless the plan names that test. */
export type HumanLevel = "shown" | "not shown" | "not tested";

/** The result for one model: one line. */
export interface VerdictLine {
  id: string;
  label: string;
  isDemo: boolean;
  comparison: SideComparison;
  side: CorrectedSideTest;
  /** The status of the comparison; null if all models have the same, which is then among the facts. */
  status: string | null;
  humanLevel: HumanLevel;
  /** The status of the test of equivalence; null if it was not tested or has the status of the comparison. */
  levelStatus: string | null;
}

export interface Verdict {
  /** The facts that all lines have in common. */
  facts: { term: string; value: string }[];
  lines: VerdictLine[];
  /** The status of all lines, or of how many lines each; also among the facts. */
  status: string;
  /** The number of further models. */
  more: number;
}

/** Maximum number of lines on the results page; of further models, only the number is shown. */
export const maxVerdictLines = 8;

/**
 * The verdict of a results page: each model of the plan, in its order, compared with the leading comparator. Without a
 * plan, if a filter restricts the cells, or if no model of the plan has answers, the models of the page are compared
 * instead.
 */
export function prepareVerdict(page: StudyResultsPage, prepared: PreparedResults, query: ResultsQuery): Verdict {
  const { confirmatory } = prepared.plan;
  const isPlanned =
    confirmatory !== null && confirmatory.models.length > 0 && !changesTestedData(query) && query.models === null;
  const models = sortByPlan((isPlanned ? confirmatory : prepared.comparisons).models, page.plan?.plan.models ?? []);
  const statuses = groupBy(models, ({ sides, leads }) => statusLabel(sides[leads].status));
  const lines = models.map((comparison): VerdictLine => {
    const side = comparison.sides[comparison.leads];
    const humanLevel = readHumanLevel(side);
    const levelStatus = statusLabel(side.equivalenceStatus);
    return {
      id: comparison.series.id,
      label: comparison.label,
      isDemo: comparison.series.isDemo,
      comparison,
      side,
      status: statuses.size > 1 ? statusLabel(side.status) : null,
      humanLevel,
      levelStatus: humanLevel === "not tested" || levelStatus === statusLabel(side.status) ? null : levelStatus,
    };
  });
  const status = describeStatuses(statuses, prepared.unplanned);
  return {
    facts: listFacts(page, prepared, {
      first: lines[0] ?? null,
      isOutsidePlan: confirmatory?.models.length === 0 && lines.length > 0,
      people: countPeople(page, prepared, query),
      status,
    }),
    status,
    lines: lines.slice(0, maxVerdictLines),
    more: Math.max(0, lines.length - maxVerdictLines),
  };
}

/** The verdict as text to copy: the facts, then one line per model. */
export function verdictText({ facts, lines, more }: Verdict): string {
  return [
    facts.map(({ term, value }) => `${term}: ${value}`).join("\n"),
    lines
      .map(
        (line) =>
          `${line.label}${line.status === null ? "" : ` (${line.status})`}: ${differenceText(line)}; human level ${line.humanLevel}${line.levelStatus === null ? "" : ` (${line.levelStatus})`}.`,
      )
      .join("\n"),
    ...(more > 0 ? [`${formatNumberOf(more, "more model")}.`] : []),
  ].join("\n\n");
}

/** The difference of a line with its interval and n. */
export function differenceText({ comparison, side }: VerdictLine): string {
  if (comparison.shared === 0 || side.difference.value === null) return "no answered cell in common";
  const interval = side.difference.low === null ? "" : ` (${formatInterval(side.difference)})`;
  const note = findApproximateNote(side.difference);
  return `people minus model ${formatPoints(side.difference.value)} points${interval}, n = ${formatNumberOf(comparison.shared, "cell")}${note === null ? "" : ` (${note.replace(/^Approximate/, "approximate").replace(/\.$/, "")})`}`;
}

/**
 * Reads the claim from the sentence of the comparison (`sideSentence`), because only the sentence determines the claim.
 */
function readHumanLevel({ equivalence, sentence, equivalenceStatus }: CorrectedSideTest): HumanLevel {
  const isPlanned = equivalenceStatus.kind !== "interim" && equivalenceStatus.kind !== "exploratory";
  if (equivalence === null || equivalence.pvalue === null || !isPlanned) return "not tested";
  return claimsHumanLevel(sentence) ? "shown" : "not shown";
}

function sortByPlan(models: readonly SideComparison[], names: readonly string[]): SideComparison[] {
  const planIndex = ({ series }: SideComparison) => {
    const index = names.indexOf(series.model);
    return index === -1 ? names.length : index;
  };
  return models.toSorted((left, right) => planIndex(left) - planIndex(right));
}

/** The number of people behind the counted answers; null if some of a person's answers may not be among them. */
function countPeople(page: StudyResultsPage, { totals }: PreparedResults, query: ResultsQuery) {
  const { study, standings, results } = page;
  const people = totals.answers / study.itemsPerSession;
  const omitsTimedOut =
    !isCountedAnswer(timedOutKey, planRules(query, page.plan).unparsed) &&
    results.counts.some(({ answerKey }) => answerKey === timedOutKey);
  const arePartial = study.itemsPerSession > 1 && (changesTestedData(query) || standings.excluded > 0 || omitsTimedOut);
  return arePartial || !Number.isInteger(people) ? null : people;
}

/** The status of all models, or of how many models each; without models, the status of results outside a plan. */
function describeStatuses(statuses: ReadonlyMap<string, readonly SideComparison[]>, unplanned: ResultStatus): string {
  const [[label] = [statusLabel(unplanned)]] = statuses;
  if (statuses.size <= 1) return label;
  const counts = [...statuses].map(([status, models]) => `${status} for ${formatNumberOf(models.length, "model")}`);
  return `${counts.join("; ")}; see each model`;
}

function describeMargin(plan: AnalysisPlan | null): string {
  if (plan?.margin == null) return "not tested: no margin is planned";
  const isPlanned = plannedRole(plan, "equivalence") !== null;
  return `${isPlanned ? "" : "not tested: the plan names no test of equivalence; "}margin ${formatPercent(plan.margin)} points`;
}

function listFacts(
  page: StudyResultsPage,
  { totals }: PreparedResults,
  {
    first,
    isOutsidePlan,
    people,
    status,
  }: { first: VerdictLine | null; isOutsidePlan: boolean; people: number | null; status: string },
) {
  const plan = page.plan?.plan ?? null;
  const { verified, mismatch, unverified } = totals.parity;
  const answerCount = verified + mismatch + unverified;
  return [
    {
      term: "Comparator",
      value: first
        ? comparatorName(first.comparison.leads, first.comparison.voters, first.comparison.majorityOf)
        : "no model has answers to compare",
    },
    ...(isOutsidePlan ? [{ term: "Models", value: "not in the plan: their first answers came after the freeze" }] : []),
    ...(plan && plan.outcome.measure !== "accuracy" ? [{ term: "Outcome", value: formatOutcome(plan.outcome) }] : []),
    {
      term: "Human level",
      value: describeMargin(plan),
    },
    {
      term: "People",
      value: `${people === null ? "" : `${formatNumberOf(people, "person", "people")}: `}${formatNumberOf(totals.answers, "answer")} in ${formatNumberOf(totals.cells, "cell")} of ${formatNumberOf(totals.items, "item")} and ${formatNumberOf(totals.conditions, "condition")}`,
    },
    {
      term: "Text",
      value:
        answerCount === 0
          ? "no model answers"
          : verified === answerCount
            ? "verified for every model answer"
            : `verified for ${formatCount(verified)} of ${formatNumberOf(answerCount, "model answer")}`,
    },
    {
      term: "Data",
      value:
        page.stage === "main" ? dataCollectionSentence(page.data) : `Stage “${page.stage}”; stages are never combined.`,
    },
    { term: "Status", value: status },
  ];
}
