import { applyAnnouncement, countStates } from "../logic/ask.ts";
import type { Situation } from "../logic/situation.ts";
import type { Problem } from "./problem.ts";
import { createInitialSituation, formulaOf, labelAfter, situationAfter } from "./solve.ts";

/** How much must be considered to solve a problem, as counted by the checker. */
export interface Difficulty {
  /** Number of possible worlds before the announcements. */
  worlds: number;
  /** Possible worlds after them. */
  worldsLeft: number;
  /**
   * The length of the shortest proof: the minimum number of announcements, in their order, from which an entailed
   * hypothesis follows. For a hypothesis that is not entailed, the number of all announcements, because a
   * counterexample must survive all of them. Null above the limits.
   */
  proof: number | null;
}

/** Limits of the proof search, which tries every selection of announcements (at most 2^8 = 256). */
const maxProofAnnouncements = 8;
const maxProofPersons = 6;

/** The difficulty of a problem. */
export function difficultyOf(problem: Problem): Difficulty {
  const initial = createInitialSituation(problem);
  return {
    worlds: countStates(initial),
    worldsLeft: countStates(situationAfter(problem)),
    proof: findShortestProof(problem, initial),
  };
}

function findShortestProof(problem: Problem, initial: Situation): number | null {
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
      extend(applyAnnouncement(situation, formulas[next]!), next + 1, used + 1);
    }
  };
  extend(initial, 0, 0);
  return shortest;
}
