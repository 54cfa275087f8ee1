import { groupBy } from "../../group-by.ts";
import { itemId } from "../../items/kinds/mindgames/mindgames-item.ts";
import { type Random, shuffle } from "../../random.ts";
import { type CohenKappa, cohenKappa } from "../../statistics/agreement/cohen-kappa.ts";
import { clusteredEstimate } from "../../statistics/clustered/clustered-estimate.ts";
import { approximateNote } from "../../statistics/clustered/interval-note.ts";
import { type SliceName, sliceOf } from "../artefacts/slices.ts";
import { type Label, type Setup, setups } from "../mindgames/problem.ts";
import type { MindgamesRow } from "../mindgames/row.ts";
import type { MindgamesAnswer } from "./answer-class.ts";

/** The specification of a study for the paper's human evaluation. */
export interface HumanEvaluationPreset {
  setups: readonly Setup[];
  itemsPerSetup: number;
  raters: number;
  /** Whether half of each setup's items are entailed. */
  balanced: boolean;
  /** Condition of every placement: the premise stays on screen, and True is the first option. */
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
 * Draws the items of a human evaluation from a set, in random order; if the set is too small, returns what is missing.
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
  const drawn = preset.setups.flatMap((setup) => {
    if (!preset.balanced) return drawRows(setup, null, preset.itemsPerSetup);
    const entailed = Math.floor(preset.itemsPerSetup / 2);
    return [
      ...drawRows(setup, "entailment", entailed),
      ...drawRows(setup, "not_entailment", preset.itemsPerSetup - entailed),
    ];
  });
  return shortages.length > 0
    ? { ok: false, reason: "tooFewRows", shortages }
    : { ok: true, rows: shuffle(drawn, random) };
}

/** The maximum number of items per setup for a balanced evaluation of these rows: limited by the rarer label. */
export function maxItemsPerSetup(rows: readonly Pick<MindgamesRow, "setup" | "label">[]): number {
  const maxima = setups.map((setup) => {
    const setupRows = rows.filter((row) => row.setup === setup);
    const entailed = setupRows.filter(({ label }) => label === "entailment").length;
    const notEntailed = setupRows.length - entailed;
    // An odd number has one more item that is not entailed.
    return notEntailed > entailed ? 2 * entailed + 1 : 2 * notEntailed;
  });
  return Math.min(...maxima);
}

/** One answer of one rater, person or model, to one row. A null answer is missing or could not be read. */
export interface RatedAnswer {
  row: MindgamesRow;
  rater: string;
  answer: MindgamesAnswer | null;
  /** Log-probabilities that are equal: half right, like a tie of people. */
  isTie?: boolean;
}

/**
 * The performance of a group of answers. Every answer that is not correct counts as wrong, and a tie as half correct;
 * no answer is excluded.
 */
export interface AnswerCounts {
  n: number;
  right: number;
  wrong: number;
  notEnoughInformation: number;
  unparsed: number;
  /** Share of correct answers; null if there are no answers. */
  accuracy: number | null;
  /** 95% interval with raters and problems as clusters, if there are at least five of them (`clusteredEstimate`). */
  low: number | null;
  high: number | null;
  /**
   * Why there is no interval, or no interval that covers new raters or problems; null if the interval is what the
   * design requires.
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
  /** By setup, by the outer "that" or "whether", by depth, number of persons and of announcements. */
  slices: Record<(typeof errorSlices)[number], { value: string; counts: AnswerCounts }[]>;
  /** Agreement on the items that both raters answered; null unless there are exactly two raters. */
  agreement: CohenKappa | null;
}

/** Accuracy, its slices and the raters' agreement (section 4.3: agreement 0.89, accuracy 94%). */
export function reportHumanEvaluation(answers: readonly RatedAnswer[]): HumanEvaluationReport {
  const slices = errorSlices.map((name) => [
    name,
    sortedGroups(answers, ({ row }) => sliceOf(name, row)).map(([value, members]) => ({
      value,
      counts: countsOf(members),
    })),
  ]);
  return {
    all: countsOf(answers),
    byRater: sortedGroups(answers, ({ rater }) => rater).map(([rater, members]) => ({
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
  const reason = estimate.reason ?? approximateNote(estimate);
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

function agreementOf(answers: readonly RatedAnswer[]): CohenKappa | null {
  const raters = sortedGroups(answers, ({ rater }) => rater);
  const [first, second] = raters;
  if (raters.length !== 2 || first === undefined || second === undefined) return null;
  const items = [...new Set(answers.map(({ row }) => itemId(row)))];
  const answersOf = (members: readonly RatedAnswer[]) => {
    const byItem = new Map(members.map(({ row, answer }) => [itemId(row), answer]));
    return items.map((item) => byItem.get(item) ?? null);
  };
  return cohenKappa(answersOf(first[1]), answersOf(second[1]));
}

/** Groups in the order of their keys; members without a key are excluded. */
function sortedGroups<Member>(members: readonly Member[], keyOf: (member: Member) => string | null) {
  return [...groupBy(members, keyOf)].sort(([left], [right]) => (left < right ? -1 : 1));
}
