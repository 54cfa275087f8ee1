import { capitalize } from "../../format/capitalize.ts";
import {
  formatCount,
  formatNumber,
  formatNumberOf,
  formatPercent,
  formatPInSentence,
  formatShare,
} from "../../format/figures.ts";
import { describePopulation } from "../../statistics/clustered/clustered-estimate.ts";
import {
  equivalenceErrorRateAt,
  minStoriesForEquivalence,
} from "../../statistics/clustered/equivalence-error-rates.ts";
import { describeDetectableRange, describeDisagreement } from "../../statistics/referee/wording.ts";
import { minPeopleForMajority } from "../model/majority.ts";
import { unparsedWording } from "../model/unparsed-policy.ts";
import { planWords } from "../plan/plan-words.ts";
import { type ResultStatus, type StatusSentence, statusPrefix, withStatus } from "../plan/result-status.ts";
import type { Voters } from "./compared-cells.ts";
import type { Comparator, SideTest, SideTestName } from "./side-test.ts";
import {
  type CorrectedSide,
  formatCorrected,
  formatErrorRate,
  formatFamily,
  formatNominalLevel,
  formatOutcomePhrase,
  isIncomplete,
  type SideContext,
} from "./side-words.ts";

const testNames: Record<SideTestName, string> = {
  "clustered-t": "the t test over clusters (CR2, Satterthwaite)",
  "items-t": "the t test over cells treated as independent",
  "mcnemar-midp": "McNemar’s mid-p over cells treated as independent",
};

/** The comparator by name, with the number of people behind it: "the majority of 52 people (30 to 60)". */
export function comparatorName(
  comparator: Comparator,
  voters: Voters | null,
  majorityOf: number | null = null,
): string {
  if (comparator === "majority" && majorityOf !== null)
    return `the majority of ${formatNumberOf(majorityOf, "person", "people")} drawn from a cell`;
  if (comparator === "person" || voters === null) return comparator === "person" ? "the mean person" : "the majority";
  const { least, median, most } = voters;
  const range = least === most ? "" : ` (${formatCount(least)} to ${formatCount(most)} a cell)`;
  return `the majority of ${formatNumberOf(median, "person", "people")}${range}`;
}

/** The finding about one comparator and one model, with all its numbers, as plain text. */
export function sideSentence(side: CorrectedSide, context: SideContext): StatusSentence {
  if (context.shared === 0 || side.difference.value === null)
    return withStatus(
      null,
      `People and ${context.label} have no answered cell in common, so no comparison is possible.`,
    );
  const isInterim = side.status.kind === "interim";
  const sentences = [
    isInterim ? interimHeadlineSentence(side, context) : headlineSentence(side, context),
    evidenceSentence(side, context),
    wildSentence(side, context),
    fewVotersSentence(side, context),
    missingSentence(context),
    marginSentences(side, context),
  ];
  const isTested = !isInterim && context.families["model-against-people"].notTested === null;
  if (!side.isSignificant && !side.dependsOnMissing && isTested)
    sentences.push(describeDetectableRange(side.detectable, { power: 0.8, many: side.clusterKind.many }));
  sentences.push(describePopulation(side.difference, "cells"), side.difference.reason ?? "");
  // A line must not break inside "p = 0.034".
  const joined = sentences
    .filter((sentence) => sentence !== "")
    .join(" ")
    .replaceAll(/\bp ([=<]) /g, "p\u00a0$1\u00a0");
  return withStatus(side.status, joined);
}

/** A declared look decides the tests against the margin also if the plan does not name the difference. */
function interimHeadlineSentence(
  { comparator, equivalence }: SideTest,
  { label, shared, voters, majorityOf }: SideContext,
): string {
  const people = comparatorName(comparator, voters, majorityOf);
  return `${capitalize(people)} and ${label} on ${formatNumberOf(shared, "cell")} that both answered: no conclusion${equivalence === null ? "" : " about a difference"} before the data are locked.`;
}

function headlineSentence(
  { comparator, isSignificant, dependsOnMissing, difference, pvalue }: CorrectedSide,
  { label, shared, voters, majorityOf, reading, answer, families }: SideContext,
): string {
  const people = comparatorName(comparator, voters, majorityOf);
  const { notTested } = families["model-against-people"];
  const outcomePhrase = formatOutcomePhrase(answer);
  const cells = `on ${formatNumberOf(shared, "cell")} that both answered`;
  if (notTested !== null) return `${capitalize(people)} and ${label} ${cells}: ${notTested}.`;
  if (isSignificant)
    return difference.value! > 0
      ? `${capitalize(people)} ${outcomePhrase} more often than ${label} ${cells}.`
      : `${label} ${outcomePhrase} more often than ${people} ${cells}.`;
  if (dependsOnMissing)
    return `${capitalize(people)} and ${label} ${cells}. No conclusion: depends on ${formatNumberOf(reading.absent, "missing and unparsed answer")}.`;
  if (isIncomplete(reading))
    return `${capitalize(people)} and ${label} ${cells}: no conclusion, because ${formatShare(reading.missing)} of the model’s answers are missing.`;
  if (pvalue === null)
    return `${capitalize(people)} and ${label} ${answer === null ? "were right" : outcomePhrase} equally often ${cells}; there is nothing to test.`;
  return `No significant difference between ${people} and ${label} ${cells}; that is no evidence that they are equal.`;
}

function evidenceSentence(
  { people, model, difference, decidedBy, pvalue, adjusted, discordant }: CorrectedSide,
  { families, alpha, method, answer, levels }: SideContext,
): string {
  const family = families["model-against-people"];
  const interval =
    difference.low === null || difference.high === null
      ? ""
      : ` (${Math.round((1 - alpha) * 1000) / 10}% interval ${formatPercent(difference.low)} to ${formatPercent(difference.high)})`;
  const correctedText =
    family.size > 1 && adjusted !== null
      ? `, ${formatPInSentence(adjusted)} after ${planWords.method[method]} over ${formatFamily(family)}`
      : formatNominalLevel(adjusted === null ? levels?.twoSided : undefined);
  const test =
    decidedBy === null || pvalue === null
      ? ""
      : `; ${testNames[decidedBy]} gives ${formatPInSentence(pvalue)}${correctedText}`;
  const discordantText = discordantSentence(discordant, difference.n, answer);
  return `${formatShare(people.value)} against ${formatShare(model.value)}, people minus model ${formatPercent(difference.value!)} points${interval}${test}.${discordantText}`;
}

/** Counts of whole cells: those with ties or with fractional scores are excluded. */
function discordantSentence(discordant: SideTest["discordant"], n: number, answer: string | null): string {
  if (discordant === null) return "";
  const { onlyPeople, onlyModel, both, neither } = discordant;
  const wholeCells = onlyPeople + onlyModel + both + neither;
  if (wholeCells === 0) return "";
  const onlyPhrase =
    wholeCells < n ? `Among the ${formatNumberOf(wholeCells, "cell")} without ties or shares, only` : "Only";
  return ` ${onlyPhrase} people ${answer === null ? "were right" : formatOutcomePhrase(answer)} on ${formatCount(onlyPeople)}, only the model on ${formatCount(onlyModel)}.`;
}

function wildSentence({ wild, difference, pvalue, decidedBy }: SideTest, { alpha }: SideContext): string {
  if (wild === null) return "";
  const disagree = describeDisagreement(decidedBy === "clustered-t" ? pvalue : null, wild.pvalue, alpha);
  return `All sign patterns of the ${wild.clusters} ${difference.clusters[0]?.many ?? "stories"}: ${formatPInSentence(wild.pvalue)} (it cannot be below ${formatNumber(wild.smallest, 4)}).${disagree}`;
}

/** A warning for a majority of few people; empty otherwise. */
function fewVotersSentence({ comparator }: SideTest, { voters, majorityOf }: SideContext): string {
  const people = majorityOf ?? voters?.median ?? 0;
  if (comparator !== "majority" || people >= minPeopleForMajority) return "";
  return `A majority of fewer than ${minPeopleForMajority} people depends on who happened to be asked.`;
}

function missingSentence({ reading, unparsed: policy, answer }: SideContext): string {
  const { unparsed, asked, worstCase } = reading;
  if (unparsed === 0 || worstCase === null) return "";
  const unread = `${formatCount(unparsed)} of ${formatCount(asked)} answers of the model could not be read`;
  if (answer !== null)
    return `${unread} and ${policy === "wrong" ? "count as another answer" : unparsedWording(policy)}; “${answer}” may be ${formatShare(worstCase.low)} to ${formatShare(worstCase.high)} of them.`;
  return `${unread} and ${unparsedWording(policy)}; at best it would have ${formatShare(worstCase.high)} right, at worst ${formatShare(worstCase.low)}.`;
}

/**
 * The sentences about the margin. Each begins with its status if that differs from the status of the sentence before
 * it. Before the data are locked, a test that the plan does not name has no sentence, not even at a declared look.
 */
function marginSentences(side: CorrectedSide, context: SideContext): string {
  const parts = [
    { status: side.equivalenceStatus, text: equivalenceSentence(side, context) },
    { status: side.nonInferiorityStatus, text: nonInferioritySentence(side, context) },
  ].filter(({ status, text }) => text !== "" && status.kind !== "interim");
  return parts
    .map(({ status, text }, index) => {
      const before = parts[index - 1]?.status ?? side.status;
      return status.kind === before.kind ? text : `${statusPrefix(status) || "Confirmatory: "}${text}`;
    })
    .join(" ");
}

/**
 * The only sentence that may state "at human level": for a primary test of the plan, on data and by a plan that were not
 * amended, with a margin of at most half of the distance between people and chance. Secondary tests are not in the
 * family of the primary ones.
 */
function equivalenceSentence(side: CorrectedSide, context: SideContext): string {
  const { equivalence, comparator, people: persons, equivalenceStatus } = side;
  const { many } = side.clusterKind;
  const { chance, label, voters, majorityOf, reading, answer, alpha, families } = context;
  const { notTested } = families.equivalence;
  if (equivalence === null) return "";
  const margin = `${formatPercent(equivalence.margin)} points`;
  const people = comparatorName(comparator, voters, majorityOf);
  if (notTested !== null) return `Whether ${label} is within ${margin} of ${people}: ${notTested}.`;
  if (equivalence.pvalue === null)
    return `Whether ${label} is within ${margin} of ${people} cannot be tested, because the scores do not vary.`;
  const { patterns } = equivalence;
  const patternsNote = patterns
    ? `; all sign patterns of the ${patterns.clusters} ${many}: ${formatPInSentence(patterns.pvalue)}, which cannot be below ${formatNumber(patterns.smallest, 4)}${describeDisagreement(equivalence.pvalue, patterns.pvalue, alpha).replace(/^ The/, "; the").replace(/\.$/, "")}`
    : "";
  const testsNote = `two one-sided tests, ${formatCorrected("equivalence", equivalence.pvalue, equivalence.adjusted, context)}${patternsNote}`;
  if (equivalence.decision === "missing answers")
    return `Equivalence within ${margin} is not claimed (${testsNote}), because ${formatShare(reading.missing)} of the model’s answers are missing.`;
  if (equivalence.decision === "not shown")
    return `Equivalence within ${margin} of ${people} is not shown (${testsNote}).`;
  const errorRate = equivalenceErrorRateAt(equivalence.clusters);
  if (equivalence.decision === "few stories" || errorRate === null)
    return `Equivalence${answer === null ? "" : ` in the share of “${answer}”`} within ${margin} is not claimed (${testsNote}): ${formatMinStories(many, "equivalence where there is none")}.`;
  if (answer !== null)
    return `${label} ${formatOutcomePhrase(answer)} as often as ${people}, meaning within ${margin} (${testsNote}; ${formatErrorRate(errorRate, many)}).`;
  const withinMargin = `within ${margin} of ${people} (${testsNote}; ${formatErrorRate(errorRate, many)}).`;
  const maxMargin = chance === null || persons.value === null ? null : (persons.value - chance) / 2;
  if (equivalenceStatus.kind !== "confirmatory") return `${label} is ${withinMargin}`;
  if (maxMargin !== null && equivalence.margin > maxMargin)
    return `${label} is ${withinMargin} That is no claim of human level: the margin is above ${formatPercent(Math.max(0, maxMargin))} points, half of the distance of people (${formatShare(persons.value)}) from chance (${formatShare(chance)}).`;
  return `${label} is at human level, meaning ${withinMargin}`;
}

/**
 * Whether a model is not worse than people. Empty if it follows from an equivalence with a status that is at least as
 * strong, and if it is not shown for another reason than missing answers, unless its status is the stronger one.
 */
function nonInferioritySentence(side: CorrectedSide, context: SideContext): string {
  const { equivalence, comparator, equivalenceStatus, nonInferiorityStatus } = side;
  const { label, voters, majorityOf, reading, answer, families } = context;
  const { notTested } = families["non-inferiority"];
  if (equivalence === null || (equivalence.pLower === null && notTested === null)) return "";
  const { margin, decision, lowerDecision, lowerDependsOnMissing } = equivalence;
  const isStronger = strengthOf(nonInferiorityStatus) > strengthOf(equivalenceStatus);
  const isReported = lowerDependsOnMissing || lowerDecision === "shown" || lowerDecision === "few stories";
  const followsFromEquivalence = decision === "shown" || decision === "few stories";
  if (notTested === null && !isStronger && (!isReported || followsFromEquivalence)) return "";
  const byMargin = `${comparatorName(comparator, voters, majorityOf)} by more than ${formatPercent(margin)} points`;
  const question = `Whether ${label} ${answer === null ? "is worse than" : `said “${answer}” less often than`} ${byMargin}`;
  if (equivalence.pLower === null) return `${question}: ${notTested}.`;
  const p = formatCorrected("non-inferiority", equivalence.pLower, equivalence.adjustedLower, context);
  if (lowerDependsOnMissing)
    return `${question} (one one-sided test, ${p}) depends on ${formatNumberOf(reading.absent, "missing and unparsed answer")}: no conclusion.`;
  if (lowerDecision === "few stories")
    return `${question} is not decided (one one-sided test, ${p}): ${formatMinStories(side.clusterKind.many, "no such difference where there is one")}.`;
  if (lowerDecision === "shown")
    return `${label} ${answer === null ? "is not worse than" : `did not say “${answer}” less often than`} ${byMargin} (one one-sided test, ${p}).`;
  return `${question} is not decided (one one-sided test, ${p})${isIncomplete(reading) ? `, because ${formatShare(reading.missing)} of the model’s answers are missing` : ""}.`;
}

/** Why a test against the margin decides nothing with few stories. */
function formatMinStories(many: string, found: string): string {
  return `at least ${minStoriesForEquivalence} ${many} are required, because with fewer the test too often finds ${found}`;
}

/** Whether the plan names a test: not at all, as a secondary test, or as a primary one. */
function strengthOf({ kind }: ResultStatus): number {
  return kind === "exploratory" || kind === "interim" ? 0 : kind === "secondary" ? 1 : 2;
}

/** Whether a sentence about a comparison claims human-level performance. */
export function claimsHumanLevel(sentence: string): boolean {
  return sentence.includes(" is at human level, ");
}
