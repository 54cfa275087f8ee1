import { groupBy } from "../../group-by.ts";
import { type Random, seededRandom, shuffle } from "../../random.ts";
import { type AnswerRule, type BeliefAnswerClass, classifyAnswer } from "./classify.ts";
import { type FollowRate, followRate } from "./follow-rate.ts";
import type { BeliefAnswer, BeliefFacets, BeliefPair } from "./pair-table.ts";

/** The attributes by which a model's rates are grouped. */
export const sliceFacets = ["relation", "template", "source", "popularity"] as const;
export type SliceFacet = (typeof sliceFacets)[number];

/** A model's rates in finer groups than categories. */
export interface BeliefDetails {
  /**
   * Counts of answers to questions without an expression. Each fact is asked in both ways, so half of the answers
   * should be yes.
   */
  unprompted: { yes: number; no: number; neither: number };
  slices: Record<SliceFacet, [value: string, rate: FollowRate][]>;
  templates: TemplateSpread | null;
}

/** How much the templates of one category differ, compared with the differences that chance alone produces. */
export interface TemplateSpread {
  /** Number of templates with enough decided pairs, in categories with at least two such templates. */
  templates: number;
  /** Their decided pairs. */
  n: number;
  /** The variance of the rates of a category's templates, averaged over categories. */
  variance: number;
  /** The mean variance if templates are permuted over the expressions of their category. */
  expected: number;
  /** The share of permutations with at least the observed variance; the observed arrangement is counted too. */
  p: number;
  permutations: number;
}

/** Minimum number of decided pairs of a template. The spread does not include templates with fewer pairs. */
const minPairs = 5;

const permutations = 500;

/** Collects data about a run that its pairs do not contain. */
export function collectDetails(): {
  add: (answer: BeliefAnswer) => void;
  finish: (rule: AnswerRule, pairs: readonly BeliefPair[]) => BeliefDetails;
} {
  const facetsOf = new Map<string, BeliefFacets>();
  const answersWithoutExpression: Pick<BeliefAnswer, "answer" | "queryType" | "read">[] = [];
  return {
    add: ({ fact, expression, shown, facets, answer, queryType, read }) => {
      if (!expression || !shown)
        answersWithoutExpression.push({ answer, queryType, ...(read === undefined ? {} : { read }) });
      else if (facets) facetsOf.set(keyOf(fact, expression), facets);
    },
    finish: (rule, pairs) => {
      const decidedPairs = pairs.flatMap((pair): SlicedPair[] => {
        if (pair.prior !== "known" || (pair.outcome !== "context" && pair.outcome !== "memory")) return [];
        const facets = facetsOf.get(keyOf(pair.fact, { category: pair.category, text: pair.expression }));
        return facets
          ? [{ ...facets, fact: pair.fact, category: pair.category, follows: pair.outcome === "context" ? 1 : 0 }]
          : [];
      });
      return {
        unprompted: countWords(answersWithoutExpression, rule),
        slices: slicesOf(decidedPairs),
        templates: measureTemplateSpread(decidedPairs, seededRandom("parallax/templates")),
      };
    },
  };
}

interface SlicedPair extends BeliefFacets {
  fact: string;
  category: string;
  follows: 0 | 1;
}

function keyOf(fact: string, { category, text }: { category: string; text: string }): string {
  return [fact, category, text].join("\u0000");
}

function countWords(
  answers: readonly Pick<BeliefAnswer, "answer" | "queryType" | "read">[],
  rule: AnswerRule,
): BeliefDetails["unprompted"] {
  const counts = { yes: 0, no: 0, neither: 0 };
  for (const { answer, queryType, read } of answers) {
    const answerClass: BeliefAnswerClass = classifyAnswer(answer, queryType, rule, read);
    if (answerClass === "other") counts.neither += 1;
    else counts[(answerClass === "memory") === (queryType === "prior_yes") ? "yes" : "no"] += 1;
  }
  return counts;
}

function slicesOf(pairs: readonly SlicedPair[]): BeliefDetails["slices"] {
  const bandOf = createPopularityBands(pairs);
  const facetValue: Record<SliceFacet, (pair: SlicedPair) => string | null> = {
    relation: ({ relation }) => relation,
    template: ({ category, template }) => (template === null ? null : templateName(category, template)),
    source: ({ source }) => source,
    popularity: ({ popularity }) => (popularity === null ? null : bandOf(popularity)),
  };
  const slice = (facet: SliceFacet): [string, FollowRate][] =>
    [...groupBy(pairs, facetValue[facet])]
      .sort(([left], [right]) => left.localeCompare(right, "en", { numeric: true }))
      .map(([value, members]) => [
        value,
        followRate(
          members.map(({ follows }) => follows),
          [members.map(({ fact }) => fact)],
        ),
      ]);
  return {
    relation: slice("relation"),
    template: slice("template"),
    source: slice("source"),
    popularity: slice("popularity"),
  };
}

/** A name such as "authority 03": names sort by category, then by index of the template. */
function templateName(category: string, template: number): string {
  return `${category} ${String(template + 1).padStart(2, "0")}`;
}

/** Divides popularities at the quartiles of the facts; returns the quarter of a popularity. */
function createPopularityBands(pairs: readonly SlicedPair[]): (popularity: number) => string {
  const popularityByFact = new Map(
    pairs.flatMap(({ fact, popularity }) => (popularity === null ? [] : [[fact, popularity] as const])),
  );
  const sorted = [...popularityByFact.values()].sort((left, right) => left - right);
  const limits = [1, 2, 3].map((quarter) => sorted[Math.floor((quarter * sorted.length) / 4)] ?? 0);
  const names = ["1 (least known quarter)", "2", "3", "4 (best known quarter)"];
  return (popularity) => names[limits.filter((limit) => popularity >= limit).length]!;
}

/** The spread of template rates within categories. Null if no category has two templates with enough pairs. */
function measureTemplateSpread(pairs: readonly SlicedPair[], random: Random): TemplateSpread | null {
  const groups = [...groupBy(pairs, ({ category, template }) => (template === null ? null : category)).values()]
    .map((members) => {
      const byTemplate = [...groupBy(members, ({ template }) => template).values()];
      return byTemplate.filter((pairsOfTemplate) => pairsOfTemplate.length >= minPairs);
    })
    .filter((templates) => templates.length >= 2)
    .map((templates) => ({
      sizes: templates.map((pairsOfTemplate) => pairsOfTemplate.length),
      follows: templates.flatMap((pairsOfTemplate) => pairsOfTemplate.map(({ follows }) => follows)),
    }));
  if (groups.length === 0) return null;
  const variance = meanVariance(groups);
  let [sum, atLeast] = [0, 0];
  for (let round = 0; round < permutations; round += 1) {
    const permutedVariance = meanVariance(
      groups.map(({ sizes, follows }) => ({ sizes, follows: shuffle(follows, random) })),
    );
    sum += permutedVariance;
    // The tolerance is needed because sums in another order differ in the last digits.
    if (permutedVariance >= variance - 1e-12) atLeast += 1;
  }
  return {
    templates: groups.reduce((count, { sizes }) => count + sizes.length, 0),
    n: groups.reduce((count, { follows }) => count + follows.length, 0),
    variance,
    expected: sum / permutations,
    p: (atLeast + 1) / (permutations + 1),
    permutations,
  };
}

function meanVariance(groups: readonly { sizes: readonly number[]; follows: readonly number[] }[]): number {
  const variances = groups.map(({ sizes, follows }) => {
    let from = 0;
    const rates = sizes.map((size) => {
      let sum = 0;
      for (let index = from; index < from + size; index += 1) sum += follows[index]!;
      from += size;
      return sum / size;
    });
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    return rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (rates.length - 1);
  });
  return variances.reduce((sum, one) => sum + one, 0) / variances.length;
}
