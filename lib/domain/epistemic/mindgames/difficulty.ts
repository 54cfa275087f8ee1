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
   * for a hypothesis that is not entailed all of them, which a counterexample must survive. null above the limits.
   */
  proof: number | null;
}

/** Up to this number of announcements and persons every selection of announcements is tried: 256 of them. */
const MOST_ANNOUNCEMENTS = 8;
const MOST_PERSONS = 6;

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
  if (count > MOST_ANNOUNCEMENTS || sees.length > MOST_PERSONS) return null;
  const formulas = announcements.map((statement) => formulaOf(statement, sees.length));
  let least = count;
  const extend = (situation: Situation, from: number, used: number): void => {
    if (used >= least) return;
    if (labelAfter(situation, problem) === "entailment") {
      least = used;
      return;
    }
    for (let next = from; next < count; next += 1) {
      extend(afterAnnouncing(situation, formulas[next]!), next + 1, used + 1);
    }
  };
  extend(initial, 0, 0);
  return least;
}
