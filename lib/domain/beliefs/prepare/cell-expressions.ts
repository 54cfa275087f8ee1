import type { BeliefPair, PairTexts } from "../scoring/pair-table.ts";

/** An expression behind a cell, with all its questions and answers. */
export interface CellExpression {
  /** The respondent ("person 3") if the cell covers several people; null for a model. */
  person: string | null;
  fact: string;
  expression: string;
  /** Number of the repetition, if answers were requested several times. */
  repeat: number;
  outcome: BeliefPair["outcome"];
  prior: BeliefPair["prior"];
  /** Whether the expression counts in the rate, and the reason if it does not. */
  counts: boolean;
  reason: "notKnown" | "noPriorCheck" | "notDecided" | null;
  texts: PairTexts | null;
}

export interface CellExpressions {
  observer: string;
  category: string;
  /** Counted pairs first (context, then memory), then the other pairs. */
  expressions: CellExpression[];
  counted: number;
  context: number;
}

/** The content of a heatmap cell: the expressions that one observer answered in one category. */
export function prepareCellExpressions(
  observer: string,
  category: string,
  pairs: readonly (BeliefPair & { participant?: string })[],
): CellExpressions {
  const expressions = pairs
    .filter((pair) => pair.category === category)
    .map((pair): CellExpression => {
      const reason = reasonOf(pair);
      const { fact, expression, repeat, outcome, prior, texts, participant: person = null } = pair;
      return { person, fact, expression, repeat, outcome, prior, counts: reason === null, reason, texts };
    })
    .sort((left, right) => sortRank(left) - sortRank(right) || compareTexts(left, right));
  const countedExpressions = expressions.filter((expression) => expression.counts);
  return {
    observer,
    category,
    expressions,
    counted: countedExpressions.length,
    context: countedExpressions.filter(({ outcome }) => outcome === "context").length,
  };
}

function compareTexts(left: CellExpression, right: CellExpression): number {
  const key = ({ expression, person }: CellExpression) => `${expression}\u0000${person ?? ""}`;
  if (key(left) === key(right)) return 0;
  return key(left) < key(right) ? -1 : 1;
}

function reasonOf(pair: BeliefPair): CellExpression["reason"] {
  if (pair.prior === "missing") return "noPriorCheck";
  if (pair.prior === "notKnown") return "notKnown";
  return pair.outcome === "context" || pair.outcome === "memory" ? null : "notDecided";
}

function sortRank({ counts, outcome }: CellExpression): number {
  if (!counts) return 2;
  return outcome === "context" ? 0 : 1;
}
