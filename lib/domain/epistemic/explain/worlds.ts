import type { Problem, Setup } from "../mindgames/problem.ts";

/** One combination of the facts: `facts[i]` is the fact about person i. */
export interface World {
  /** The index of the world in the list of all worlds. Bit i of the index is the fact about person i. */
  number: number;
  facts: boolean[];
  /** A description for use after "where": "Ann and Bob are muddy". */
  description: string;
}

/** The worlds of a problem that are still possible, listed by number. */
export interface SurvivingWorlds {
  problem: Problem;
  worlds: readonly World[];
  numbers: number[];
}

const factWords: Readonly<Record<Setup, { one: string; many: string }>> = {
  forehead: { one: "is muddy", many: "are muddy" },
  forehead_mirror: { one: "is muddy", many: "are muddy" },
  internal: { one: "is thirsty", many: "are thirsty" },
  explicit: { one: "picked a red card", many: "picked a red card" },
};

/** Creates all worlds of a problem, starting with the world in which every fact is false. */
export function createWorlds({ names, setup }: Pick<Problem, "names" | "setup">): World[] {
  return Array.from({ length: 2 ** names.length }, (_, number) => {
    const facts = names.map((_, person) => ((number >> person) & 1) === 1);
    return { number, facts, description: describeWorld(facts, names, setup) };
  });
}

function describeWorld(facts: readonly boolean[], names: readonly string[], setup: Setup): string {
  const { one, many } = factWords[setup];
  const matching = names.filter((_, person) => facts[person]);
  if (matching.length === 0) return `nobody ${one}`;
  if (matching.length === names.length) return `everyone ${one}`;
  if (matching.length === 1) return `only ${matching[0]} ${one}`;
  return `only ${matching.slice(0, -1).join(", ")} and ${matching.at(-1)} ${many}`;
}

/** Finds the surviving worlds that a person cannot distinguish from the given world, including that world. */
export function findIndistinguishable(
  { problem, worlds, numbers }: SurvivingWorlds,
  person: number,
  world: number,
): number[] {
  const factsHere = worlds[world]!.facts;
  return numbers.filter((other) =>
    worlds[other]!.facts.every((fact, seen) => !problem.sees[person]?.[seen] || fact === factsHere[seen]),
  );
}
