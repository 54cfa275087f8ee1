import { formatNumber, formatNumberOf } from "../../../format/figures.ts";
import { groupBy } from "../../../group-by.ts";
import { drawOne, type Random, seededRandom, shuffle } from "../../../random.ts";
import { errorConsistency } from "../../../statistics/agreement/error-consistency.ts";
import { errorConsistencyPanel } from "../../../statistics/agreement/error-consistency-panel.ts";
import { studentQuantile } from "../../../statistics/basics/distributions.ts";
import type { ResultCell } from "../../model/cells.ts";
import { clusterOf } from "../../model/share.ts";
import { type Material, modelAnswers } from "../material.ts";
import { estimate, textCell, type ViewCell, type ViewTable } from "../view.ts";

/** A pair of observers with fewer common cells is excluded. */
const minCommonCells = 5;
/** Below this number of stories there is no interval over stories. */
const minStories = 10;
/** Coverage with 10 to 30 stories of 4 items at accuracies of 0.7 to 0.85 (`npm run bench:coverage`). */
const approximateReason = "Approximate: 78 to 95% of such intervals contain the value of these people on many stories.";
/** Above this number, people are sampled at random, because the number of pairs grows quadratically. */
const maxPeople = 50;
const draws = 200;

type Answers = (number | null)[];

/**
 * Whether models fail where people fail: kappa beyond accuracy (Geirhos et al. 2020) of people with people, people with
 * each model and models with each other, on single answers. Means over pairs of people have limits from resampling
 * stories. A single pair of models has only the bounds implied by its accuracies. Empty if there is no pair of people
 * and no pair of models.
 */
export function errorConsistencyTables(material: Material): ViewTable[] {
  const { models, seed } = material;
  const random = seededRandom(`${seed}/error-consistency`);
  const cells = material.cells.filter(({ item }) => item.rightAnswers.length > 0);
  const people = peopleRows(material, cells, random);
  const modelRows = models.map(({ id, label }) => ({ label, answers: modelRow(cells, id, random) }));
  if (people.length < 2 && models.length < 2) return [];
  const stories = [...groupBy([...cells.keys()], (index) => clusterOf(cells[index]!.item).id).values()];
  const observers = ["People", ...models.map(({ label }) => label)];
  const matrix = observers.map((label, row): ViewCell[] => [
    textCell(label),
    ...observers.map((_, column): ViewCell => {
      if (column > row) return textCell("");
      if (row === 0) return panelCell(people, null, stories, random);
      const model = modelRows[row - 1]!;
      if (column === 0) return panelCell(people, model.answers, stories, random);
      return column === row ? textCell("–") : pairCell(model.answers, modelRows[column - 1]!.answers);
    }),
  ]);
  return [
    {
      name: "error-consistency",
      caption: `Error consistency: kappa of right and wrong answers beyond what the accuracies give (0: independent, 1: the same errors); single answers to ${formatNumberOf(cells.length, "cell")}, pairs with at least ${minCommonCells} common cells, ${formatNumberOf(people.length, "person", "people")}`,
      columns: ["", ...observers],
      rows: matrix,
    },
  ];
}

/** People who answered enough cells, each as a row over the cells; a random sample if there are many. */
function peopleRows({ scored }: Material, cells: readonly ResultCell[], random: Random): Answers[] {
  const indexOf = new Map(cells.map((cell, index) => [cell, index]));
  const eligiblePeople = [...groupBy(scored, ({ person }) => person).values()].filter(
    ({ length }) => length >= minCommonCells,
  );
  return shuffle(eligiblePeople, random)
    .slice(0, maxPeople)
    .map((answers) => {
      const row: Answers = new Array(cells.length).fill(null);
      for (const { cell, right } of answers) {
        const index = indexOf.get(cell);
        if (index !== undefined) row[index] = right;
      }
      return row;
    });
}

/** One single answer of a model in each cell; one repeat is drawn at random. */
function modelRow(cells: readonly ResultCell[], id: string, random: Random): Answers {
  return cells.map(({ models }) => {
    const answer = models.get(id);
    const repeats = answer ? modelAnswers(answer) : [];
    return repeats.length === 0 ? null : drawOne(repeats, random);
  });
}

function panelCell(people: readonly Answers[], model: Answers | null, stories: readonly number[][], random: Random) {
  return estimate(panelConsistency(people, model, stories, random), "number");
}

/**
 * The mean kappa over pairs of people, or of people with a model, with limits over stories. For G stories, the limits
 * are based on the standard deviation over 200 draws of stories with replacement, times sqrt(G/(G - 1)), and on t with
 * G - 1 degrees of freedom. The percentiles of the draws would cover the true value less often. The limits are always
 * marked as approximate.
 *
 * @param people the answers of each person to the cells: right 1, wrong 0, null not answered
 * @param stories the cells of each story
 */
export function panelConsistency(
  people: readonly Answers[],
  model: Answers | null,
  stories: readonly number[][],
  random: Random,
): { value: number | null; low: number | null; high: number | null; n: number; reason: string } {
  const meanKappa = (rows: readonly Answers[], other: Answers | null) => {
    if (other === null) {
      const blank = new Array<null>(rows[0]?.length ?? 0).fill(null);
      const { peoplePeople, nPairs } = errorConsistencyPanel(rows, blank, minCommonCells);
      return { value: peoplePeople, n: nPairs };
    }
    const kappas = rows.flatMap((row) => {
      const { n: common, kappa } = errorConsistency(row, other);
      return kappa === null || common < minCommonCells ? [] : [kappa];
    });
    const sum = kappas.reduce((total, kappa) => total + kappa, 0);
    return { value: kappas.length === 0 ? null : sum / kappas.length, n: kappas.length };
  };
  const { value, n } = meanKappa(people, model);
  const noInterval = { value, low: null, high: null, n };
  if (value === null) return { ...noInterval, reason: `No pair has at least ${minCommonCells} common cells.` };
  if (stories.length < minStories)
    return { ...noInterval, reason: `No interval: limits over stories require at least ${minStories} stories.` };
  const resampledMeans = Array.from({ length: draws }, () => {
    const columns = stories.flatMap(() => drawOne(stories, random));
    const resample = (row: Answers) => columns.map((column) => row[column]!);
    return meanKappa(people.map(resample), model && resample(model)).value;
  });
  const error = standardError(resampledMeans, stories.length);
  if (error === 0) return { ...noInterval, reason: "No interval: the draws of stories do not vary." };
  const half = -studentQuantile(0.025, stories.length - 1) * error;
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half), n, reason: approximateReason };
}

/** The standard error from draws of G clusters; undefined draws are omitted. */
function standardError(draws: readonly (number | null)[], clusters: number): number {
  const definedDraws = draws.filter((value) => value !== null);
  const centre = definedDraws.reduce((sum, value) => sum + value, 0) / Math.max(1, definedDraws.length);
  const squares = definedDraws.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return definedDraws.length < 2 ? 0 : Math.sqrt((squares / (definedDraws.length - 1)) * (clusters / (clusters - 1)));
}

function pairCell(a: Answers, b: Answers): ViewCell {
  const { n, kappa, kappaMin, kappaMax, reason } = errorConsistency(a, b);
  const bounds =
    kappaMin === null || kappaMax === null
      ? `Not defined: ${reason}.`
      : `One pair has no interval; these accuracies allow ${formatNumber(kappaMin, 2)} to ${formatNumber(kappaMax, 2)}.`;
  return estimate({ value: kappa, low: null, high: null, n, reason: bounds }, "number");
}
