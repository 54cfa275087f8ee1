import type { Mode } from "../logic/formula.ts";

/** The verbs of a hypothesis, "that" or "whether": the outer verb, and all verbs from the outside in. */
export interface HypothesisForm {
  outer: Mode;
  verbs: Mode[];
  /** Whether the hypothesis denies any knowledge. */
  negated: boolean;
}

/**
 * Finds the verbs in the English of a hypothesis, so that results can be sliced without parsing the problem. Null if
 * there are no verbs. Most human errors in the paper confused "know whether" with "know that" (section 4.3, footnote
 * 6).
 */
export function findHypothesisVerbs(hypothesis: string): HypothesisForm | null {
  const verbs = [...hypothesis.matchAll(/ can(?:not)? (?:now )?know (that|whether) /g)].map(
    (match) => match[1] as Mode,
  );
  const [outer] = verbs;
  return outer === undefined ? null : { outer, verbs, negated: hypothesis.includes(" cannot ") };
}
