import type { Mode } from "../logic/formula.ts";

/** The verbs of a hypothesis: the outer one, and all of them from the outside in, "that" or "whether". */
export interface HypothesisForm {
  outer: Mode;
  verbs: Mode[];
  /** Whether any knowledge in it is denied. */
  negated: boolean;
}

/**
 * The verbs in the English of a hypothesis, for slicing results without parsing the problem; null if there are none.
 * Most human errors in the paper confused "know whether" with "know that" (section 4.3, footnote 6).
 */
export function hypothesisForm(hypothesis: string): HypothesisForm | null {
  const verbs = [...hypothesis.matchAll(/ can(?:not)? (?:now )?know (that|whether) /g)].map(
    (match) => match[1] as Mode,
  );
  const [outer] = verbs;
  return outer === undefined ? null : { outer, verbs, negated: hypothesis.includes(" cannot ") };
}
