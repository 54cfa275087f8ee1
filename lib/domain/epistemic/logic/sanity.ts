import { agentsIn, atomsIn, isBoolean } from "./formula.ts";
import type { CheckInput } from "./parse-input.ts";

/**
 * What is wrong with a text whose syntax is right, in SMCDEL's words and order; empty when nothing is.
 * The one message that SMCDEL does not have is for a law that speaks of knowledge, on which it breaks off.
 */
export function sanityMessages({ atoms, law, observations, queries }: CheckInput): string[] {
  const known = new Set(atoms);
  const agents = new Set(observations.map(({ agent }) => agent));
  const all = <Member>(members: Iterable<Member>, set: Set<Member>) => [...members].every((member) => set.has(member));
  const messages: string[] = [];
  if (!observations.every((observation) => all(observation.atoms, known))) {
    messages.push("OBS contains atoms not in VARS!");
  }
  if (!all(atomsIn(law), known)) messages.push("LAW uses atoms not in VARS!");
  if (!isBoolean(law)) messages.push("LAW is not a Boolean formula!");
  if (!queries.every(({ formula }) => all(atomsIn(formula), known))) {
    messages.push("Query formula contains atoms not in VARS!");
  }
  if (!queries.every(({ formula }) => all(agentsIn(formula), agents))) {
    messages.push("Query formula contains agents not in OBS!");
  }
  if (!queries.every((query) => query.job !== "TRUE?" || all(query.state, known))) {
    messages.push("TRUE? query contains atoms not in VARS!");
  }
  return messages;
}
