import { checkLimits, disagreementOf } from "../../statistics/agreement/agreement-coverage.ts";
import { cohenKappa } from "../../statistics/agreement/cohen-kappa.ts";
import { checkedKappaLimits, kappaOfPair } from "../../statistics/agreement/kappa-goodness-of-fit.ts";
import { clusteredCorrelation } from "../../statistics/clustered/clustered-correlation.ts";
import {
  type ClusteredEstimate,
  clusteredEstimate,
  minClusters,
} from "../../statistics/clustered/clustered-estimate.ts";
import { combineVerdicts, type JudgeVerdict } from "./judge.ts";

/** An open-ended answer with all its verdicts. */
export interface JudgedRow {
  runId: string;
  /** The cluster of an answer: the source group of its item, or the story if there is no group. */
  story: string;
  isGroup: boolean;
  /** Every person's verdict. */
  people: readonly JudgeVerdict[];
  /** The verdict of each judging model by name; null if the judge's text is unclear. */
  models: Readonly<Record<string, JudgeVerdict | null>>;
}

/** The results of a run according to one judge. */
export interface JudgedRun {
  runId: string;
  /** A model's name; null for people. */
  judge: string | null;
  judged: number;
  right: number;
  wrong: number;
  /** Matches neither option (NA). */
  neither: number;
  /** Number of answers for which the judge's text was unclear or people are divided. */
  unclear: number;
  /**
   * right / judged, clustered. Verdicts "neither" and unclear verdicts are unparsed answers, which count as wrong by
   * default.
   */
  accuracy: ClusteredEstimate;
  /** right / (right + wrong), clustered. Other verdicts are excluded, as in the paper. */
  filtered: ClusteredEstimate;
}

/** Agreement between a judging model and people. */
export interface JudgeAgreement {
  judge: string;
  /** Answers that both judged. */
  n: number;
  same: number;
  /** Share of equal verdicts, clustered by source group or story. */
  agreement: ClusteredEstimate;
  kappa: KappaOverStories;
}

/** Cohen's kappa with limits clustered by story. */
export interface KappaOverStories {
  /** Null if only one verdict occurs, because agreement by chance is then certain. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** The basis of the limits if it is not stories, or why there are no limits; otherwise null. */
  reason: string | null;
}

const stories = (rows: readonly JudgedRow[]) => [
  {
    ...(rows.some(({ isGroup }) => isGroup)
      ? { one: "source group", many: "source groups" }
      : { one: "story", many: "stories" }),
    ids: rows.map(({ story }) => story),
  },
];

/** Results of every run according to each judge; people are the first judge. */
export function reportRuns(rows: readonly JudgedRow[]): JudgedRun[] {
  const runs = [...new Set(rows.map(({ runId }) => runId))];
  return runs.flatMap((runId) => {
    const rowsOfRun = rows.filter((row) => row.runId === runId);
    const judges = [null, ...judgesOf(rowsOfRun)];
    return judges.flatMap((judge): JudgedRun[] => {
      const judgedRows = rowsOfRun.filter((row) => (judge === null ? row.people.length > 0 : judge in row.models));
      if (judgedRows.length === 0) return [];
      const judgedVerdicts = judgedRows.map((row) => ({ row, verdict: verdictOf(row, judge) }));
      const decidedRows = judgedVerdicts.filter(({ verdict }) => verdict === "true" || verdict === "false");
      const shareRight = (counted: typeof judgedVerdicts) =>
        clusteredEstimate(
          counted.map(({ verdict }) => (verdict === "true" ? 1 : 0)),
          stories(counted.map(({ row }) => row)),
          { confidence: 0.95, range: [0, 1], unit: "answers" },
        );
      const count = (wanted: JudgeVerdict | null) => judgedVerdicts.filter(({ verdict }) => verdict === wanted).length;
      return [
        {
          runId,
          judge,
          judged: judgedRows.length,
          right: count("true"),
          wrong: count("false"),
          neither: count("na"),
          unclear: count(null),
          accuracy: shareRight(judgedVerdicts),
          filtered: shareRight(decidedRows),
        },
      ];
    });
  });
}

/**
 * The agreement between each judging model and people, over all answers that both judged in all runs. An unclear
 * verdict counts as disagreement. Answers on which people are divided are excluded.
 */
export function reportAgreement(rows: readonly JudgedRow[]): JudgeAgreement[] {
  return judgesOf(rows).map((judge) => {
    const rowsOfBoth = rows.filter((row) => judge in row.models && combineVerdicts(row.people, null) !== null);
    const [people, model] = [
      rowsOfBoth.map((row) => verdictOf(row, null)),
      rowsOfBoth.map((row) => verdictOf(row, judge) ?? "unclear"),
    ];
    const agreements = people.map((verdict, index) => (verdict === model[index] ? 1 : 0));
    return {
      judge,
      n: rowsOfBoth.length,
      same: agreements.reduce<number>((sum, one) => sum + one, 0),
      agreement: clusteredEstimate(agreements, stories(rowsOfBoth), {
        confidence: 0.95,
        range: [0, 1],
        unit: "answers",
      }),
      kappa: computeKappaOverStories(
        people,
        model,
        rowsOfBoth.map(({ story }) => story),
      ),
    };
  });
}

/**
 * Kappa with limits over stories (`clusteredCorrelation`) for at least five stories. With fewer stories, answers are
 * treated as independent (`checkedKappaLimits`).
 */
function computeKappaOverStories(
  people: readonly (JudgeVerdict | null)[],
  model: readonly string[],
  storyOf: readonly string[],
): KappaOverStories {
  const found = kappaOfPair(people, model);
  const { kappa: value } = found;
  const withoutLimits = { value, low: null, high: null };
  if (value === null) return { ...withoutLimits, reason: "Kappa is undefined if only one answer occurs." };
  if (value === 1) return { ...withoutLimits, reason: "No interval: all answers agree, so nothing varies." };
  const count = new Set(storyOf).size;
  const hasClusters = count < storyOf.length;
  if (hasClusters && count >= minClusters) {
    const codeOf = (verdict: string | null) => ["true", "false", "na"].indexOf(verdict ?? "");
    const clusteredKappa = clusteredCorrelation(
      people.map(codeOf),
      model.map(codeOf),
      storyOf,
      (left, right) => cohenKappa(left, right).kappa,
    );
    return clusteredKappa.low === null
      ? { ...withoutLimits, reason: "No interval: without one of the stories, kappa is undefined or does not vary." }
      : { value, ...checkLimits(clusteredKappa, disagreementOf([people, model])) };
  }
  const independenceNote = `With ${count} ${count === 1 ? "story" : "stories"}, answers are treated as independent.`;
  const { low, high, reason } = checkedKappaLimits(found);
  return { value, low, high, reason: reason ?? (hasClusters ? independenceNote : null) };
}

/** The judging models of these answers, in order of appearance. */
function judgesOf(rows: readonly JudgedRow[]): string[] {
  return [...new Set(rows.flatMap(({ models }) => Object.keys(models)))];
}

function verdictOf(row: JudgedRow, judge: string | null): JudgeVerdict | null {
  return judge === null ? combineVerdicts(row.people, null) : (row.models[judge] ?? null);
}
