import type { BeliefPair, PairTexts } from "../scoring/pair-table.ts";

/** One expression behind a cell, with everything that was asked and answered about it. */
export interface CellExpression {
  fact: string;
  expression: string;
  outcome: BeliefPair["outcome"];
  prior: BeliefPair["prior"];
  /** Whether it counts in the rate, and if not, why. */
  counts: boolean;
  reason: "notKnown" | "noPriorCheck" | "notDecided" | null;
  texts: PairTexts | null;
}

export interface CellExpressions {
  observer: string;
  category: string;
  /** Those that count first: context, then memory; then the rest. */
  expressions: CellExpression[];
  counted: number;
  context: number;
}

/** What a click on a cell opens: the expressions of one observer in one category. */
export function prepareCellExpressions(
  observer: string,
  category: string,
  pairs: readonly BeliefPair[],
): CellExpressions {
  const expressions = pairs
    .filter((pair) => pair.category === category)
    .map((pair): CellExpression => {
      const reason = reasonOf(pair);
      const { fact, expression, outcome, prior, texts } = pair;
      return { fact, expression, outcome, prior, counts: reason === null, reason, texts };
    })
    .sort((left, right) => placeOf(left) - placeOf(right) || (left.expression < right.expression ? -1 : 1));
  const counted = expressions.filter((expression) => expression.counts);
  return {
    observer,
    category,
    expressions,
    counted: counted.length,
    context: counted.filter(({ outcome }) => outcome === "context").length,
  };
}

function reasonOf(pair: BeliefPair): CellExpression["reason"] {
  if (pair.prior === "missing") return "noPriorCheck";
  if (pair.prior === "notKnown") return "notKnown";
  return pair.outcome === "context" || pair.outcome === "memory" ? null : "notDecided";
}

function placeOf({ counts, outcome }: CellExpression): number {
  if (!counts) return 2;
  return outcome === "context" ? 0 : 1;
}
