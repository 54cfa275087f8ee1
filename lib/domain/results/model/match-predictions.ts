import { fingerprint } from "../../fingerprint.ts";
import type { ConditionLevels } from "../../items/kinds/item-kind.ts";
import { openEnded } from "../../items/kinds/knp/two-choice.ts";
import { conditionKey } from "../../items/stimulus.ts";
import { spreadTies } from "../../items/tied-answer.ts";
import type { Parity } from "../../models/decide-parity.ts";
import { type Correspondence, findCounterpart } from "./correspondence.ts";
import { countVote } from "./majority.ts";
import type { ModelSeries, ResultCondition, SeriesAnswer, Unmatched } from "./study-results.ts";

/** An answer of a model to an item of the study, with its count. */
export interface StoredPrediction {
  runId: string;
  modelId: string;
  model: string;
  source: string;
  isDemo: boolean;
  itemId: string;
  conditionKey: string;
  condition: ConditionLevels;
  answerKey: string | null;
  /**
   * The parity results by ID of the study's conditions. The answer is not assigned to a condition without a parity
   * result.
   */
  findings: ReadonlyMap<string, Parity>;
  count: number;
}

export interface MatchedPredictions {
  series: ModelSeries[];
  answers: SeriesAnswer[];
  unmatched: Unmatched["conditions"];
}

/**
 * Assigns models' answers to the cells of a study. Answers of one run that differ in levels beyond the correspondence
 * become separate series. Several answers to one cell are repeats, whose majority counts.
 */
export function matchPredictions(
  predictions: readonly StoredPrediction[],
  conditions: readonly ResultCondition[],
  correspondence: Correspondence,
): MatchedPredictions {
  const counterparts = new Map<string, Counterparts>();
  const series = new Map<string, ModelSeries>();
  const cells = new Map<
    string,
    { place: Pick<SeriesAnswer, "seriesId" | "itemId" | "conditionId">; given: GivenAnswer[] }
  >();
  const unmatchedConditions = new Map<string, Unmatched["conditions"][number]>();
  for (const prediction of predictions) {
    const counterpart =
      counterparts.get(prediction.conditionKey) ?? findCounterparts(prediction.condition, conditions, correspondence);
    counterparts.set(prediction.conditionKey, counterpart);
    const hasMatch = counterpart.matches.some(({ conditionId }) => prediction.findings.has(conditionId));
    if (!hasMatch) {
      const key = JSON.stringify([prediction.model, prediction.conditionKey]);
      const { model, conditionKey: condition } = prediction;
      const factors =
        counterpart.matches.length > 0
          ? findOmittedFactors(prediction.condition, counterpart, conditions)
          : counterpart.factors;
      const unmatchedCount = unmatchedConditions.get(key) ?? { model, condition, count: 0, factors };
      unmatchedConditions.set(key, { ...unmatchedCount, count: unmatchedCount.count + prediction.count });
    }
    for (const { conditionId, rest } of counterpart.matches) {
      const parity = prediction.findings.get(conditionId);
      if (parity === undefined) continue;
      const matchingConditionIds = matchingConditions(prediction, counterpart, rest, parity);
      const seriesKey = `${prediction.runId}/${rest}`;
      const modelSeries = series.get(seriesKey) ?? seriesOf(prediction, rest);
      series.set(seriesKey, modelSeries);
      const key = `${modelSeries.id}/${prediction.itemId}/${conditionId}`;
      const givenAnswer = {
        answerKey: prediction.answerKey,
        parity,
        count: prediction.count,
        asked: prediction.conditionKey,
        shared:
          matchingConditionIds.length > 1 ? `${prediction.conditionKey} > ${matchingConditionIds.join(", ")}` : null,
      };
      const cell = cells.get(key);
      if (cell) cell.given.push(givenAnswer);
      else
        cells.set(key, {
          place: { seriesId: modelSeries.id, itemId: prediction.itemId, conditionId },
          given: [givenAnswer],
        });
    }
  }
  return {
    series: [...series.values()].sort(compareSeries),
    answers: [...cells.values()].map(({ place, given }) => ({ ...place, ...combineAnswers(given) })),
    unmatched: [...unmatchedConditions.values()],
  };
}

/** Joins the results of several runs that were matched separately. */
export function joinMatchedPredictions(parts: readonly MatchedPredictions[]): MatchedPredictions {
  const unmatchedConditions = new Map<string, Unmatched["conditions"][number]>();
  for (const one of parts.flatMap((part) => part.unmatched)) {
    const key = JSON.stringify([one.model, one.condition]);
    unmatchedConditions.set(key, { ...one, count: one.count + (unmatchedConditions.get(key)?.count ?? 0) });
  }
  return {
    series: parts.flatMap(({ series }) => series).sort(compareSeries),
    answers: parts.flatMap(({ answers }) => answers),
    unmatched: [...unmatchedConditions.values()],
  };
}

/** One answer in a cell, with its parity for this cell, and the number of repeats that gave this answer. */
interface GivenAnswer {
  answerKey: string | null;
  parity: Parity;
  count: number;
  asked: string;
  /** The ID of the answer in all cells that share it; null for an answer of one cell. */
  shared: string | null;
}

interface Counterparts {
  /**
   * `isDeclared`: whether a pair of the correspondence declares the match; the texts around the item may then differ.
   */
  matches: { conditionId: string; rest: string; isDeclared: boolean }[];
  /** The factors that prevent a match with the closest condition. */
  factors: string[];
}

/**
 * The conditions to which one answer belongs in one series. An answer to a text that differs from people's counts as a
 * separate answer.
 */
function matchingConditions(
  { findings }: StoredPrediction,
  { matches }: Counterparts,
  rest: string,
  parity: Parity,
): string[] {
  const isOtherText = parity === "mismatch";
  return matches.flatMap((match) => {
    const parityOfMatch = match.rest === rest ? findings.get(match.conditionId) : undefined;
    return parityOfMatch !== undefined && (parityOfMatch === "mismatch") === isOtherText ? [match.conditionId] : [];
  });
}

/**
 * Finds the conditions of a study that correspond to a model's condition, or the smallest set of factors that prevents
 * a match.
 */
export function findCounterparts(
  levels: ConditionLevels,
  conditions: readonly Pick<ResultCondition, "id" | "levels">[],
  correspondence: Correspondence,
): Counterparts {
  // People always see the options. A judge matches answers without options to the options, so such answers have no
  // corresponding condition.
  if (levels.prompt === openEnded) return { matches: [], factors: ["prompt"] };
  const matches: Counterparts["matches"] = [];
  let factors: string[] | null = null;
  for (const condition of conditions) {
    const found = findCounterpart(correspondence, condition.levels, levels);
    if (found.ok) {
      matches.push({ conditionId: condition.id, rest: conditionKey(found.rest), isDeclared: found.isDeclared });
    } else if (factors === null || found.factors.length < factors.length) factors = found.factors;
  }
  return { matches, factors: factors ?? [] };
}

/** Finds the factors that the model's condition does not name and by which its possible conditions differ; sorted. */
function findOmittedFactors(
  levels: ConditionLevels,
  { matches }: Counterparts,
  conditions: readonly Pick<ResultCondition, "id" | "levels">[],
): string[] {
  const possible = new Set(matches.map(({ conditionId }) => conditionId));
  const levelsByFactor = new Map<string, Set<string>>();
  for (const condition of conditions.filter(({ id }) => possible.has(id)))
    for (const [factor, level] of Object.entries(condition.levels))
      levelsByFactor.set(factor, (levelsByFactor.get(factor) ?? new Set()).add(level));
  return [...levelsByFactor]
    .flatMap(([factor, known]) => (known.size > 1 && levels[factor] === undefined ? [factor] : []))
    .sort();
}

/** The id of a series in URLs and files: a run with the levels that the correspondence does not mention. */
export function seriesId(runId: string, rest: string): string {
  return fingerprint(`${runId}/${rest}`).slice(0, 10);
}

function seriesOf({ runId, modelId, model, source, isDemo }: StoredPrediction, rest: string): ModelSeries {
  return { id: seriesId(runId, rest), modelId, model, source, rest, isDemo };
}

function compareSeries(left: ModelSeries, right: ModelSeries): number {
  const order = (one: ModelSeries) => [one.model, one.source, one.rest];
  const firstDifference = order(left).findIndex((text, index) => text !== order(right)[index]);
  return firstDifference < 0
    ? 0
    : order(left)[firstDifference]!.localeCompare(order(right)[firstDifference]!, "en", { numeric: true });
}

const severity: Record<Parity, number> = { verified: 0, unverified: 1, mismatch: 2 };

function combineAnswers(
  predictions: readonly GivenAnswer[],
): Omit<SeriesAnswer, "seriesId" | "itemId" | "conditionId"> {
  const counts = new Map<string, number>();
  let unparsed = 0;
  for (const { answerKey, count } of predictions) {
    if (answerKey === null) unparsed += count;
    else counts.set(answerKey, (counts.get(answerKey) ?? 0) + count);
  }
  const answerCounts = [...counts].map(([answerKey, count]) => ({ answerKey, count }));
  const spread = spreadTies(answerCounts);
  const vote = countVote([...spread.keys()], spread);
  const worst = predictions.reduce((one, other) => (severity[other.parity] > severity[one.parity] ? other : one));
  return {
    answerKey: vote.majority,
    repeats: answerCounts.reduce((sum, { count }) => sum + count, 0),
    given: answerCounts,
    unparsed,
    parity: worst.parity,
    asked: distinct(predictions.map(({ asked }) => asked)).join(" or "),
    ...(predictions.every(({ shared }) => shared !== null)
      ? { shared: distinct(predictions.map(({ shared }) => shared ?? "")).join(" and ") }
      : {}),
  };
}

function distinct(names: readonly string[]): string[] {
  return names.length === 1 ? [...names] : [...new Set(names)].sort();
}
