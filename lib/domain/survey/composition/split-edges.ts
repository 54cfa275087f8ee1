import { type Random, shuffle } from "../../random.ts";
import { BoundedFlow } from "./flow.ts";
import { integersAround } from "./round-table.ts";

/** An edge between two nodes, such as an item in a session. */
export interface Edge {
  /** The groups of the edge on each side, from the widest to the narrowest; each is nested in the previous one. */
  left: readonly number[];
  right: readonly number[];
}

/**
 * Assigns one of `parts` numbers to each edge, so that in every group on either side the counts of the numbers differ
 * by at most one (an equitable colouring of a bipartite multigraph, de Werra 1971, with nested groups).
 *
 * The parts are repeatedly halved; each halving is a flow with a known fractional solution.
 *
 * @returns the part of each edge
 */
export function splitEdges(edges: readonly Edge[], parts: number, random: Random): Int32Array {
  const partOfEdge = new Int32Array(edges.length);
  const names = shuffle([...Array(parts).keys()], random);
  const halve = (members: readonly number[], partNames: readonly number[]): void => {
    if (partNames.length === 1) {
      for (const edge of members) partOfEdge[edge] = partNames[0] as number;
      return;
    }
    const size = Math.ceil(partNames.length / 2);
    const isFirst = chooseShare(edges, shuffle(members, random), size / partNames.length);
    halve(
      members.filter((edge) => isFirst.has(edge)),
      partNames.slice(0, size),
    );
    halve(
      members.filter((edge) => !isFirst.has(edge)),
      partNames.slice(size),
    );
  };
  halve([...edges.keys()], names);
  return partOfEdge;
}

function chooseShare(edges: readonly Edge[], members: readonly number[], share: number): Set<number> {
  const flow = new BoundedFlow();
  const source = flow.addNode();
  const sink = flow.addNode();
  flow.addEdge(sink, source, ...integersAround(members.length * share));
  const lefts = addGroupNodes(flow, source, members, (edge) => edges[edge]?.left ?? [], share, "down");
  const rights = addGroupNodes(flow, sink, members, (edge) => edges[edge]?.right ?? [], share, "up");
  const numbers = members.map((_, index) => flow.addEdge(lefts[index] as number, rights[index] as number, 0, 1));
  if (!flow.solve()) throw new RangeError("edges were not dealt equally; this cannot happen");
  return new Set(members.filter((_, index) => flow.carried(numbers[index] as number) === 1));
}

/** Adds a node for each group, wide ones first, and returns the narrowest node of every member. */
function addGroupNodes(
  flow: BoundedFlow,
  root: number,
  members: readonly number[],
  groupsOf: (edge: number) => readonly number[],
  share: number,
  direction: "down" | "up",
): number[] {
  let nodes: number[] = members.map(() => root);
  const depth = members[0] === undefined ? 0 : groupsOf(members[0]).length;
  for (let level = 0; level < depth; level += 1) {
    const groups = new Map<string, { node: number; parent: number; count: number }>();
    nodes = nodes.map((parent, index) => {
      const key = `${parent} ${groupsOf(members[index] as number)[level]}`;
      const known = groups.get(key);
      if (known) {
        known.count += 1;
        return known.node;
      }
      const node = flow.addNode();
      groups.set(key, { node, parent, count: 1 });
      return node;
    });
    for (const { node, parent, count } of groups.values()) {
      const [low, high] = integersAround(count * share);
      if (direction === "down") flow.addEdge(parent, node, low, high);
      else flow.addEdge(node, parent, low, high);
    }
  }
  return nodes;
}
