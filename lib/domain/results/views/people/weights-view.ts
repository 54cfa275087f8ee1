import { formatNumber } from "../../../format/figures.ts";
import { clusteredEstimate } from "../../../statistics/clustered/clustered-estimate.ts";
import { rakingWeights } from "../../../statistics/sampling/raking-weights.ts";
import { type WeightedShare, weightedShare } from "../../../statistics/sampling/weighted-share.ts";
import { clusterOf } from "../../model/share.ts";
import type { Material } from "../material.ts";
import {
  type Check,
  count,
  descriptiveNumber,
  estimate,
  refusedView,
  shownView,
  textCell,
  type View,
} from "../view.ts";

const head = {
  id: "weights",
  title: "Weights",
  lead: "When quotas did not fill evenly, or a claim is about a population, people of full groups count less and people of sparse groups more, until the sample has the shares of the plan or of the population (raking; one margin is post-stratification).",
};

const minPeople = 30;
const minCategorySize = 5;

/** The mean person with and without weights, and the loss of precision by weighting. */
export function weightsView({ scored, single, planned, population }: Material): View {
  const targetMargins = Object.entries(population ?? planned);
  const margins = targetMargins.flatMap(([name, targets]) => {
    const attribute = single.attributes.find(
      (one) => equalsIgnoringCase(one.name, name) || equalsIgnoringCase(one.label, name),
    );
    return attribute ? [{ attribute, targets: matchTargets(targets, attribute.values) }] : [];
  });
  if (margins.length < targetMargins.length || margins.length === 0)
    return refusedView(
      head,
      population
        ? `There are no answers of people about ${targetMargins.map(([name]) => `“${name}”`).join(", ")}. They can be weighted by: ${single.attributes.map(({ name }) => name).join(", ")}.`
        : "The design has no quota groups, so there are no planned shares to weight to. Shares of a population can be entered below.",
    );
  const sums = Array.from({ length: single.people }, () => ({ right: 0, n: 0 }));
  for (const { person, right } of scored) {
    sums[person]!.right += right;
    sums[person]!.n += 1;
  }
  const people = sums.flatMap(({ right, n }, person) =>
    n > 0 && margins.every(({ attribute, targets }) => (targets[attribute.values[person] ?? ""] ?? 0) > 0)
      ? [{ person, share: right / n }]
      : [],
  );
  const rows = margins.flatMap(({ attribute, targets }) =>
    Object.entries(targets).map(([value, target]) => ({
      label: `${attribute.label}: ${value}`,
      target,
      people: people.filter(({ person }) => attribute.values[person] === value).length,
    })),
  );
  const smallestGroup = Math.min(...rows.map((row) => row.people));
  const checks: Check[] = [
    {
      says: population ? "Every group of the population has enough people" : "Every planned group has enough people",
      holds: smallestGroup >= minCategorySize && people.length >= minPeople,
      found: `${people.length} people whose groups are known, at least ${smallestGroup} in each`,
    },
  ];
  if (!checks[0]!.holds)
    return refusedView(
      head,
      `Requires at least ${minPeople} people, and at least ${minCategorySize} in each group.`,
      checks,
    );
  const y = people.map(({ share }) => share);
  const raking = rakingWeights(
    margins.map(({ attribute, targets }) => ({
      categories: people.map(({ person }) => attribute.values[person]!),
      targets: normalizeShares(targets),
    })),
    y,
    500,
    1e-10,
  );
  const answers = scored.map(({ right, person, cell }) => ({ value: right, person, story: clusterOf(cell.item).id }));
  const limitsOf = (weightOf: (index: number) => number, ofPeople: Parameters<typeof weightedShare>[2]) =>
    weightedShare(answers, new Map(people.map(({ person }, index) => [person, weightOf(index)])), ofPeople);
  const { value, se } = clusteredEstimate(y, [], { range: [0, 1], unit: "people" });
  const unweightedEstimate = limitsOf(() => 1, { share: value!, se });
  const weightedEstimate = limitsOf((index) => raking.weights[index]!, raking);
  const shareCell = (own: WeightedShare) => estimate({ ...own, n: people.length });
  return shownView(head, {
    checks: [
      ...checks,
      {
        says: "Weights do not depend on a few people",
        holds: raking.deff < 2,
        found: `design effect ${formatNumber(raking.deff, 3)}, ${formatNumber(raking.nEff)} people in effect of ${people.length} people; both describe this sample, so they have no interval`,
      },
    ],
    sentences: [
      `Weighting costs a design effect of ${formatNumber(raking.deff, 3)} (Kish): ${people.length} people count as ${formatNumber(raking.nEff)}. The two describe this sample. Intervals generalise to new people${unweightedEstimate.reason === null ? ` and new stories (two-way over ${people.length} people and ${unweightedEstimate.stories} stories)` : ", not to new stories"}; the weighted one allows for the weights being estimated.`,
    ],
    tables: [
      {
        name: "weighted",
        caption: "Mean accuracy of people whose groups are known",
        columns: ["Weighting", "Right"],
        rows: [
          [textCell("Unweighted"), shareCell(unweightedEstimate)],
          [textCell(population ? "Weighted to the population" : "Weighted to the plan"), shareCell(weightedEstimate)],
        ],
      },
      {
        name: "margins",
        caption: population ? "Shares in the population and in the sample" : "Planned and actual shares of people",
        columns: ["Group", "People", "Sample", population ? "Population" : "Planned"],
        rows: rows.map(({ label, target, people: found }) => [
          textCell(label),
          count(found),
          descriptiveNumber(found / people.length, people.length, "share"),
          descriptiveNumber(target, people.length, "share"),
        ]),
      },
    ],
  });
}

function equalsIgnoringCase(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** The shares under the spelling of people's answers: "female" becomes "Female". */
function matchTargets(
  targets: Readonly<Record<string, number>>,
  values: readonly (string | null)[],
): Readonly<Record<string, number>> {
  const knownValues = [...new Set(values)].filter((value) => value !== null);
  return Object.fromEntries(
    Object.entries(targets).map(([name, share]) => [
      knownValues.find((value) => equalsIgnoringCase(value, name)) ?? name,
      share,
    ]),
  );
}

/** Shares scaled to sum to exactly 1. */
function normalizeShares(targets: Readonly<Record<string, number>>): Record<string, number> {
  const total = Object.values(targets).reduce((sum, share) => sum + share, 0);
  return Object.fromEntries(Object.entries(targets).map(([name, share]) => [name, share / total]));
}
