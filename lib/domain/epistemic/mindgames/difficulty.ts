import { afterAnnouncing, countStates } from "../logic/ask.ts";
import type { Situation } from "../logic/situation.ts";
import type { Problem } from "./problem.ts";
import { formulaOf, initialSituation, labelAfter, situationAfter } from "./solve.ts";

/** How much has to be considered to solve a problem, as the checker counts it. */
export interface Difficulty {
  /** Possible worlds before the announcements. */
  worlds: number;
  /** Possible worlds after them. */
  worldsLeft: number;
  /**
   * The shortest proof: the fewest announcements, in their order, from which an entailed hypothesis already follows;
   * for a hypothesis that is not entailed, all of them, which a counterexample must survive. Null above the limits.
   */
  proof: number | null;
}

/** Limits for the proof search, which tries every selection of announcements: at most 2^8 = 256. */
const maxProofAnnouncements = 8;
const maxProofPersons = 6;

/** The difficulty of a problem. */
export function difficultyOf(problem: Problem): Difficulty {
  const initial = initialSituation(problem);
  return {
    worlds: countStates(initial),
    worldsLeft: countStates(situationAfter(problem)),
    proof: shortestProof(problem, initial),
  };
}

function shortestProof(problem: Problem, initial: Situation): number | null {
  const { announcements, sees } = problem;
  const count = announcements.length;
  if (labelAfter(situationAfter(problem), problem) === "not_entailment") return count;
  if (count > maxProofAnnouncements || sees.length > maxProofPersons) return null;
  const formulas = announcements.map((statement) => formulaOf(statement, sees.length));
  let shortest = count;
  const extend = (situation: Situation, from: number, used: number): void => {
    if (used >= shortest) return;
    if (labelAfter(situation, problem) === "entailment") {
      shortest = used;
      return;
    }
    for (let next = from; next < count; next += 1) {
      extend(afterAnnouncing(situation, formulas[next]!), next + 1, used + 1);
    }
  };
  extend(initial, 0, 0);
  return shortest;
}
