import { groupBy } from "../../../group-by.ts";
import { seededRandom } from "../../../random.ts";
import { correlation } from "../../../statistics/agreement/distribution-agreement.ts";
import { jackknifeOfAnswers, type MajorityJackknifeReason } from "../../../statistics/agreement/majority-jackknife.ts";
import { halfMeans } from "../../../statistics/agreement/plurality-agreement.ts";
import { clusteredEstimate, twoWayNote } from "../../../statistics/clustered/clustered-estimate.ts";
import { humanCeiling } from "../../comparison/human-ceiling.ts";
import type { ResultCell } from "../../model/cells.ts";
import { isRated } from "../../model/is-rated.ts";
import { type ResultTiePolicy, tieWording } from "../../model/majority.ts";
import {
  formatEquivalentMajoritySize,
  isOnMajorityCurve,
  majorityCurve,
  scoreOfMajority,
} from "../../model/majority-curve.ts";
import { clusterOf, shareOfCells } from "../../model/share.ts";
import { answerClusters, type Material } from "../material.ts";
import { count, estimate, type FigurePoint, mark, refusedView, shownView, textCell, type View } from "../view.ts";

const head = {
  id: "ceiling",
  title: "The human ceiling",
  lead: "How far people agree with each other: an upper bound for agreement with people. Split halves of each cell, each person against all others, and the majority of k people against the key.",
};

/** Agreement of people with people, and the accuracy of majorities, compared with each model. */
export function ceilingView({ cells, scored, models, rules, seed }: Material): View {
  const cellsWithVotes = cells.filter(({ vote, item }) => vote.n > 1 && item.options.length > 1);
  if (cellsWithVotes.length === 0)
    return refusedView(head, "No item with options was answered by at least two people, so there is no agreement.");
  const { halves, rest: restOfCells } = humanCeiling(cells, rules.ties);
  const haveTwoOptions = cellsWithVotes.every(({ item, correct }) => item.options.length === 2 && correct !== null);
  const restAgreement = haveTwoOptions ? agreementWithRest(scored) : restOfCells;
  const ratings = ratingReliability(cellsWithVotes, seed);
  const curve = majorityCurve(cells, rules.ties);
  const agreement = models.map((model) => ({ model, share: agreementWithMajority(cellsWithVotes, model.id) }));
  const marks: FigurePoint[] = [
    mark("Two halves of the people", "majority", halves),
    mark("One person with all others", "person", restAgreement),
    ...agreement.filter(({ share }) => share.n > 0).map(({ model, share }) => mark(model.label, "model", share)),
  ];
  return shownView(head, {
    sentences: [
      `With two options, the agreement of split halves is computed exactly over all splits of a cell; with more options it is the mean of 200 random splits. In the comparison of one person with all others, the majorities of different people overlap, so that interval is approximate. ${twoWayNote} A model that agrees with people's majority more often than one person does exceeds a single person, not people as a group.`,
    ],
    tables: [
      {
        name: "agreement",
        caption: "Agreement with people's majority (ties count one half)",
        columns: ["Who", "Agreement"],
        rows: [
          [textCell("Two random halves of the people of a cell"), estimate(halves)],
          [textCell("One person with the majority of all others"), estimate(restAgreement)],
          ...agreement.map(({ model, share }) => [textCell(model.label), estimate(share)]),
        ],
      },
      ...(ratings === null
        ? []
        : [
            {
              name: "ratings",
              caption: "Reproducibility of people’s mean ratings",
              columns: ["Measure", "Correlation"],
              rows: [
                [textCell("Mean ratings of two random halves of the people"), estimate(ratings.halves, "number")],
                [textCell("Mean ratings of all people (Spearman-Brown)"), estimate(ratings.whole, "number")],
              ],
            },
          ]),
      ...(curve.points.length === 0
        ? []
        : [
            {
              name: "crowd",
              caption: `Expected accuracy of the majority of k people, exact over all draws (ties ${tieWording(rules.ties)}), with two kinds of limits: for new stories and the same people, and for the same items and new people (jackknife over people)`,
              columns: ["k", "Accuracy (new stories, same people)", "Accuracy (same items, new people)"],
              rows: curve.points.map(({ k }) => [
                count(k),
                estimate(shareOfMajority(cells, k, rules.ties)),
                estimate(rules.ties === "half" || k % 2 === 1 ? limitsForOtherPeople(scored, k) : halfOnly),
              ]),
            },
            {
              name: "worth",
              caption: "The smallest majority that is at least as accurate as each model",
              columns: ["Model", "Right", "Equivalent majority size"],
              rows: models.map((model) => {
                const share = shareOfCells(
                  cells.filter(isOnMajorityCurve).map((cell) => ({
                    score: cell.models.get(model.id)?.mean ?? null,
                    cluster: clusterOf(cell.item),
                  })),
                );
                return [textCell(model.label), estimate(share), textCell(formatEquivalentMajoritySize(curve, share))];
              }),
            },
          ]),
    ],
    figures: [
      {
        name: "agreement",
        title: "Agreement with people's majority",
        unit: "share",
        marks,
        lines: [
          ...(restAgreement.value === null
            ? []
            : [{ label: "one person with all others", value: restAgreement.value }]),
          ...(halves.value === null ? [] : [{ label: "two halves of the people", value: halves.value }]),
        ],
      },
    ],
  });
}

/**
 * For items whose options are all numbers (three or more): the correlation over cells of the mean ratings of two random
 * halves (the mean of 200 splits), and of two groups of full size. Null for other items and for fewer than five cells.
 */
function ratingReliability(cells: readonly ResultCell[], seed: string) {
  const ratedCells = cells.filter((cell) => isRated(cell) && cell.vote.counts.length === cell.item.options.length);
  if (ratedCells.length < minRatedAnswers) return null;
  const random = seededRandom(`${seed}/ratings`);
  const correlations = Array.from({ length: ratingSplits }, () => {
    const pairs = ratedCells.flatMap(({ vote, item }) => {
      const counts = vote.counts.map(({ count: given }) => given);
      const values = item.options.map(({ value }) => Number(value));
      const means = halfMeans(counts, values, random);
      return means === null ? [] : [means];
    });
    return correlation(
      pairs.map(([first]) => first),
      pairs.map(([, second]) => second),
    );
  }).filter((value) => value !== null);
  if (correlations.length === 0) return null;
  const value = correlations.reduce((sum, one) => sum + one, 0) / correlations.length;
  const noLimits = {
    low: null,
    high: null,
    n: ratedCells.length,
    reason: "The mean of 200 random splits, without an interval.",
  };
  return { halves: { value, ...noLimits }, whole: { value: (2 * value) / (1 + value), ...noLimits } };
}

const minRatedAnswers = 5;
const ratingSplits = 200;

/**
 * Whether each answer agrees with the majority of all other answers in its cell. A tie of the others counts one half; a
 * cell without other answers is excluded. This is the pooled value of `human_vs_rest`, computed from counts of the
 * cell, so no table of people by cells is needed.
 */
function agreementWithRest(scored: Material["scored"]) {
  const comparedAnswers = scored.flatMap((answer) => {
    const { vote, correct, item } = answer.cell;
    const otherCount = vote.n - 1;
    if (otherCount < 1 || correct === null || item.options.length !== 2) return [];
    const otherCorrect = correct - answer.right;
    const majority = otherCorrect * 2 === otherCount ? 0.5 : otherCorrect * 2 > otherCount ? 1 : 0;
    return [{ answer, agrees: majority === 0.5 ? 0.5 : Number(majority === answer.right) }];
  });
  return clusteredEstimate(
    comparedAnswers.map(({ agrees }) => agrees),
    answerClusters(comparedAnswers.map(({ answer }) => answer)),
    { range: [0, 1], unit: "answers" },
  );
}

/** The share of a model's answers that agree with people's majority; a tie of people is one half for two options. */
function agreementWithMajority(cells: readonly ResultCell[], seriesId: string) {
  return shareOfCells(
    cells.map(({ item, vote, models }) => {
      const answer = models.get(seriesId);
      const total = answer ? answer.repeats + answer.unparsed : 0;
      const tieScore = vote.isTie && item.options.length === 2 ? 0.5 : null;
      const agreedShare = vote.majority === null ? tieScore : (answer?.said.get(vote.majority) ?? 0) / total;
      return { score: total === 0 ? null : agreedShare, cluster: clusterOf(item) };
    }),
  );
}

function shareOfMajority(cells: readonly ResultCell[], k: number, ties: ResultTiePolicy) {
  return shareOfCells(
    cells.map((cell) => ({
      score: scoreOfMajority(cell, k, ties),
      cluster: clusterOf(cell.item),
    })),
  );
}

/** Shown for an even number of people if ties do not count as one half. */
const halfOnly = { value: null, low: null, high: null, n: 0, reason: "Computed only with ties as half a point." };

/** The majority of k people over the same cells, with limits for other people; a tie counts one half. */
function limitsForOtherPeople(scored: Material["scored"], k: number) {
  const cells = new Map<ResultCell, number>();
  const usableAnswers = scored.filter(({ cell }) => cell.item.options.length === 2);
  for (const { cell } of usableAnswers) cells.set(cell, cells.get(cell) ?? cells.size);
  const people = groupBy(usableAnswers, ({ person }) => person);
  const answers = [...people.values()].map((personAnswers) =>
    personAnswers.map(({ cell, right }) => ({ item: cells.get(cell)!, right })),
  );
  const { accuracy, nItems, low, high, reason } = jackknifeOfAnswers(answers, cells.size, k);
  return { value: accuracy, low, high, n: nItems, reason: reason && `${jackknifeReasons[reason]}.` };
}

const jackknifeReasons: Record<MajorityJackknifeReason, string> = {
  "no item with k answers": "No item has so many answers",
  "no item with more than k answers": "No item has more answers than this, so no answer can be omitted",
  "standard error is 0": "Omitting any person changes nothing",
};
