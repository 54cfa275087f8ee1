import { formatCount, formatInterval, formatNumberOf, formatShare } from "../../../format/figures.ts";
import { binomialLowerTail } from "../../../statistics/basics/distributions.ts";
import { percentileOfSorted } from "../../../statistics/basics/percentiles.ts";
import { clusteredEstimate } from "../../../statistics/clustered/clustered-estimate.ts";
import { wilsonInterval } from "../../../statistics/proportions/wilson.ts";
import type { ScoredAnswer } from "../../model/single-answers.ts";
import type { Material } from "../material.ts";
import { count, descriptiveNumber, estimate, mark, refusedView, shownView, textCell, type View } from "../view.ts";

const head = {
  id: "persons",
  title: "People one by one",
  lead: "How the accuracies of single people are distributed, how accurate the best person is, and how many people each model exceeds on the items that they answered.",
};

/** Below this number of answers the accuracy of one person is unreliable. */
export const minAnswersPerPerson = 5;
const minPeople = 5;

interface Person {
  answers: ScoredAnswer[];
  share: number;
}

/** The distribution of people, the best person, and the position of models in it. */
export function personsView({ scored, single, models }: Material): View {
  const people = groupByPerson(scored, single.people).filter(({ answers }) => answers.length >= minAnswersPerPerson);
  if (people.length < minPeople)
    return refusedView(
      head,
      `${formatNumberOf(people.length, "person", "people")} answered at least ${minAnswersPerPerson} items, which the accuracy of one person requires; a distribution requires ${minPeople} such people.`,
    );
  const shares = people.map(({ share }) => share).sort((left, right) => left - right);
  const mean = clusteredEstimate(shares, [], { range: [0, 1], unit: "people" });
  const best = findBestPerson(people);
  const rows = models.map((model) => ({ model, standing: comparePersonsToModel(people, model.id) }));
  const comparedRows = rows.filter(({ standing }) => standing.n > 0);
  return shownView(head, {
    findings: comparedRows.map(({ model, standing }) => percentileSentence(model.label, standing)),
    checks: [
      {
        says: "Everyone answered enough items for an individual accuracy",
        holds: people.length === single.people,
        found: `${formatCount(people.length)} of ${formatCount(single.people)} people answered at least ${minAnswersPerPerson} items; the others are excluded`,
      },
    ],
    sentences: [
      "Intervals of the distribution generalise to new people on these items. The best person is the best of many, so their accuracy is too high by selection; the interval (simultaneous for all people) and the check on the other half of the answers allow for this.",
    ],
    tables: [
      {
        name: "distribution",
        caption: `Accuracy of single people (n = ${people.length} people)`,
        columns: ["Who", "Right"],
        rows: [
          [textCell("Mean of people"), estimate(mean)],
          ...[0.1, 0.25, 0.5, 0.75, 0.9].map((q) => [textCell(quantileName(q)), estimate(quantileLimits(shares, q))]),
        ],
      },
      {
        name: "best-person",
        caption: "The best person, and the best people by one half of their answers, scored on the other half",
        columns: ["Who", "Answers", "Right"],
        rows: [
          [
            textCell(best.tied > 1 ? `One of ${best.tied} best people` : "The best person"),
            count(best.person.answers.length),
            estimate({
              ...wilsonInterval(countRight(best.person.answers), best.person.answers.length, 1 - 0.05 / people.length),
              value: best.person.share,
              n: best.person.answers.length,
              reason: `Wilson's limits at 1 - 0.05/${people.length}: they are simultaneous limits for all people.`,
            }),
          ],
          [textCell("Selected by one half of the answers, scored on the other"), ...crossValidateBest(people)],
        ],
      },
      ...(comparedRows.length === 0
        ? []
        : [
            {
              name: "percentiles",
              caption:
                "Share of people whose accuracy is below the model's on the cells that both answered (equal: one half)",
              columns: [
                "Model",
                "People",
                "People below the model",
                "Accuracy of the model on what the best person answered",
                "Accuracy of the best person on the same",
              ],
              rows: comparedRows.map(({ model, standing }) => {
                const onBestCells = compareOnSharedCells(best.person, model.id);
                return [
                  textCell(model.label),
                  count(standing.n),
                  estimate(standing),
                  descriptiveNumber(onBestCells.model, onBestCells.n, "share"),
                  descriptiveNumber(onBestCells.person, onBestCells.n, "share"),
                ];
              }),
            },
          ]),
    ],
    figures:
      comparedRows.length === 0
        ? []
        : [
            {
              name: "percentile",
              title: "Share of people below each model",
              unit: "share",
              marks: comparedRows.map(({ model, standing }) => mark(model.label, "model", standing)),
              lines: [{ label: "the median person", value: 0.5 }],
            },
          ],
  });
}

function groupByPerson(scored: readonly ScoredAnswer[], total: number): Person[] {
  const answers = Array.from({ length: total }, (): ScoredAnswer[] => []);
  for (const answer of scored) answers[answer.person]!.push(answer);
  return answers.flatMap((personAnswers) =>
    personAnswers.length === 0
      ? []
      : [{ answers: personAnswers, share: countRight(personAnswers) / personAnswers.length }],
  );
}

function countRight(answers: readonly ScoredAnswer[]): number {
  return answers.reduce((sum, { right }) => sum + right, 0);
}

function findBestPerson(people: readonly Person[]): { person: Person; tied: number } {
  const top = Math.max(...people.map(({ share }) => share));
  const bestPeople = people.filter(({ share }) => share === top);
  // If several people are best, the person with the most answers is chosen, because that accuracy is the most reliable.
  const person = bestPeople.reduce((left, right) => (right.answers.length > left.answers.length ? right : left));
  return { person, tied: bestPeople.length };
}

/**
 * Selects the best person by the answers at even positions and scores them on the answers at odd positions, and the
 * reverse; ties are averaged.
 */
function crossValidateBest(people: readonly Person[]) {
  const values = [0, 1].flatMap((chosenBy) => {
    const halves = people.map(({ answers }) => ({
      by: answers.filter((_, index) => index % 2 === chosenBy),
      on: answers.filter((_, index) => index % 2 !== chosenBy),
    }));
    const usableHalves = halves.filter(({ by, on }) => by.length > 0 && on.length > 0);
    const shareOf = (half: readonly ScoredAnswer[]) => countRight(half) / half.length;
    const top = Math.max(...usableHalves.map(({ by }) => shareOf(by)));
    return usableHalves.filter(({ by }) => shareOf(by) === top).flatMap(({ on }) => on.map(({ right }) => right));
  });
  const right = values.reduce((sum, value) => sum + value, 0);
  const { estimate: value, low, high } = wilsonInterval(right, values.length);
  return [count(values.length), estimate({ value, low, high, n: values.length })];
}

/**
 * The share of people below a model on the cells that both answered; people with fewer than five such cells are
 * excluded.
 */
function comparePersonsToModel(people: readonly Person[], seriesId: string) {
  const scores = people.flatMap((person) => {
    const { model, person: own, n } = compareOnSharedCells(person, seriesId);
    if (n < minAnswersPerPerson || model === null || own === null) return [];
    return [own < model ? 1 : own === model ? 0.5 : 0];
  });
  return clusteredEstimate(scores, [], { range: [0, 1], unit: "people" });
}

function percentileSentence(
  label: string,
  { value, low, high, n, reason }: ReturnType<typeof comparePersonsToModel>,
): string {
  const interval =
    low === null || high === null ? (reason ?? "no interval") : `95% interval ${formatInterval({ low, high })}`;
  return `${formatShare(value)} of people are less accurate than ${label} on the cells that both answered (${interval}; n = ${formatNumberOf(n, "person", "people")}; equal accuracies count one half).`;
}

function compareOnSharedCells({ answers }: Person, seriesId: string) {
  const sharedAnswers = answers.flatMap(({ right, cell }) => {
    const mean = cell.models.get(seriesId)?.mean ?? null;
    return mean === null ? [] : [{ right, mean }];
  });
  const n = sharedAnswers.length;
  if (n === 0) return { n, model: null, person: null };
  const sum = (of: (pair: { right: number; mean: number }) => number) =>
    sharedAnswers.reduce((total, pair) => total + of(pair), 0);
  return { n, model: sum(({ mean }) => mean) / n, person: sum(({ right }) => right) / n };
}

/** A quantile (type 7) with the distribution-free interval of order statistics; null limits if n is too small. */
export function quantileLimits(sorted: readonly number[], q: number) {
  const n = sorted.length;
  const valueAtRank = (rank: number) => sorted[Math.min(n, Math.max(1, rank)) - 1]!;
  let low: number | null = null;
  let high: number | null = null;
  for (let rank = 1; rank <= n; rank += 1) {
    // The number of people below the quantile is binomial.
    if (binomialLowerTail(rank - 1, n, q) <= 0.025) low = valueAtRank(rank);
    if (high === null && binomialLowerTail(rank - 1, n, q) >= 0.975) high = valueAtRank(rank);
  }
  const isFlat = low !== null && low === high;
  const isBounded = low !== null && high !== null && !isFlat;
  return {
    value: percentileOfSorted(sorted, q),
    low: isBounded ? low : null,
    high: isBounded ? high : null,
    n,
    reason: isBounded
      ? null
      : isFlat
        ? "No interval: many people are equally accurate."
        : `${n} people are too few for an interval of this quantile.`,
  };
}

function quantileName(q: number): string {
  return q === 0.5 ? "Median person" : `${Math.round(q * 100)}th percentile`;
}
