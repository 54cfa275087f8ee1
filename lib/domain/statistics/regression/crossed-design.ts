import { type Category, categoryIndex } from "../basics/category.ts";
import { cholesky, choleskySolve, logDeterminant, type Matrix, zeroMatrix } from "../basics/linear-algebra.ts";

/** The groups of one kind, with the group of each row. */
interface Grouping {
  /** Position of the kind's first group among the groups of all inner kinds; 0 for the outer kind. */
  first: number;
  count: number;
  /** By row; `first` is included. */
  group: Int32Array;
  /** For each row: 1 if the effect of its group applies to it, otherwise 0. */
  has: Float64Array;
  /** The index of this kind among the kinds given to `crossedDesign`. */
  kind: number;
}

/** Answers of a crossed design. The kind with the most groups is the outer kind; all other kinds are inner kinds. */
export interface CrossedDesign {
  outer: Grouping;
  inner: Grouping[];
  /** Groups of all inner kinds. */
  nInner: number;
  /** For each inner kind, the cell of each row: the combination of its outer and its inner group. */
  cells: Int32Array[];
  /**
   * Cells are sorted by outer group. The cells of group g are from `cellsOfOuter[g]` to `cellsOfOuter[g + 1]`,
   * excluded.
   */
  cellsOfOuter: Int32Array;
  /** Ascending within each outer group. */
  innerOfCell: Int32Array;
}

/**
 * Numbers the groups of each kind (subjects, items, stories …). Each row belongs to one group of each kind.
 *
 * @param has for each kind, whether the effect of its group applies to a row; null if it applies to all rows
 */
export function crossedDesign(
  kinds: readonly (readonly Category[])[],
  has: readonly (readonly boolean[] | null)[],
): CrossedDesign {
  const groupings = kinds.map((groups, kind) => ({
    kind,
    first: 0,
    ...numberGroups(groups),
    has: Float64Array.from(groups, (_, row) => Number(has[kind]?.[row] ?? true)),
  }));
  const outer = groupings.reduce((most, one) => (one.count > most.count ? one : most));
  let nInner = 0;
  const inner = groupings
    .filter((one) => one !== outer)
    .map((one) => {
      const first = nInner;
      nInner += one.count;
      return { ...one, first, group: one.group.map((group) => first + group) };
    });
  return { outer, inner, nInner, ...cellsOf(outer, inner, nInner) };
}

function cellsOf(outer: Grouping, inner: readonly Grouping[], nInner: number) {
  const codes = inner.map(({ group }) => Array.from(outer.group, (own, row) => own * nInner + group[row]!));
  const distinct = [...new Set(codes.flat())].sort((left, right) => left - right);
  const position = new Map(distinct.map((code, index) => [code, index]));
  const cellsOfOuter = new Int32Array(outer.count + 1);
  for (const code of distinct) cellsOfOuter[Math.floor(code / nInner) + 1]! += 1;
  for (let group = 0; group < outer.count; group += 1) cellsOfOuter[group + 1]! += cellsOfOuter[group]!;
  return {
    cells: codes.map((ofKind) => Int32Array.from(ofKind, (code) => position.get(code)!)),
    cellsOfOuter,
    innerOfCell: Int32Array.from(distinct, (code) => code % nInner),
  };
}

function numberGroups(groups: readonly Category[]): { count: number; group: Int32Array } {
  const index = categoryIndex();
  const group = Int32Array.from(groups, (one) => index.indexOf(one));
  return { count: index.size, group };
}

/** Adds Z' times a value of each row to `sums`. In `sums`, outer groups precede inner groups. */
export function addByGroup(
  { outer, inner }: CrossedDesign,
  scales: readonly number[],
  sums: Float64Array,
  value: (row: number) => number,
): void {
  for (let row = 0; row < outer.group.length; row += 1) {
    const added = value(row);
    sums[outer.group[row]!]! += scales[outer.kind]! * outer.has[row]! * added;
    for (let one = 0; one < inner.length; one += 1) {
      const { kind, group, has } = inner[one]!;
      sums[outer.count + group[row]!]! += scales[kind]! * has[row]! * added;
    }
  }
}

/**
 * For each combination of groups of all kinds except the first: the sum of the intercepts. Only combinations that occur
 * are included, in the order of their first rows.
 *
 * @param effects of the outer groups, then of the inner groups
 * @param scales by kind
 */
export function sumFurtherEffects(
  { outer, inner }: CrossedDesign,
  effects: Float64Array,
  scales: readonly number[],
): number[] {
  const positions = [
    { kind: outer.kind, of: (row: number) => outer.group[row]! },
    ...inner.map(({ kind, group }) => ({ kind, of: (row: number) => outer.count + group[row]! })),
  ].filter(({ kind }) => kind !== 0);
  const sums = new Map<string, number>();
  for (let row = 0; row < outer.group.length; row += 1) {
    const key = positions.map(({ of }) => of(row)).join(" ");
    if (sums.has(key)) continue;
    sums.set(
      key,
      positions.reduce((sum, { kind, of }) => sum + scales[kind]! * effects[of(row)]!, 0),
    );
  }
  return [...sums.values()];
}

/** The factorised matrix I + Z'WZ of crossed random intercepts. */
export interface CrossedPrecision {
  logDeterminant: number;
  /** Solves the system. The right-hand side has the outer groups, then the inner groups. */
  solve(right: Float64Array): Float64Array;
}

/**
 * Factorises I + Z'WZ, where Z has the indicators of each kind's groups times the kind's scale, and W has the weights
 * of the answers. The outer block is diagonal and is eliminated first, so that only a matrix of the inner groups must
 * be factorised.
 *
 * @param scales by kind
 */
export function crossedPrecision(
  design: CrossedDesign,
  weights: Float64Array,
  scales: readonly number[],
): CrossedPrecision {
  const { outer, inner, nInner, cells, cellsOfOuter, innerOfCell } = design;
  const outerDiagonal = new Float64Array(outer.count).fill(1);
  const links = new Float64Array(innerOfCell.length);
  const schur = zeroMatrix(nInner, nInner);
  for (let group = 0; group < nInner; group += 1) schur[group]![group] = 1;
  for (let row = 0; row < weights.length; row += 1) {
    const weight = weights[row]!;
    const ofOuter = scales[outer.kind]! * outer.has[row]!;
    outerDiagonal[outer.group[row]!]! += ofOuter * ofOuter * weight;
    for (let one = 0; one < inner.length; one += 1) {
      const { kind, group, has } = inner[one]!;
      const ofInner = scales[kind]! * has[row]! * weight;
      links[cells[one]![row]!]! += ofOuter * ofInner;
      const schurRow = schur[group[row]!]!;
      // Kinds are numbered consecutively, so this loop fills only the lower triangle.
      for (let other = 0; other <= one; other += 1) {
        const { kind: otherKind, group: otherGroup, has: hasOther } = inner[other]!;
        schurRow[otherGroup[row]!]! += ofInner * scales[otherKind]! * hasOther[row]!;
      }
    }
  }
  for (let group = 0; group < outer.count; group += 1)
    for (let first = cellsOfOuter[group]!; first < cellsOfOuter[group + 1]!; first += 1) {
      const share = links[first]! / outerDiagonal[group]!;
      const row = schur[innerOfCell[first]!]!;
      // The cells of a group are sorted by inner group, so this loop also fills only the lower triangle.
      for (let second = cellsOfOuter[group]!; second <= first; second += 1)
        row[innerOfCell[second]!]! -= share * links[second]!;
    }
  const factor = cholesky(schur) ?? throwNotPositive();
  return {
    logDeterminant: outerDiagonal.reduce((sum, value) => sum + Math.log(value), 0) + logDeterminant(factor),
    solve: (right) => solveBlocks(design, right, { outerDiagonal, links, factor }),
  };
}

function throwNotPositive(): never {
  throw new RangeError("the random effects cannot be estimated: their precision is not positive definite");
}

function solveBlocks(
  { outer, cellsOfOuter, innerOfCell }: CrossedDesign,
  right: Float64Array,
  { outerDiagonal, links, factor }: { outerDiagonal: Float64Array; links: Float64Array; factor: Matrix },
): Float64Array {
  const solution = right.slice();
  const ofInner = solution.subarray(outer.count);
  for (let group = 0; group < outer.count; group += 1)
    for (let cell = cellsOfOuter[group]!; cell < cellsOfOuter[group + 1]!; cell += 1)
      ofInner[innerOfCell[cell]!]! -= (links[cell]! * right[group]!) / outerDiagonal[group]!;
  ofInner.set(choleskySolve(factor, ofInner));
  for (let group = 0; group < outer.count; group += 1) {
    let sum = right[group]!;
    for (let cell = cellsOfOuter[group]!; cell < cellsOfOuter[group + 1]!; cell += 1)
      sum -= links[cell]! * ofInner[innerOfCell[cell]!]!;
    solution[group] = sum / outerDiagonal[group]!;
  }
  return solution;
}
