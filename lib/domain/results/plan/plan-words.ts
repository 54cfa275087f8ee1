import type { AdjustmentMethod } from "../../statistics/basics/adjust-p-values.ts";
import { minPeopleForMajority, type ResultTiePolicy } from "../model/majority.ts";
import type { UnparsedPolicy } from "../model/unparsed-policy.ts";
import type {
  AnalysisPlan,
  clusterKinds,
  outcomeMeasures,
  PlannedTestKind,
  plannedComparators,
} from "./analysis-plan.ts";

/** The values of an analysis plan in words: used by its form, its summary, the preregistration and the methods text. */
export const planWords = {
  comparator: {
    majority: "the majority",
    "mean-person": "the mean person",
    "best-person": "the best person",
    distribution: "the distribution of answers",
  } satisfies Record<(typeof plannedComparators)[number], string>,
  measure: {
    accuracy: "accuracy against the key",
    "share-of-answer": "share of one answer",
    localisation: "marked words against the key’s",
  } satisfies Record<(typeof outcomeMeasures)[number], string>,
  ties: {
    half: "half right",
    false: "false",
    incorrect: "incorrect",
    exclude: "nothing: it is excluded",
  } satisfies Record<ResultTiePolicy, string>,
  unparsed: {
    wrong: "wrong",
    other: "a separate answer",
    omit: "nothing: it is excluded",
  } satisfies Record<UnparsedPolicy, string>,
  clusters: { person: "people", story: "stories", group: "source groups" } satisfies Record<
    (typeof clusterKinds)[number],
    string
  >,
  method: { holm: "Holm", BH: "Benjamini and Hochberg", bonferroni: "Bonferroni" } satisfies Record<
    AdjustmentMethod,
    string
  >,
  stopping: {
    full: "when every slot is filled",
    date: "at the end of a day",
    look: "at one of the interim analyses, or when every slot is filled",
  } satisfies Record<AnalysisPlan["stopping"]["rule"], string>,
  test: {
    "model-against-people": "Model against people",
    "model-against-model": "Model against model",
    "model-against-chance": "Model against chance",
    equivalence: "Equivalence",
    "non-inferiority": "Non-inferiority",
    levels: "Levels within a subject",
    "tom-factual": "Theory of mind against facts",
    "word-orders": "Word orders",
    "story-effect": "Effect of the story",
    "prompt-effect": "Effect of the prompt",
    "groups-of-people": "Groups of people",
  } satisfies Record<PlannedTestKind, string>,
} as const;

/** The comparator with the size of its majority: "the majority of 5 people", "the mean person". */
export function formatComparator({ kind, k }: AnalysisPlan["comparator"]): string {
  return kind === "majority" && k !== null ? `the majority of ${k} people` : planWords.comparator[kind];
}

/** The comparator of a study without a saved plan (`leadingComparator`). */
export const defaultComparatorText = `${planWords.comparator.majority} where cells have at least ${minPeopleForMajority} answers, otherwise ${planWords.comparator["mean-person"]}`;

/** The confirmatory tests of a study without a saved plan. */
export const noConfirmatoryTestsText = "none, because no analysis plan is saved";

/** Words of `planWords` as the options of a selection. */
export function wordsAsOptions<Value extends string>(words: Readonly<Record<Value, string>>) {
  return (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));
}
