import { type Random, seededRandom } from "../../random.ts";
import { percentile } from "../../statistics/cluster-bootstrap.ts";
import { fewestClusters } from "../../statistics/clustered-estimate.ts";
import type { ResultCell } from "../cells.ts";
import { formatCount } from "../format-figures.ts";
import { clusterOf } from "../share.ts";
import type { ScoredAnswer } from "../single-answers.ts";
import type { Material } from "./material.ts";
import { estimate, mark, refusedView, shownView, text, type View } from "./view.ts";

const head = {
  id: "resampling",
  title: "The majority, with people and stories drawn anew",
  lead: "A majority is no mean of its voters, so formulas for means do not reach it. Here stories are drawn anew with all their cells, and people with all their answers, and everything is computed again each time.",
};

export const resamples = 2_000;
const batch = 20;

/** One kind of number that every resample computes again. */
interface Target {
  label: string;
  side: "majority" | "model";
  /** Null: the majority alone. */
  seriesId: string | null;
  observed: number | null;
  n: number;
  drawn: number[];
}

interface Voted {
  cell: ResultCell;
  story: number;
  /** The person and the option of each answer. */
  people: number[];
  right: number[];
}

/**
 * Two-level resampling of the majority's accuracy and of its distance to each model: percentile limits over 2,000 draws
 * from a seed. Yields the share of the draws that is done, so that others may work in between.
 */
export function* resamplingView(material: Material): Generator<number, View> {
  const { scored, models, single, seed } = material;
  const voted = votedCells(scored);
  const stories = new Set(voted.map(({ story }) => story)).size;
  if (voted.length === 0) return refusedView(head, "Nobody has answered an item with two options and a key.");
  if (stories < fewestClusters)
    return refusedView(
      head,
      `There are ${stories} stories; drawing fewer than ${fewestClusters} anew says nothing of new ones.`,
    );
  const random = seededRandom(seed);
  const once = material.perPerson.every((count) => count <= 1);
  const targets = targetsOf(voted, models);
  for (let done = 0; done < resamples; done += batch) {
    for (let index = 0; index < batch; index += 1)
      resample(voted, stories, targets, { people: single.people, once }, random);
    yield (done + batch) / resamples;
  }
  const rows = targets.map((target) => ({ target, ...limits(target) }));
  return shownView(head, {
    checks: [
      {
        says: "There are enough stories to draw from",
        holds: stories >= 10,
        found: `${stories} stories${stories >= 10 ? "" : "; below ten the limits are too narrow"}`,
      },
      {
        says: "Drawing people anew does not move the majority itself",
        holds: rows.every(({ bias, se }) => Math.abs(bias) <= se / 4),
        found: `largest mean shift ${(100 * Math.max(...rows.map(({ bias }) => Math.abs(bias)))).toFixed(1)} points; a drawn crowd has fewer different voices than the people it is drawn from`,
      },
    ],
    sentences: [
      `${formatCount(resamples)} draws, seed “${seed}”. ${
        once
          ? "Everybody answered once: people are drawn anew within each cell, as many as answered it."
          : "People are drawn anew with all their answers; a cell that loses all of them drops out of that draw."
      } Limits are the 2.5th and 97.5th percentile; they speak of new people and new stories.`,
    ],
    tables: [
      {
        name: "resampled",
        caption:
          "The majority of everybody who answered, and people's majority less each model on the cells that both answered",
        columns: ["What", "Estimate", "Mean shift of the draws"],
        rows: rows.map(({ target, low, high, bias }) => {
          const unit = target.seriesId === null ? ("share" as const) : ("points" as const);
          return [
            text(target.label),
            estimate({ value: target.observed, low, high, n: target.n }, unit),
            estimate({ value: bias, low: null, high: null, n: resamples, reason: "Describes the draws." }, "points"),
          ];
        }),
      },
    ],
    figures: [
      {
        name: "resampled",
        title: "People's majority less each model, points, people and stories drawn anew",
        unit: "points",
        marks: rows
          .filter(({ target }) => target.seriesId !== null)
          .map(({ target, low, high }) =>
            mark(target.label, "model", { value: target.observed, low, high, n: target.n }),
          ),
        lines: [{ label: "no difference", value: 0 }],
      },
    ],
  });
}

function votedCells(scored: readonly ScoredAnswer[]): Voted[] {
  const stories = new Map<string, number>();
  const cells = new Map<ResultCell, Voted>();
  for (const { cell, person, right } of scored) {
    if (cell.item.options.length !== 2) continue;
    const story = stories.get(clusterOf(cell.item).id) ?? stories.size;
    stories.set(clusterOf(cell.item).id, story);
    const known = cells.get(cell) ?? { cell, story, people: [], right: [] };
    cells.set(cell, known);
    known.people.push(person);
    known.right.push(right);
  }
  return [...cells.values()];
}

function targetsOf(voted: readonly Voted[], models: Material["models"]): Target[] {
  const scores = voted.map(({ right }) =>
    scoreOf(
      right.reduce((sum, one) => sum + one, 0),
      right.length,
    ),
  );
  const target = (label: string, seriesId: string | null): Target => {
    const values = voted.flatMap(({ cell }, index) => {
      const model = seriesId === null ? 0 : comparedMean(cell, seriesId);
      return model === null ? [] : [scores[index]! - model];
    });
    const observed = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    return { label, side: seriesId === null ? "majority" : "model", seriesId, observed, n: values.length, drawn: [] };
  };
  return [
    target("People's majority", null),
    ...models.map(({ id, label }) => target(`People's majority less ${label}`, id)),
  ].filter(({ n }) => n > 0);
}

function comparedMean(cell: ResultCell, seriesId: string): number | null {
  const answer = cell.models.get(seriesId);
  return !answer || answer.parity === "mismatch" ? null : answer.mean;
}

function resample(
  voted: readonly Voted[],
  stories: number,
  targets: readonly Target[],
  { people, once }: { people: number; once: boolean },
  random: Random,
): void {
  const storyWeights = weightsOf(stories, random);
  const personWeights = once ? null : weightsOf(people, random);
  const sums = targets.map(() => ({ weight: 0, sum: 0 }));
  for (const { cell, story, people: voters, right } of voted) {
    const weight = storyWeights[story]!;
    if (weight === 0) continue;
    let n = 0;
    let correct = 0;
    for (let index = 0; index < voters.length; index += 1) {
      if (personWeights) {
        n += personWeights[voters[index]!]!;
        correct += personWeights[voters[index]!]! * right[index]!;
      } else {
        n += 1;
        correct += right[random.below(voters.length)]!;
      }
    }
    if (n === 0) continue;
    const score = scoreOf(correct, n);
    for (const [index, { seriesId }] of targets.entries()) {
      const model = seriesId === null ? 0 : comparedMean(cell, seriesId);
      if (model === null) continue;
      sums[index]!.weight += weight;
      sums[index]!.sum += weight * (score - model);
    }
  }
  for (const [index, { weight, sum }] of sums.entries()) if (weight > 0) targets[index]!.drawn.push(sum / weight);
}

/** How often each of `count` is drawn in `count` draws with replacement. */
function weightsOf(count: number, random: Random): Uint16Array {
  const weights = new Uint16Array(count);
  for (let draw = 0; draw < count; draw += 1) weights[random.below(count)]! += 1;
  return weights;
}

/** Right, wrong, or half for a tie of right and wrong voices: what `majorityScore` says of two options. */
function scoreOf(right: number, n: number): number {
  return right * 2 === n ? 0.5 : right * 2 > n ? 1 : 0;
}

function limits({ drawn, observed }: Target): { low: number | null; high: number | null; bias: number; se: number } {
  if (drawn.length < resamples / 2 || observed === null) return { low: null, high: null, bias: 0, se: 0 };
  const sorted = Float64Array.from(drawn).sort();
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  const se = Math.sqrt(drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / drawn.length);
  return { low: percentile(sorted, 0.025), high: percentile(sorted, 0.975), bias: mean - observed, se };
}
