import { agentsIn, atomsIn, isBoolean } from "./formula.ts";
import type { CheckInput } from "./parse-input.ts";

/**
 * The semantic errors of a text with correct syntax, in SMCDEL's words and order; empty if there are none. One message
 * does not exist in SMCDEL: a law with knowledge operators, on which SMCDEL fails.
 */
export function findSemanticErrors({ atoms, law, observations, queries }: CheckInput): string[] {
  const known = new Set(atoms);
  const agents = new Set(observations.map(({ agent }) => agent));
  const areAllIn = <Member>(members: Iterable<Member>, set: Set<Member>) =>
    [...members].every((member) => set.has(member));
  const messages: string[] = [];
  if (!observations.every((observation) => areAllIn(observation.atoms, known))) {
    messages.push("OBS contains atoms not in VARS!");
  }
  if (!areAllIn(atomsIn(law), known)) messages.push("LAW uses atoms not in VARS!");
  if (!isBoolean(law)) messages.push("LAW is not a Boolean formula!");
  if (!queries.every(({ formula }) => areAllIn(atomsIn(formula), known))) {
    messages.push("Query formula contains atoms not in VARS!");
  }
  if (!queries.every(({ formula }) => areAllIn(agentsIn(formula), agents))) {
    messages.push("Query formula contains agents not in OBS!");
  }
  if (!queries.every((query) => query.job !== "TRUE?" || areAllIn(query.state, known))) {
    messages.push("TRUE? query contains atoms not in VARS!");
  }
  return messages;
}
