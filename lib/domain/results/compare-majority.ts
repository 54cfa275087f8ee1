import type { Parity } from "../models/decide-parity.ts";
import { comparePaired } from "../statistics/referee/compare-paired.ts";
import type { TestName } from "../statistics/referee/comparison.ts";
import { judgeFamily } from "../statistics/referee/family.ts";
import type { ResultCell } from "./cells.ts";
import { majoritySentence } from "./majority-sentence.ts";
import { seriesLabel } from "./series-label.ts";
import { type Share, shareOfCells, shareOfPeople } from "./share.ts";
import type { ModelSeries } from "./study-results.ts";

const alpha = 0.05;
const power = 0.8;
const family = "holm";

/** People's majority and one model on the cells that both answered. */
export interface MajorityComparison {
  series: ModelSeries;
  /** The model by name, with what sets this series apart from others of it. */
  label: string;
  /** Answers of the shared cells, by parity; of all its cells where none is shared. */
  parity: Record<Parity, number>;
  /** Cells that both answered and the key decides. */
  shared: number;
  /** Cells that people answered and the model did not, and the reverse. */
  onlyPeopleAnswered: number;
  onlyModelAnswered: number;
  /** On the shared cells. */
  majority: Share;
  people: Share;
  model: Share;
  /** The model on every cell that it answered, whether or not people did. */
  alone: Share;
  /** Majority less model, with its interval; null where there is nothing to compare. */
  difference: { value: number; low: number | null; high: number | null } | null;
  /** Shared cells by who was right. */
  discordant: { onlyMajority: number; onlyModel: number; both: number; neither: number };
  /** McNemar's p (mid-p), whichever test decides. */
  mcnemar: number | null;
  /** The referee's test, its p, and that p after Holm over all models of the page. */
  decidedBy: TestName | null;
  pvalue: number | null;
  adjusted: number | null;
  isSignificant: boolean;
  sentence: string;
}

export interface MajorityComparisons {
  models: MajorityComparison[];
  /** Tests in the family, that is, models with shared cells. */
  familySize: number;
  /** Why the referee chose its test, in a sentence; null without a test. */
  reason: string | null;
  warnings: string[];
}

/**
 * Compares people's majority with each model on the cells that both answered. The referee chooses the test (paired, and
 * clustered by story where there are several); Holm corrects over the models, since each of them is one claim.
 */
export function compareMajority(cells: readonly ResultCell[], series: readonly ModelSeries[]): MajorityComparisons {
  const prepared = series.map((one) => ({ series: one, shared: sharedCells(cells, one.id), ...judge(cells, one) }));
  const judged = judgeFamily(
    prepared.map(({ pair }) => pair?.pvalue ?? null),
    family,
    alpha,
  );
  const familySize = prepared.filter(({ pair }) => pair?.pvalue != null).length;
  const models = prepared.map(({ series: one, shared, pair }, index): MajorityComparison => {
    const storyOf = (isRight: (cell: ResultCell) => boolean | null) =>
      shared.map((cell) => ({ isRight: isRight(cell), storyId: cell.item.storyId }));
    const label = seriesLabel(one, series);
    const difference = pair?.difference == null ? null : { value: pair.difference, low: pair.low, high: pair.high };
    const discordant = {
      onlyMajority: pair?.n10 ?? 0,
      onlyModel: pair?.n01 ?? 0,
      both: pair?.n11 ?? 0,
      neither: pair?.n00 ?? 0,
    };
    const test = {
      decidedBy: pair?.decidedBy ?? null,
      pvalue: pair?.pvalue ?? null,
      adjusted: judged.adjusted[index] ?? null,
      isSignificant: judged.significant[index] ?? false,
    };
    return {
      series: one,
      label,
      parity: countParity(shared.length > 0 ? shared : cells.filter(({ models }) => models.has(one.id)), one.id),
      shared: shared.length,
      ...countUnshared(cells, one.id),
      majority: shareOfCells(storyOf((cell) => cell.isMajorityRight)),
      people: shareOfPeople(shared),
      model: shareOfCells(storyOf((cell) => modelVerdict(cell, one.id))),
      alone: shareOfCells(cells.map((cell) => ({ isRight: modelVerdict(cell, one.id), storyId: cell.item.storyId }))),
      difference,
      discordant,
      mcnemar: pair?.mcnemar.pvalue ?? null,
      ...test,
      sentence: majoritySentence({
        model: label,
        shared: shared.length,
        ...discordant,
        difference,
        ...test,
        // What was not found is held against the family's own bar.
        minimumDetectable: test.isSignificant ? null : detectableAt(shared, one, judged.level),
        familySize,
        power,
      }),
    };
  });
  return {
    models,
    familySize,
    reason: prepared.find(({ reason }) => reason !== null)?.reason ?? null,
    warnings: [...new Set(prepared.flatMap(({ warnings }) => warnings))],
  };
}

function judge(cells: readonly ResultCell[], series: ModelSeries) {
  const compared = compare(sharedCells(cells, series.id), series, alpha);
  if (!compared?.ok) return { pair: null, reason: null, warnings: [] };
  return { pair: compared.pairs[0] ?? null, reason: compared.reason, warnings: compared.warnings };
}

function compare(shared: readonly ResultCell[], series: ModelSeries, level: number) {
  if (shared.length === 0) return null;
  return comparePaired({
    labels: ["People", series.model],
    outcomes: shared.map((cell) => [cell.isMajorityRight, modelVerdict(cell, series.id)]),
    clusters: shared.map((cell) => cell.item.storyId),
    family,
    alpha: level,
    power,
  });
}

function detectableAt(shared: readonly ResultCell[], series: ModelSeries, level: number): number | null {
  const compared = compare(shared, series, level);
  return compared?.ok ? (compared.pairs[0]?.minimumDetectable ?? null) : null;
}

function sharedCells(cells: readonly ResultCell[], seriesId: string): ResultCell[] {
  return cells.filter((cell) => cell.isMajorityRight !== null && modelVerdict(cell, seriesId) !== null);
}

function countParity(cells: readonly ResultCell[], seriesId: string): Record<Parity, number> {
  const parity = { verified: 0, mismatch: 0, unverified: 0 };
  for (const cell of cells) parity[cell.models.get(seriesId)?.parity ?? "unverified"] += 1;
  return parity;
}

function countUnshared(cells: readonly ResultCell[], seriesId: string) {
  let onlyPeopleAnswered = 0;
  let onlyModelAnswered = 0;
  for (const cell of cells) {
    const hasMajority = cell.isMajorityRight !== null;
    const hasModel = modelVerdict(cell, seriesId) !== null;
    if (hasMajority && !hasModel) onlyPeopleAnswered += 1;
    if (hasModel && !hasMajority) onlyModelAnswered += 1;
  }
  return { onlyPeopleAnswered, onlyModelAnswered };
}

function modelVerdict(cell: ResultCell, seriesId: string): boolean | null {
  return cell.models.get(seriesId)?.isRight ?? null;
}
