import { BoundedFlow } from "./flow.ts";
import type { ItemPartition } from "./partition.ts";

/** Bounds on the number of items of each class in one choice; indices refer to the partition. */
export interface ClassBounds {
  partition: ItemPartition;
  low: ArrayLike<number>;
  high: ArrayLike<number>;
}

/**
 * Chooses `size` items so that every class of two families of nested classes keeps its bounds; null if there is no such
 * choice. Earlier candidates are preferred, but this is not guaranteed.
 *
 * In the flow network, an item is an edge from its innermost class of one family to its innermost class of the other.
 *
 * @param candidates item numbers, in order of preference
 * @param forced items that must be chosen
 */
export function chooseItems(
  size: number,
  candidates: readonly number[],
  forced: (item: number) => boolean,
  families: readonly [readonly ClassBounds[], readonly ClassBounds[]],
): number[] | null {
  const flow = new BoundedFlow();
  const source = flow.addNode();
  const sink = flow.addNode();
  flow.addEdge(sink, source, size, size);
  const sides = [
    addFamilyNodes(flow, families[0], candidates, source, "down"),
    addFamilyNodes(flow, families[1], candidates, sink, "up"),
  ] as const;
  if (!sides[0] || !sides[1]) return null;
  const edges = candidates.map((item) => {
    const start = sides[0]?.get(item) ?? source;
    const end = sides[1]?.get(item) ?? sink;
    return flow.addEdge(start, end, forced(item) ? 1 : 0, 1);
  });
  if (!flow.solve()) return null;
  return candidates.filter((_, index) => flow.carried(edges[index] as number) === 1);
}

/** Adds nodes for a family of nested classes and returns each item's innermost node; null for impossible bounds. */
function addFamilyNodes(
  flow: BoundedFlow,
  family: readonly ClassBounds[],
  candidates: readonly number[],
  root: number,
  direction: "down" | "up",
): Map<number, number> | null {
  const innermostNodes = new Map<number, number>();
  const classes = family.flatMap((bounds) => listClasses(bounds, candidates));
  // Larger classes come before the smaller classes inside them, so that parents are added first.
  classes.sort((left, right) => right.size - left.size);
  for (const { members, low, high } of classes) {
    const [first] = members;
    if (low > high || (low > 0 && first === undefined)) return null;
    if (first === undefined) continue;
    const node = flow.addNode();
    const parent = innermostNodes.get(first) ?? root;
    if (direction === "down") flow.addEdge(parent, node, low, high);
    else flow.addEdge(node, parent, low, high);
    for (const item of members) innermostNodes.set(item, node);
  }
  return innermostNodes;
}

function listClasses({ partition, low, high }: ClassBounds, candidates: readonly number[]) {
  const classes = partition.values.map((_, at) => ({
    size: partition.sizes[at] ?? 0,
    low: low[at] ?? 0,
    high: high[at] ?? 0,
    members: [] as number[],
  }));
  for (const item of candidates) classes[partition.classOf[item] ?? -1]?.members.push(item);
  return classes.filter((_, at) => partition.binding[at]);
}
