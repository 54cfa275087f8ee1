import { agentsIn, atomsIn, isBoolean } from "./formula.ts";
import type { CheckInput } from "./parse-input.ts";

/**
 * Lists the semantic errors of a syntactically correct text, in SMCDEL's words and order. One message does not exist in
 * SMCDEL: it reports a law with knowledge operators, on which SMCDEL fails.
 */
export function findSemanticErrors({ atoms, law, observations, queries }: CheckInput): string[] {
  const knownAtoms = new Set(atoms);
  const agents = new Set(observations.map(({ agent }) => agent));
  const areAllIn = <Member>(members: Iterable<Member>, set: Set<Member>) =>
    [...members].every((member) => set.has(member));
  const messages: string[] = [];
  if (!observations.every((observation) => areAllIn(observation.atoms, knownAtoms))) {
    messages.push("OBS contains atoms not in VARS!");
  }
  if (!areAllIn(atomsIn(law), knownAtoms)) messages.push("LAW uses atoms not in VARS!");
  if (!isBoolean(law)) messages.push("LAW is not a Boolean formula!");
  if (!queries.every(({ formula }) => areAllIn(atomsIn(formula), knownAtoms))) {
    messages.push("Query formula contains atoms not in VARS!");
  }
  if (!queries.every(({ formula }) => areAllIn(agentsIn(formula), agents))) {
    messages.push("Query formula contains agents not in OBS!");
  }
  if (!queries.every((query) => query.job !== "TRUE?" || areAllIn(query.state, knownAtoms))) {
    messages.push("TRUE? query contains atoms not in VARS!");
  }
  return messages;
}
