import type { PersonPartition } from "./explain-problem.ts";

/** A line between two worlds, with the persons who cannot distinguish them and for whom the line is drawn. */
export interface WorldLink {
  /** The smaller number first. */
  from: number;
  to: number;
  persons: number[];
}

/**
 * Lists the lines that show which worlds a person cannot distinguish. Within each of a person's groups, lines join all
 * pairs of worlds that differ in one fact. If the group is then still disconnected, the shortest possible lines connect
 * it. Two worlds are indistinguishable to a person exactly if that person's lines connect them.
 *
 * Lines between all pairs would add no information: four worlds would have six lines, eight worlds twenty-eight.
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
  return listPairsByDifference(group).filter(([left, right]) => {
    const isApart = findRoot(left) !== findRoot(right);
    if (isApart) parents.set(findRoot(right), findRoot(left));
    return isApart || countDifferences(left, right) === 1;
  });
}

/** Lists all pairs, smallest difference first, so that connecting lines are as short as possible. */
function listPairsByDifference(group: readonly number[]): [number, number][] {
  const sorted = [...group].sort((left, right) => left - right);
  return sorted
    .flatMap((left, index) => sorted.slice(index + 1).map((right): [number, number] => [left, right]))
    .sort((one, other) => countDifferences(...one) - countDifferences(...other));
}

/** Counts the facts in which two worlds differ. A world's number has one bit for each fact. */
export function countDifferences(left: number, right: number): number {
  let bits = 0;
  for (let rest = left ^ right; rest > 0; rest >>= 1) bits += rest & 1;
  return bits;
}
