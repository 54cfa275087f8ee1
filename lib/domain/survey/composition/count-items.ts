import { type Random, shuffle } from "../../random.ts";
import { type Composition, minAnswersPerCell } from "./composition.ts";
import { BoundedFlow } from "./flow.ts";
import type { ItemPartition } from "./partition.ts";
import { type CountTable, emptyTable, integersAround, roundTable, roundWithinBounds } from "./round-table.ts";

/**
 * Computes how often each item occurs in each pool. A pool is the sessions of one stratum under one between-condition.
 *
 * The answers of all pools are distributed along a tree: over the classes of the first partition, inside each of them
 * over those of the next, finally over the items. At every step the share of a branch is rounded by controlled
 * rounding, so an item's counts in a stratum, under a between-condition and in a pool are each the exact fraction,
 * rounded down or up. For the same reason, the answers of a branch that is the class of a rule fit into the pool's
 * sessions. Classes of partitions that cross the first family are kept near their fraction if possible.
 *
 * @param pools sessions of each stratum (row) and between-condition (column)
 * @param partitions from the outermost branch inwards
 * @returns one table for each item; null if the shares of classes cannot be made to fit
 */
export function itemCounts(
  composition: Composition,
  pools: CountTable,
  partitions: readonly ItemPartition[],
  random: Random,
): CountTable[] | null {
  const counts: CountTable[] = Array.from({ length: composition.items });
  const drift = partitions.map((partition) => partition.values.map(() => emptyTable(pools.rows, pools.columns)));
  const distribute = (members: readonly number[], total: CountTable, depth: number): boolean => {
    const branches = listBranches(members, partitions[depth]);
    if (branches.length === 1 && depth < partitions.length) return distribute(members, total, depth + 1);
    const weights = weighBranches(composition, branches, total, pools);
    if (!weights) return false;
    const remainder = { ...total, cells: Float64Array.from(total.cells) };
    const weightsOfBranches = weights.map((rows) => Float64Array.from(rows));
    const slack = branches.map((branch) => measureSlack(composition, branch, total, members.length));
    const order = shuffle([...branches.keys()], random).sort((a, b) => (slack[a] ?? 0) - (slack[b] ?? 0));
    for (const [step, index] of order.entries()) {
      const branch = branches[index] as Branch;
      const remainingWeights = order.slice(step).map((other) => weightsOfBranches[other] as Float64Array);
      const fraction = computeFraction(remainder, remainingWeights);
      const driftOfClass = branch.at < 0 ? undefined : drift[depth]?.[branch.at];
      const wish = (cell: number) => driftOfClass?.cells[cell] ?? 0;
      const part =
        step === order.length - 1
          ? copyOf(remainder)
          : (roundWithinBounds(fraction, (cell) => boundsInPool(branch, fraction, pools, cell), random, wish) ??
            roundTable(fraction, random, wish));
      for (const [cell, value] of part.cells.entries()) {
        remainder.cells[cell] = (remainder.cells[cell] ?? 0) - value;
        if (driftOfClass)
          driftOfClass.cells[cell] = (driftOfClass.cells[cell] ?? 0) + (fraction.cells[cell] ?? 0) - value;
      }
      if (depth >= partitions.length) counts[branch.members[0] as number] = part;
      else if (!distribute(branch.members, part, depth + 1)) return false;
    }
    return true;
  };
  const answers = { ...pools, cells: pools.cells.map((sessions) => sessions * composition.itemsPerSession) };
  return distribute([...counts.keys()], answers, 0) ? counts : null;
}

interface Branch {
  members: number[];
  /** The class; -1 for items that the partition does not limit, and for single items. */
  at: number;
  partition: ItemPartition | null;
}

function listBranches(members: readonly number[], partition: ItemPartition | undefined): Branch[] {
  if (!partition) return members.map((item) => ({ members: [item], at: -1, partition: null }));
  const classes = new Map<number, number[]>();
  for (const item of members) {
    const classIndex = partition.classOf[item] ?? -1;
    const classMembers = classes.get(classIndex);
    if (classMembers) classMembers.push(item);
    else classes.set(classIndex, [item]);
  }
  return [...classes].map(([at, own]) => ({ members: own, at, partition }));
}

/** The share of the first branch in the remainder, row by row. */
function computeFraction(left: CountTable, weights: readonly Float64Array[]): CountTable {
  const firstWeights = weights[0] as Float64Array;
  const fraction = emptyTable(left.rows, left.columns);
  for (let row = 0; row < left.rows; row += 1) {
    const sum = weights.reduce((total, other) => total + (other[row] ?? 0), 0);
    const part = sum === 0 ? 0 : (firstWeights[row] ?? 0) / sum;
    for (let column = 0; column < left.columns; column += 1) {
      const cell = row * left.columns + column;
      fraction.cells[cell] = (left.cells[cell] ?? 0) * part;
    }
  }
  return fraction;
}

/**
 * Each branch's weight in each stratum: its number of items if that fits its rule, otherwise a feasible number of
 * answers, found as a flow of answers from strata to branches.
 */
function weighBranches(
  composition: Composition,
  branches: readonly Branch[],
  total: CountTable,
  pools: CountTable,
): Float64Array[] | null {
  const rows = Array.from({ length: total.rows }, (_, row) => ({
    answers: sumOfRow(total, row),
    sessions: sumOfRow(pools, row),
  }));
  const members = branches.reduce((sum, branch) => sum + branch.members.length, 0);
  const bounds = branches.map((branch) => rows.map((row) => boundsOf(composition, branch, row.sessions)));
  const fits = branches.every((branch, index) =>
    rows.every(({ answers }, row) => {
      const share = (answers * branch.members.length) / members;
      const [low, high] = bounds[index]?.[row] ?? [0, 0];
      return share > low - 1e-6 && share < high + 1e-6;
    }),
  );
  if (fits) return branches.map((branch) => new Float64Array(rows.length).fill(branch.members.length));
  return findAnswerFlow(composition, branches, bounds, rows);
}

function findAnswerFlow(
  composition: Composition,
  branches: readonly Branch[],
  bounds: readonly (readonly [number, number])[][],
  rows: readonly { answers: number }[],
): Float64Array[] | null {
  const flow = new BoundedFlow();
  const source = flow.addNode();
  const sink = flow.addNode();
  flow.addEdge(sink, source, 0, Number.MAX_SAFE_INTEGER);
  const rowNodes = rows.map(({ answers }) => {
    const node = flow.addNode();
    flow.addEdge(source, node, answers, answers);
    return node;
  });
  const perItem = minAnswersPerCell(composition) * composition.between * composition.within;
  const most = perItem + composition.between * composition.within;
  const edges: number[][] = [];
  for (const [index, branch] of branches.entries()) {
    const node = flow.addNode();
    flow.addEdge(node, sink, perItem * branch.members.length, most * branch.members.length);
    const branchEdges: number[] = [];
    for (const [row, from] of rowNodes.entries()) {
      const [low, high] = bounds[index]?.[row] ?? [0, 0];
      if (low > high) return null;
      branchEdges.push(flow.addEdge(from, node, low, high));
    }
    edges.push(branchEdges);
  }
  if (!flow.solve()) return null;
  return edges.map((branchEdges) => Float64Array.from(branchEdges, (edge) => flow.carried(edge)));
}

/**
 * The distance of a branch's share from the bounds of its rule, in answers. Branches with the smallest distance are
 * rounded first.
 */
function measureSlack(composition: Composition, branch: Branch, total: CountTable, members: number): number {
  if (!branch.partition || branch.at < 0) return Number.POSITIVE_INFINITY;
  const answers = total.cells.reduce((sum, value) => sum + value, 0);
  const sessions = composition.strata.reduce((sum, count) => sum + count, 0);
  const share = (answers * branch.members.length) / members;
  const { low, high } = branch.partition;
  return Math.min((high[branch.at] ?? 0) * sessions - share, share - (low[branch.at] ?? 0) * sessions);
}

/** The integers around a branch's share of a pool, within the bounds of its rule for the pool's sessions. */
function boundsInPool(
  { partition, at, members }: Branch,
  fraction: CountTable,
  pools: CountTable,
  cell: number,
): [number, number] {
  const [low, high] = integersAround(fraction.cells[cell] ?? 0);
  if (!partition || at < 0) return [low, high];
  const sessions = pools.cells[cell] ?? 0;
  const most = Math.max(low, Math.min(high, (partition.high[at] ?? 0) * sessions));
  const isWhole = members.length === partition.sizes[at];
  const least = isWhole ? Math.min(most, Math.max(low, (partition.low[at] ?? 0) * sessions)) : low;
  return [least, most];
}

/**
 * The minimum and maximum number of answers that a branch gets in a stratum. Two limits apply: the margin of its items
 * in the stratum, and its rule for one session times the number of sessions.
 */
function boundsOf(composition: Composition, branch: Branch, sessions: number): [number, number] {
  const perItem = Math.floor((sessions * composition.itemsPerSession) / composition.items + 1e-9);
  const least = perItem * branch.members.length;
  const most = Math.min(perItem + 1, sessions) * branch.members.length;
  if (branch.at < 0 || !branch.partition) return [least, most];
  // A class may be split by an outer branch; only the bounds of the part itself are then exact.
  const isWhole = branch.members.length === branch.partition.sizes[branch.at];
  const low = isWhole ? (branch.partition.low[branch.at] ?? 0) * sessions : 0;
  return [Math.max(least, low), Math.min(most, (branch.partition.high[branch.at] ?? 0) * sessions)];
}

function sumOfRow(table: CountTable, row: number): number {
  let sum = 0;
  for (let column = 0; column < table.columns; column += 1) sum += table.cells[row * table.columns + column] ?? 0;
  return sum;
}

function copyOf(table: CountTable): CountTable {
  return { ...table, cells: Float64Array.from(table.cells) };
}
