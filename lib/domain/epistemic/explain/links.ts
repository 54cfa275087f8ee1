import type { PersonPartition } from "./explain-problem.ts";

/** A line between two worlds, with every person who cannot distinguish them and for whom it is drawn. */
export interface WorldLink {
  /** The smaller number first. */
  from: number;
  to: number;
  persons: number[];
}

/**
 * Lines that show which worlds a person cannot distinguish: within each of a person's groups all pairs that differ in
 * one fact, and, if these leave the group disconnected, the shortest lines that connect it. Two worlds are
 * indistinguishable to a person exactly if that person's lines connect them.
 *
 * Drawing all pairs would add no information: four worlds would have six lines, eight worlds twenty-eight.
 */
export function listLinks(partitions: readonly PersonPartition[]): WorldLink[] {
  const links = new Map<string, WorldLink>();
  for (const { person, groups } of partitions) {
    for (const [from, to] of groups.flatMap(pairsOf)) {
      const key = `${from} ${to}`;
      const link = links.get(key);
      if (link === undefined) links.set(key, { from, to, persons: [person] });
      else link.persons.push(person);
    }
  }
  return [...links.values()].sort((left, right) => left.from - right.from || left.to - right.to);
}

function pairsOf(group: readonly number[]): [number, number][] {
  const parents = new Map(group.map((world) => [world, world]));
  const findRoot = (world: number): number => {
    const next = parents.get(world)!;
    return next === world ? world : findRoot(next);
  };
  return allPairs(group).filter(([left, right]) => {
    const isApart = findRoot(left) !== findRoot(right);
    if (isApart) parents.set(findRoot(right), findRoot(left));
    return isApart || differences(left, right) === 1;
  });
}

/** Smallest difference first, so that the connecting lines are as short as possible. */
function allPairs(group: readonly number[]): [number, number][] {
  const sorted = [...group].sort((left, right) => left - right);
  return sorted
    .flatMap((left, index) => sorted.slice(index + 1).map((right): [number, number] => [left, right]))
    .sort((one, other) => differences(...one) - differences(...other));
}

/** Number of facts in which two worlds differ; a world's number has one bit for each. */
export function differences(left: number, right: number): number {
  let bits = 0;
  for (let rest = left ^ right; rest > 0; rest >>= 1) bits += rest & 1;
  return bits;
}
