import type { Fold } from "../../fold.ts";
import { seededRandom } from "../../random.ts";
import { categoryVote } from "../../statistics/agreement/category-vote.ts";
import { dawidSkene } from "../../statistics/agreement/dawid-skene.ts";
import { mace } from "../../statistics/agreement/mace.ts";
import { type AnnotationVerdict, annotationVerdicts } from "../requests.ts";
import { type CountedShare, countedShare } from "./prepare-collection-figures.ts";

/** A method that determines one label of an item from the first verdicts of several people. */
export const labelMethods = ["majority", "weighted", "dawid-skene", "mace"] as const;
export type LabelMethod = (typeof labelMethods)[number];

/** An item with the first verdicts of people who had not read the models' answers. */
export interface ItemVerdicts {
  id: string;
  name: string;
  /** The first verdicts by user ID. */
  given: Readonly<Record<string, AnnotationVerdict>>;
  /** The gold verdict, otherwise the verdict that the last review confirmed or set; null if there is neither. */
  decided: AnnotationVerdict | null;
}

/**
 * An item with its labels. A label is null for a tie, for a model whose most probable label has at most half of the
 * probability, and for an item that is not decided.
 */
export interface LabelledItem extends Omit<ItemVerdicts, "decided"> {
  labels: Record<LabelMethod | "decided", AnnotationVerdict | null>;
}

/** Counts by decided verdict and given verdict, both in the order of `verdicts`. */
export type VerdictCounts = number[][];

export interface AnnotatorLabels {
  userId: string;
  /** Items with a first verdict of this person, and how many of these items another person judged, too. */
  items: number;
  shared: number;
  /**
   * The weight in the weighted vote: (k + 1) / (n + 2). n is the number of verdicts of others on the same items; k of
   * them are equal to this person's.
   */
  weight: number;
  /**
   * The probability of giving the true verdict instead of guessing (MACE); null if no item was judged by several
   * people.
   */
  competence: number | null;
  /** The probability of giving the true verdict (Dawid and Skene); null if no item was judged by several people. */
  accuracy: number | null;
  /** The share of decided items on which this person's verdict equals the decided verdict. */
  same: CountedShare;
  counts: VerdictCounts;
}

/** The aggregated verdicts of a collection, without the individual items. */
export interface LabelSummary {
  items: number;
  /** Items with first verdicts of two or more people. If there are none, `methods` is empty. */
  shared: number;
  decided: number;
  methods: {
    method: LabelMethod;
    /** In the order of `verdicts`. */
    labels: number[];
    /** Items without a label. */
    unlabelled: number;
    /** The share of decided items with a label that equals the decided verdict. */
    same: CountedShare;
  }[];
  people: AnnotatorLabels[];
  /** Over all people. */
  counts: VerdictCounts;
}

export interface LabelReport {
  summary: LabelSummary;
  items: LabelledItem[];
}

/**
 * Aggregates the first verdicts on each item with four methods, estimates the competence of the annotators, and counts
 * pairs of given and decided verdicts. All judged items get labels. For an item that one person judged, the votes
 * return that person's verdict.
 */
export function foldLabels(): Fold<ItemVerdicts, LabelReport> {
  const items: ItemVerdicts[] = [];
  return {
    add: (rows) => {
      for (const row of rows) items.push(row);
    },
    finish: () => buildLabelReport(items),
  };
}

function buildLabelReport(items: readonly ItemVerdicts[]): LabelReport {
  const people = [...new Set(items.flatMap(({ given }) => Object.keys(given)))].sort();
  const itemsWithSeveral = items.filter(({ given }) => Object.keys(given).length > 1);
  const weightByVoter = computeVoterWeights(items, people);
  const models = itemsWithSeveral.length === 0 ? null : fitAnnotatorModels(items, people);
  const votesOf = ({ given }: ItemVerdicts, isWeighted: boolean) => {
    const voters = Object.keys(given);
    const votes = voters.map((voter) => given[voter]!);
    const weightOfVoters = isWeighted ? voters.map((voter) => weightByVoter.get(voter)!) : undefined;
    return categoryVote(votes, weightOfVoters).label as AnnotationVerdict | null;
  };
  const labelledItems = items.map((item, index): LabelledItem => {
    const { decided, ...rest } = item;
    // A label without more than half of the probability is null, because a choice between such labels would be
    // arbitrary.
    const findProbableLabel = (posterior: readonly (number[] | null)[] | undefined) =>
      annotationVerdicts[posterior?.[index]?.findIndex((share) => share > 0.5) ?? -1] ?? null;
    return {
      ...rest,
      labels: {
        majority: votesOf(item, false),
        weighted: votesOf(item, true),
        "dawid-skene": findProbableLabel(models?.dawidSkene.posterior),
        mace: findProbableLabel(models?.mace.posterior),
        decided,
      },
    };
  });
  const counts = people.map((person) => countVerdictPairs(items, person));
  const summary: LabelSummary = {
    items: items.length,
    shared: itemsWithSeveral.length,
    decided: items.filter(({ decided }) => decided !== null).length,
    methods: models === null ? [] : labelMethods.map((method) => summariseMethod(labelledItems, method)),
    people: people.map((userId, person) => ({
      userId,
      items: items.filter(({ given }) => userId in given).length,
      shared: itemsWithSeveral.filter(({ given }) => userId in given).length,
      weight: weightByVoter.get(userId)!,
      competence: models?.mace.competence[person] ?? null,
      accuracy: models ? accuracyOf(models.dawidSkene.priors, models.dawidSkene.confusion[person]!) : null,
      same: diagonalShare(counts[person]!),
      counts: counts[person]!,
    })),
    counts: annotationVerdicts.map((_, decided) =>
      annotationVerdicts.map((_verdict, given) => counts.reduce((sum, one) => sum + one[decided]![given]!, 0)),
    ),
  };
  return { summary, items: labelledItems };
}

function fitAnnotatorModels(items: readonly ItemVerdicts[], people: readonly string[]) {
  const labels = items.map(({ given }) =>
    people.map((person) => (person in given ? annotationVerdicts.indexOf(given[person]!) : null)),
  );
  return {
    dawidSkene: dawidSkene(labels, annotationVerdicts.length, 1e-6, 1_000),
    // The seed is fixed, so that the same verdicts give the same labels.
    mace: mace(labels, annotationVerdicts.length, { random: seededRandom(1) }),
  };
}

function computeVoterWeights(items: readonly ItemVerdicts[], people: readonly string[]): Map<string, number> {
  const pairs = new Map(people.map((person) => [person, { k: 0, n: 0 }]));
  for (const { given } of items) {
    const voters = Object.keys(given);
    for (const voter of voters) {
      const pair = pairs.get(voter)!;
      pair.n += voters.length - 1;
      pair.k += voters.filter((other) => other !== voter && given[other] === given[voter]).length;
    }
  }
  return new Map([...pairs].map(([person, { k, n }]) => [person, (k + 1) / (n + 2)]));
}

/** The probability of a true verdict, under the estimated shares of the classes. */
function accuracyOf(priors: readonly number[], confusion: readonly (readonly number[])[]): number {
  return priors.reduce((sum, prior, kind) => sum + prior * confusion[kind]![kind]!, 0);
}

function countVerdictPairs(items: readonly ItemVerdicts[], person: string): VerdictCounts {
  const counts = annotationVerdicts.map(() => annotationVerdicts.map(() => 0));
  for (const { given, decided } of items) {
    const verdict = given[person];
    if (decided !== null && verdict !== undefined)
      counts[annotationVerdicts.indexOf(decided)]![annotationVerdicts.indexOf(verdict)]! += 1;
  }
  return counts;
}

function diagonalShare(counts: VerdictCounts): CountedShare {
  const total = counts.flat().reduce((sum, count) => sum + count, 0);
  return countedShare(
    counts.reduce((sum, row, decided) => sum + row[decided]!, 0),
    total,
  );
}

function summariseMethod(items: readonly LabelledItem[], method: LabelMethod): LabelSummary["methods"][number] {
  const comparedItems = items.filter(({ labels }) => labels[method] !== null && labels.decided !== null);
  return {
    method,
    labels: annotationVerdicts.map((verdict) => items.filter(({ labels }) => labels[method] === verdict).length),
    unlabelled: items.filter(({ labels }) => labels[method] === null).length,
    same: countedShare(
      comparedItems.filter(({ labels }) => labels[method] === labels.decided).length,
      comparedItems.length,
    ),
  };
}
