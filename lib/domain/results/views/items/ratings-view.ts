import { studentQuantile } from "../../../statistics/basics/distributions.ts";
import { medianOf } from "../../../statistics/basics/percentiles.ts";
import type { ResultCell } from "../../model/cells.ts";
import { isRated } from "../../model/is-rated.ts";
import { seriesLabel } from "../../model/series-label.ts";
import type { CellMaterial } from "../cell-material.ts";
import { count, descriptiveNumber, estimate, mark, refusedView, shownView, textCell, type View } from "../view.ts";

const head = {
  id: "ratings",
  title: "Ratings",
  lead: "Items that are answered on a scale: means, medians and deviations in points of the scale. Ratings are not compared as categories, and their points are always shown in order.",
};

/** All ratings of a cell as numbers. */
function ratingsOf({ vote }: ResultCell): number[] {
  return vote.counts.flatMap(({ value, count: given }) => Array.from({ length: given }, () => Number(value)));
}

/** The middle rating of a cell; null without answers. */
export function medianRating(cell: ResultCell): number | null {
  return medianOf(ratingsOf(cell)).median;
}

/** The mean of independent ratings with its 95% t interval, and their standard deviation. */
function meanRating(ratings: readonly number[]) {
  const n = ratings.length;
  const value = n === 0 ? null : ratings.reduce((sum, one) => sum + one, 0) / n;
  if (value === null || n < 2)
    return { value, low: null, high: null, n, deviation: null, reason: "An interval needs at least two answers." };
  const deviation = Math.sqrt(ratings.reduce((sum, one) => sum + (one - value) ** 2, 0) / (n - 1));
  if (deviation === 0) return { value, low: null, high: null, n, deviation, reason: "All answers are equal." };
  const half = (studentQuantile(0.975, n - 1) * deviation) / Math.sqrt(n);
  return { value, low: value - half, high: value + half, n, deviation, reason: null };
}

/** The ratings of people and models, one row for each item and condition. */
export function ratingsView({ results, cells }: CellMaterial): View {
  const ratedCells = cells.filter((cell) => isRated(cell) && (cell.vote.n > 0 || cell.models.size > 0));
  if (ratedCells.length === 0)
    return refusedView(head, "No item of this study was rated on a scale of three or more points.");
  const labels = results.series.map((one) => seriesLabel(one, results.series));
  const rows = ratedCells.map((cell) => ({ cell, people: meanRating(ratingsOf(cell)) }));
  return shownView(head, {
    sentences: [
      "Means with 95% t intervals over people. The median and the standard deviation describe the answers. A model’s value is the mean of its answers to the item.",
    ],
    tables: [
      {
        name: "ratings",
        caption: `Ratings of ${ratedCells.length} cells of item and condition`,
        columns: ["Item", "Condition", "Scale", "n", "Mean", "Median", "Standard deviation", ...labels],
        rows: rows.map(({ cell, people }) => [
          textCell(cell.item.name),
          textCell(cell.condition.label),
          textCell(scaleOf(cell)),
          count(people.n),
          estimate(people, "number"),
          descriptiveNumber(medianRating(cell), people.n),
          descriptiveNumber(people.deviation, people.n),
          ...results.series.map(({ id }) => modelRating(cell, id)),
        ]),
      },
    ],
    figures: [
      {
        name: "ratings",
        title: "Mean ratings of people, with 95% intervals",
        unit: "number",
        marks: rows.map(({ cell, people }) => mark(`${cell.item.name}, ${cell.condition.label}`, "person", people)),
        lines: [],
      },
    ],
  });
}

function scaleOf({ item }: ResultCell): string {
  return `${item.options[0]?.label ?? ""} to ${item.options.at(-1)?.label ?? ""}`;
}

function modelRating({ models }: ResultCell, seriesId: string) {
  const repeatsByAnswer = [...(models.get(seriesId)?.said ?? [])];
  const answers = repeatsByAnswer.reduce((sum, [, repeats]) => sum + repeats, 0);
  const total = repeatsByAnswer.reduce((sum, [value, repeats]) => sum + Number(value) * repeats, 0);
  return descriptiveNumber(answers === 0 ? null : total / answers, answers);
}
