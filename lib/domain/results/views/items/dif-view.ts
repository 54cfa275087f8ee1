import { formatNumberOf } from "../../../format/figures.ts";
import { adjustPValues } from "../../../statistics/basics/adjust-p-values.ts";
import { differentialItemFunctioning } from "../../../statistics/item-response/differential-item-functioning.ts";
import { exactDif } from "../../../statistics/item-response/exact-dif.ts";
import type { Material } from "../material.ts";
import {
  count,
  estimate,
  refusedView,
  restingOnTest,
  shownView,
  test,
  textCell,
  type View,
  type ViewTable,
} from "../view.ts";
import { type ResponseMatrix, responseMatrix } from "./response-matrix.ts";

const head = {
  id: "dif",
  title: "Items that are harder for a group than expected from its ability",
  lead: "Differential item functioning by Mantel and Haenszel: people and models, or groups of people, are compared on each item among those with the same score on all other items.",
};

const minGroupSize = 10;
const minItems = 5;
/** With one model every answer is extreme: nothing can be estimated. */
const minModels = 2;
/** Scores on the remaining items are matched in strata of this width. */
const width = 1;

interface ComparedGroups {
  name: string;
  reference: string;
  focal: string;
  responses: number[][];
  group: number[];
  /** Whether the second group is too small for the large-sample test. */
  isExact: boolean;
}

/** DIF of models against people, and between the two largest groups of each attribute of people. */
export function difView(material: Material): View {
  const matrix = responseMatrix(material);
  const answerSummary = `${formatNumberOf(matrix.people.length, "person", "people")} answered the same ${formatNumberOf(matrix.items.length, "item")}; ${matrix.left} answered others`;
  const checks = [
    {
      says: "People answered the same items",
      holds: matrix.people.length >= minGroupSize && matrix.items.length >= minItems,
      found: answerSummary,
    },
  ];
  if (!checks[0]!.holds)
    return refusedView(
      head,
      `Requires at least ${minGroupSize} people who all answered the same items, at least ${minItems}, so that they can be matched by their score on the rest.`,
      checks,
    );
  const pairs = [
    groupModelsAndPeople(matrix),
    ...material.single.attributes.map((one) => groupPeople(matrix, one)),
  ].filter((one) => one !== null);
  if (pairs.length === 0)
    return refusedView(
      head,
      `No two groups of ${minGroupSize} can be compared: there are ${matrix.models.length} models, and no attribute divides these people into two such groups.`,
      checks,
    );
  return shownView(head, {
    checks,
    conclusions: [
      "The ETS classes (A negligible, B moderate, C large) rest on tests of Delta at 5%. p-values are corrected over the items of a table by Benjamini and Hochberg.",
    ],
    sentences: [
      ...(pairs.some(({ isExact }) => isExact)
        ? [
            `With fewer than ${minGroupSize} models the test and the limits are exact, given the scores of people and models; models are treated as independent of each other, although models of one family are not. A model with repeats counts with one of its answers, drawn at random.`,
          ]
        : []),
      "Delta is on the ETS scale: negative is harder for the second group. The score by which people are matched excludes the studied item.",
    ],
    tables: pairs.map((pair, index) => difTable(matrix, pair, index)),
  });
}

function groupModelsAndPeople({ people, models }: ResponseMatrix): ComparedGroups | null {
  const complete = models.flatMap(({ drawn }) => (drawn.includes(null) ? [] : [drawn as number[]]));
  if (complete.length < minModels) return null;
  return {
    name: "Models against people",
    reference: "people",
    focal: "models",
    responses: [...people.map(({ right }) => right), ...complete],
    group: [...people.map(() => 0), ...complete.map(() => 1)],
    isExact: complete.length < minGroupSize,
  };
}

function groupPeople(
  { people }: ResponseMatrix,
  { label, values }: Material["single"]["attributes"][number],
): ComparedGroups | null {
  const sizes = new Map<string, number>();
  for (const { person } of people) {
    const value = values[person];
    if (value != null) sizes.set(value, (sizes.get(value) ?? 0) + 1);
  }
  const [first, second] = [...sizes].sort((left, right) => right[1] - left[1] || left[0].localeCompare(right[0], "en"));
  if (!first || !second || second[1] < minGroupSize) return null;
  const comparedPeople = people.filter(({ person }) => [first[0], second[0]].includes(values[person] ?? ""));
  return {
    name: label,
    reference: first[0],
    focal: second[0],
    responses: comparedPeople.map(({ right }) => right),
    group: comparedPeople.map(({ person }) => Number(values[person] === second[0])),
    isExact: false,
  };
}

function difTable(matrix: ResponseMatrix, groups: ComparedGroups, index: number): ViewTable {
  const { items } = matrix;
  const { name, reference, focal, responses, group } = groups;
  if (groups.isExact) return exactTable(matrix, groups, index);
  const difResults = items.map((_, item) => differentialItemFunctioning(responses, group, item, width));
  const adjusted = adjustPValues(
    difResults.map(({ chi2, pvalue }) => (chi2 === null ? null : pvalue)),
    "BH",
  );
  return {
    name: `dif-${index + 1}`,
    caption: `${name}: ${reference} (first) and ${focal} (second)`,
    columns: ["Item", "Delta", "Class", "People compared", "Test"],
    rows: items.map(({ label }, item) => {
      const { delta, seDelta, class: size, nReference, nFocal, nStrata, chi2, pvalue } = difResults[item]!;
      const n = nReference + nFocal;
      const half = seDelta === null ? null : 1.959963984540054 * seDelta;
      const reason = `No common odds ratio over ${formatNumberOf(nStrata, "stratum", "strata")} with both groups.`;
      const isKnown = half !== null && delta !== null;
      return [
        textCell(label),
        estimate(
          {
            value: delta,
            low: isKnown ? delta - half : null,
            high: isKnown ? delta + half : null,
            n,
            reason: isKnown ? null : reason,
          },
          "number",
        ),
        restingOnTest(textCell(size ?? "none")),
        count(n),
        test(chi2 === null ? null : pvalue, n, chi2 === null ? reason : null, adjusted[item] ?? null),
      ];
    }),
  };
}

function exactTable(
  { items }: ResponseMatrix,
  { name, reference, focal, responses, group }: ComparedGroups,
  index: number,
): ViewTable {
  const difResults = items.map((_, item) => exactDif(responses, group, item, width));
  const adjusted = adjustPValues(
    difResults.map(({ pvalue }) => pvalue),
    "BH",
  );
  return {
    name: `dif-${index + 1}`,
    caption: `${name}, exact: ${reference} (first) and ${focal} (second)`,
    columns: ["Item", "Delta", "Compared", "Test"],
    rows: items.map(({ label }, item) => {
      const { delta, low, high, nReference, nFocal, nStrata, pvalue } = difResults[item]!;
      const n = nReference + nFocal;
      const isBounded = low !== null && high !== null && Number.isFinite(low) && Number.isFinite(high);
      const noTestReason = `None of ${formatNumberOf(nStrata, "stratum", "strata")} has both groups and different answers.`;
      const reason =
        pvalue === null
          ? noTestReason
          : isBounded
            ? null
            : "No finite estimate: the models were right, or wrong, as often as possible.";
      return [
        textCell(label),
        estimate({ value: delta, low: isBounded ? low : null, high: isBounded ? high : null, n, reason }, "number"),
        count(n),
        test(pvalue, n, pvalue === null ? noTestReason : null, adjusted[item] ?? null),
      ];
    }),
  };
}
