import { groupBy } from "../../group-by.ts";
import { itemId } from "../../items/kinds/mindgames/mindgames-item.ts";
import { type Random, shuffle } from "../../random.ts";
import { type KappaOfPair, kappaOfPair } from "../../statistics/agreement/kappa-goodness-of-fit.ts";
import { clusteredEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { findApproximateNote } from "../../statistics/clustered/interval-note.ts";
import { type SliceName, sliceOf } from "../artefacts/slices.ts";
import { type Label, type Setup, setups } from "../mindgames/problem.ts";
import type { MindgamesRow } from "../mindgames/row.ts";
import type { MindgamesAnswer } from "./answer-class.ts";

/** The design of a study for the paper's human evaluation. */
export interface HumanEvaluationPreset {
  setups: readonly Setup[];
  itemsPerSetup: number;
  raters: number;
  /** Whether half of each setup's items are entailed. */
  balanced: boolean;
  /** The condition of all placements: the premise stays on screen, and True is the first option. */
  condition: { story: "story"; questionOrder: "true-false" };
}

/** Section 4.3: 50 test items per setup for two raters, "only instructed to perform entailment detection". */
export const paperHumanEvaluation: HumanEvaluationPreset = {
  setups,
  itemsPerSetup: 50,
  raters: 2,
  balanced: true,
  condition: { story: "story", questionOrder: "true-false" },
};

export type HumanEvaluationResult<Row> =
  | { ok: true; rows: Row[] }
  | { ok: false; reason: "tooFewRows"; shortages: string[] };

/**
 * Draws the items of a human evaluation from a set, in random order. If the set is too small, returns the shortages.
 */
export function drawHumanEvaluation<Row extends Pick<MindgamesRow, "setup" | "label">>(
  rows: readonly Row[],
  preset: HumanEvaluationPreset,
  random: Random,
): HumanEvaluationResult<Row> {
  const shortages: string[] = [];
  const drawRows = (setup: Setup, label: Label | null, wanted: number): Row[] => {
    const candidates = rows.filter((row) => row.setup === setup && (label === null || row.label === label));
    if (candidates.length < wanted) {
      shortages.push(
        `${candidates.length} of ${wanted} ${setup} rows${label === null ? "" : ` with the label ${label}`}`,
      );
    }
    return shuffle(candidates, random).slice(0, wanted);
  };
  const drawnRows = preset.setups.flatMap((setup) => {
    if (!preset.balanced) return drawRows(setup, null, preset.itemsPerSetup);
    const entailed = Math.floor(preset.itemsPerSetup / 2);
    return [
      ...drawRows(setup, "entailment", entailed),
      ...drawRows(setup, "not_entailment", preset.itemsPerSetup - entailed),
    ];
  });
  return shortages.length > 0
    ? { ok: false, reason: "tooFewRows", shortages }
    : { ok: true, rows: shuffle(drawnRows, random) };
}

/** The maximum number of items per setup for a balanced evaluation of these rows. It is limited by the rarer label. */
export function maxItemsPerSetup(rows: readonly Pick<MindgamesRow, "setup" | "label">[]): number {
  const maxima = setups.map((setup) => {
    const setupRows = rows.filter((row) => row.setup === setup);
    const entailed = setupRows.filter(({ label }) => label === "entailment").length;
    const notEntailed = setupRows.length - entailed;
    // If the number is odd, the set has one more not-entailed item than entailed items.
    return notEntailed > entailed ? 2 * entailed + 1 : 2 * notEntailed;
  });
  return Math.min(...maxima);
}

/** A rater's answer to a row. The rater is a person or a model. A null answer is missing or unparsed. */
export interface RatedAnswer {
  row: MindgamesRow;
  rater: string;
  answer: MindgamesAnswer | null;
  /** Whether the log-probabilities were equal. The answer then counts as half right, like a tie of people. */
  isTie?: boolean;
}

/**
 * The performance of a group of answers. An answer that is not correct counts as wrong, and a tie as half correct. No
 * answer is excluded.
 */
export interface AnswerCounts {
  n: number;
  right: number;
  wrong: number;
  notEnoughInformation: number;
  unparsed: number;
  /** Share of correct answers; null if there are no answers. */
  accuracy: number | null;
  /**
   * The limits of a 95% interval clustered by raters and problems; null for fewer than five clusters
   * (`clusteredEstimate`).
   */
  low: number | null;
  high: number | null;
  /**
   * Why there is no interval, or why the interval does not cover new raters or problems; null if it is the interval
   * that the design requires.
   */
  reason: string | null;
}

export const errorSlices = [
  "setup",
  "verb",
  "hypothesis_depth",
  "n_agents",
  "n_announcements",
] as const satisfies readonly SliceName[];

export interface HumanEvaluationReport {
  all: AnswerCounts;
  byRater: { rater: string; counts: AnswerCounts }[];
  /** Results by setup, by the outer "that" or "whether", by depth, and by number of persons and of announcements. */
  slices: Record<(typeof errorSlices)[number], { value: string; counts: AnswerCounts }[]>;
  /** Agreement on the items that both raters answered; null unless there are exactly two raters. */
  agreement: KappaOfPair | null;
}

/** Reports accuracy, its slices and the raters' agreement (paper, section 4.3: agreement 0.89, accuracy 94%). */
export function reportHumanEvaluation(answers: readonly RatedAnswer[]): HumanEvaluationReport {
  const slices = errorSlices.map((name) => [
    name,
    groupSorted(answers, ({ row }) => sliceOf(name, row)).map(([value, members]) => ({
      value,
      counts: countsOf(members),
    })),
  ]);
  return {
    all: countsOf(answers),
    byRater: groupSorted(answers, ({ rater }) => rater).map(([rater, members]) => ({
      rater,
      counts: countsOf(members),
    })),
    slices: Object.fromEntries(slices),
    agreement: agreementOf(answers),
  };
}

/** 1 or 0; one half for a tie. */
function scoreAnswer({ row, answer, isTie = false }: RatedAnswer): number {
  if (isTie) return 0.5;
  return Number(answer === (row.label === "entailment" ? "true" : "false"));
}

function countsOf(answers: readonly RatedAnswer[]): AnswerCounts {
  const estimate = clusteredEstimate(
    answers.map(scoreAnswer),
    [
      { one: "rater", many: "raters", ids: answers.map(({ rater }) => rater) },
      { one: "problem", many: "problems", ids: answers.map(({ row }) => itemId(row)) },
    ],
    { range: [0, 1], unit: "answers" },
  );
  const { value, low, high } = estimate;
  const reason = estimate.reason ?? findApproximateNote(estimate);
  const notEnoughInformation = answers.filter(({ answer }) => answer === "not enough information").length;
  const unparsed = answers.filter(({ answer }) => answer === null).length;
  const right = answers.reduce((sum, answer) => sum + scoreAnswer(answer), 0);
  return {
    n: answers.length,
    right,
    wrong: answers.length - right - notEnoughInformation - unparsed,
    notEnoughInformation,
    unparsed,
    accuracy: value,
    low,
    high,
    reason,
  };
}

function agreementOf(answers: readonly RatedAnswer[]): KappaOfPair | null {
  const raters = groupSorted(answers, ({ rater }) => rater);
  const [first, second] = raters;
  if (raters.length !== 2 || first === undefined || second === undefined) return null;
  const items = [...new Set(answers.map(({ row }) => itemId(row)))];
  const answersOf = (members: readonly RatedAnswer[]) => {
    const byItem = new Map(members.map(({ row, answer }) => [itemId(row), answer]));
    return items.map((item) => byItem.get(item) ?? null);
  };
  return kappaOfPair(answersOf(first[1]), answersOf(second[1]));
}

/** Groups members by key, in the order of the keys. Members without a key are excluded. */
function groupSorted<Member>(members: readonly Member[], keyOf: (member: Member) => string | null) {
  return [...groupBy(members, keyOf)].sort(([left], [right]) => (left < right ? -1 : 1));
}
