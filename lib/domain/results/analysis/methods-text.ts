import { formatCount, formatNumberOf } from "../../format/figures.ts";
import { formatDay } from "../../format/times.ts";
import type { SideComparisons } from "../comparison/compare-sides.ts";
import { comparatorName } from "../comparison/side-sentence.ts";
import { interimMethods } from "../interim/look-files.ts";
import { clusterOf, guessingShare } from "../model/share.ts";
import { type AnalysisPlan, isWholeOutcome } from "../plan/analysis-plan.ts";
import type { ConfirmatoryTest } from "../plan/confirmatory-family.ts";
import { type DataCollectionState, dataChanges, dataCollectionSentence } from "../plan/data-collection-state.ts";
import { fewClustersWarning } from "../plan/few-clusters.ts";
import { planWords } from "../plan/plan-words.ts";
import { formatOutcome } from "../plan/planned-outcome.ts";
import { type ResultStatus, statusNote } from "../plan/result-status.ts";
import type { ResultTotals } from "../preparation/prepare-totals.ts";
import type { AnalysisInput } from "./analysis-input.ts";
import { collectionMethods, levelMethods, readingMethods, timeLimitMethods } from "./collection-methods.ts";

function confirmatorySentence(
  family: readonly ConfirmatoryTest[],
  { family: { method, alpha } }: AnalysisPlan,
  isSequential: boolean,
): string {
  if (family.length === 0) return "The plan names no test, so all of them are exploratory.";
  const kinds = [...new Set(family.map(({ kind }) => planWords.test[kind].toLowerCase()))].join(", ");
  const secondary = family.filter(({ role }) => role === "secondary").length;
  const gate =
    secondary === 0
      ? ""
      : ` ${formatNumberOf(secondary, "test is", "tests are")} secondary: corrected together, and tested only if every primary test is significant.`;
  return `The plan names ${formatNumberOf(family.length, "test")} (${kinds}), ${isSequential ? `each at its nominal level (${alpha} in total)` : `corrected together by ${method} at ${alpha}`}; all others are exploratory.${gate}`;
}

/**
 * The state of the data for a methods section, with the hash that verifies a lock; empty for stages other than main.
 */
export function dataMethods(stage: string, data: DataCollectionState): string {
  if (stage !== "main") return "";
  const [first] = data.locks;
  return ` ${dataCollectionSentence(data)}${first ? ` SHA-256 of the lock's list of responses: ${first.sha256}.` : ""}`;
}

/** How differences and equivalence were tested; interim data are not tested. */
function testMethods(
  plan: AnalysisPlan,
  sizes: SideComparisons["sizes"],
  status: ResultStatus,
  isSequential: boolean,
): string[] {
  if (status.kind === "interim")
    return [
      `The data were not locked, so nothing was tested; the tests of the plan will be corrected by ${plan.family.method} at ${plan.family.alpha}. Intervals of differences are t intervals with CR2 standard errors and Satterthwaite degrees of freedom over stories, or source groups where the items have them (Bell and McCaffrey 2002; Pustejovsky and Tipton 2018), where there were at least five, else over cells treated as independent.`,
    ];
  return [
    `Differences were tested by t tests with CR2 standard errors and Satterthwaite degrees of freedom over stories, or source groups where the items have them (Bell and McCaffrey 2002; Pustejovsky and Tipton 2018) where there were at least five, else over cells treated as independent (majority: McNemar's mid-p, where every answer is right or wrong); with five to twelve of them all sign patterns were also enumerated (Cameron, Gelbach and Miller 2008). ${isSequential ? "Planned tests and their simultaneous limits are at the nominal levels below" : familyMethods(plan, sizes)}.`,
    plan.margin === null
      ? "No margin was fixed, so equivalence was not tested."
      : `Equivalence and non-inferiority within ${plan.margin * 100} points were tested by two one-sided tests at ${plan.family.alpha}.`,
  ];
}

/** The number of tests in the correction of each comparator; for a plan's comparator, all tests of the plan count. */
function familyMethods(
  { family: { method, alpha } }: AnalysisPlan,
  { majority, person }: SideComparisons["sizes"],
): string {
  if (majority === person)
    return `The family of ${formatNumberOf(person, "test")} for each comparator was corrected by ${method} at ${alpha}; simultaneous limits are at ${alpha}/${Math.max(1, person)}`;
  return `Tests with the majority were corrected over ${formatNumberOf(majority, "test")} and those with the mean person over ${formatNumberOf(person, "test")} by ${method} at ${alpha}; simultaneous limits are at ${alpha}/${Math.max(1, majority)} and ${alpha}/${Math.max(1, person)}`;
}

/** The sentence about answers to items without a key, such as ratings; empty if every item has a key. */
function unscoredMethods({ items, counts }: Pick<AnalysisInput["results"], "items" | "counts">): string {
  const unscoredIds = new Set(items.filter(({ rightAnswers }) => rightAnswers.length === 0).map(({ id }) => id));
  if (unscoredIds.size === 0) return "";
  const unscoredCount = sumCounts(counts.filter(({ itemId }) => unscoredIds.has(itemId)));
  const scoredCount = sumCounts(counts) - unscoredCount;
  return ` Of these, ${formatNumberOf(unscoredCount, "answer")} to ${formatNumberOf(unscoredIds.size, "item")} without a key, such as ratings, have no right answer; accuracies, comparisons and tests are about the other ${formatNumberOf(scoredCount, "answer")} to ${formatNumberOf(items.length - unscoredIds.size, "item")}.`;
}

function sumCounts(counts: readonly { count: number }[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** The methods section: people, models, outcome, tests, plan and state of the data, in paragraphs. */
export function methodsText(
  { study, stage, results, plan, record, status, looks = [], data, lateKeys, collection }: AnalysisInput,
  comparisons: SideComparisons,
  family: readonly ConfirmatoryTest[],
  { hashes, totals }: { hashes: { data: string; plan: string }; totals: ResultTotals },
): string {
  const { models, sizes } = comparisons;
  const stories = new Set(results.items.map(({ storyId }) => storyId)).size;
  const answers = sumCounts(results.counts);
  const primary = family.filter(({ role }) => role === "primary").length;
  const clustersWarning = fewClustersWarning(results.items.map(clusterOf), plan, primary);
  return `${[
    `Of the study “${study.name}” (${study.benchmark}), stage ${stage}, ${formatNumberOf(answers, "answer")} of people to ${formatNumberOf(results.items.length, "item")} about ${formatNumberOf(stories, "story", "stories")} under ${formatNumberOf(results.conditions.length, "condition")} were analysed.${plan.outcome.measure === "accuracy" ? unscoredMethods(results) : ""}${dataMethods(stage, data)}`,
    ...(collection ? collectionMethods(collection, dataChanges(data)) : []),
    `People outside quotas were ${plan.exclusions.openStratum ? "counted" : "not counted"}, surplus answers ${plan.exclusions.surplus ? "counted" : "not counted"}, excluded answers ${plan.exclusions.excluded ? "counted" : "not counted"}; cells in which a model's text differed from that of people were ${plan.exclusions.mismatched ? "kept" : "excluded from tests"}.`,
    ...(isWholeOutcome(plan.outcome)
      ? []
      : [
          `The outcome is ${formatOutcome(plan.outcome)}${plan.outcome.measure === "accuracy" ? "" : ", on the items that offer it: in comparisons, conditions, unparsed, confirmatory, cells.csv and summary.json “right” means that answer"}. Everything under tables/ and analyses/ is about right answers by the key to all items, and exploratory.`,
        ]),
    ...(plan.comparator.kind === "best-person" || plan.comparator.kind === "distribution"
      ? [
          "The comparator of the plan is single people, see analyses/persons; the majority and the mean person are reported in addition.",
        ]
      : []),
    `${models.length === 1 ? "One model" : `Each of ${formatNumberOf(models.length, "model")}`} was compared with ${comparatorName("majority", null, plan.comparator.k)} of the people who answered a cell and with the mean person, on the cells that both answered; every cell weighed the same. Ties of people (${formatCount(totals.ties)} of ${formatNumberOf(totals.cells - totals.emptyCells, "answered cell")}) counted as “${planWords.ties[plan.ties]}”, unparsed answers of models as “${planWords.unparsed[plan.unparsed]}”.${models.some(({ repeats }) => repeats !== null) ? " A model that answered a cell several times counted with the share of these answers that was right." : ""}`,
    timeLimitMethods(collection?.timeLimits, results.counts, plan.unparsed),
    readingMethods(comparisons, plan),
    levelMethods(plan, plan.outcome.measure === "accuracy" ? guessingShare(results.items) : null),
    ...testMethods(plan, sizes, status, looks.length > 0),
    ...interimMethods(looks, plan, primary),
    `The analysis plan was ${record ?? "given for this analysis and is not the one that the study keeps"}. ${confirmatorySentence(family, plan, looks.length > 0)} ${statusNote(status)}`,
    ...(clustersWarning ? [clustersWarning] : []),
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
