import { type Category, categoryIndex } from "../basics/category.ts";
import { cholesky, choleskySolve, logDeterminant, type Matrix, zeroMatrix } from "../basics/linear-algebra.ts";

/** Answers of a crossed design: the outer and inner group of each. The kind with fewer groups is the inner one. */
export interface CrossedDesign {
  nOuter: number;
  nInner: number;
  outer: Int32Array;
  inner: Int32Array;
  /** 1 if a row has the effect of its outer or inner group, 0 if it has none. */
  inOuter: Float64Array;
  inInner: Float64Array;
  /** The cell (combination of outer and inner group that occurs) of each row. */
  cell: Int32Array;
  /** Cells are sorted by outer group: those of group g are `cellsOfOuter[g]` up to `cellsOfOuter[g + 1]`. */
  cellsOfOuter: Int32Array;
  innerOfCell: Int32Array;
}

/**
 * Numbers the groups of both kinds; the kind with fewer groups becomes the inner one.
 *
 * @param hasSubject whether a row has an effect of its subject; absent: all have
 */
export function crossedDesign(
  subjects: readonly Category[],
  items: readonly Category[],
  hasSubject: readonly boolean[] | null = null,
): { design: CrossedDesign; subjectsAreOuter: boolean } {
  const bySubject = numbered(subjects);
  const byItem = numbered(items);
  const subjectsAreOuter = bySubject.count >= byItem.count;
  const [outer, inner] = subjectsAreOuter ? [bySubject, byItem] : [byItem, bySubject];
  const ofSubject = Float64Array.from(subjects, (_, row) => Number(hasSubject?.[row] ?? true));
  const ofItem = new Float64Array(items.length).fill(1);
  const design = {
    nOuter: outer.count,
    nInner: inner.count,
    outer: outer.numbers,
    inner: inner.numbers,
    inOuter: subjectsAreOuter ? ofSubject : ofItem,
    inInner: subjectsAreOuter ? ofItem : ofSubject,
    ...cellsOf(outer, inner),
  };
  return { design, subjectsAreOuter };
}

interface Grouping {
  count: number;
  numbers: Int32Array;
}

function cellsOf(outer: Grouping, inner: Grouping) {
  const codes = Array.from(outer.numbers, (group, row) => group * inner.count + inner.numbers[row]!);
  const distinct = [...new Set(codes)].sort((left, right) => left - right);
  const position = new Map(distinct.map((code, index) => [code, index]));
  const cellsOfOuter = new Int32Array(outer.count + 1);
  for (const code of distinct) cellsOfOuter[Math.floor(code / inner.count) + 1]! += 1;
  for (let group = 0; group < outer.count; group += 1) cellsOfOuter[group + 1]! += cellsOfOuter[group]!;
  return {
    cell: Int32Array.from(codes, (code) => position.get(code)!),
    cellsOfOuter,
    innerOfCell: Int32Array.from(distinct, (code) => code % inner.count),
  };
}

function numbered(groups: readonly Category[]): Grouping {
  const index = categoryIndex();
  const numbers = Int32Array.from(groups, (group) => index.indexOf(group));
  return { count: index.size, numbers };
}

/** The matrix I + Z'WZ of two crossed random intercepts, ready to solve with. */
export interface CrossedPrecision {
  logDeterminant: number;
  /** The solution for a right-hand side of the outer groups followed by the inner ones. */
  solve(right: Float64Array): Float64Array;
}

/**
 * Factorises I + Z'WZ, Z = [scaleOuter * outer indicators, scaleInner * inner indicators], for the weights of the
 * answers. The outer block is diagonal and is eliminated first, so that only a matrix of the inner groups must be
 * factorised.
 */
export function crossedPrecision(
  design: CrossedDesign,
  weights: Float64Array,
  scaleOuter: number,
  scaleInner: number,
): CrossedPrecision {
  const { nOuter, nInner, outer, inner, inOuter, inInner, cell, cellsOfOuter, innerOfCell } = design;
  const outerDiagonal = new Float64Array(nOuter).fill(1);
  const links = new Float64Array(innerOfCell.length);
  const schur = zeroMatrix(nInner, nInner);
  for (let group = 0; group < nInner; group += 1) schur[group]![group] = 1;
  for (let row = 0; row < weights.length; row += 1) {
    const weight = weights[row]!;
    const other = inner[row]!;
    const [ofOuter, ofInner] = [scaleOuter * inOuter[row]!, scaleInner * inInner[row]!];
    outerDiagonal[outer[row]!]! += ofOuter * ofOuter * weight;
    schur[other]![other]! += ofInner * ofInner * weight;
    links[cell[row]!]! += ofOuter * ofInner * weight;
  }
  for (let group = 0; group < nOuter; group += 1)
    for (let first = cellsOfOuter[group]!; first < cellsOfOuter[group + 1]!; first += 1) {
      const share = links[first]! / outerDiagonal[group]!;
      const row = schur[innerOfCell[first]!]!;
      // Cells of a group are sorted by inner group, so this fills only the lower triangle.
      for (let second = cellsOfOuter[group]!; second <= first; second += 1)
        row[innerOfCell[second]!]! -= share * links[second]!;
    }
  const factor = cholesky(schur) ?? failed();
  return {
    logDeterminant: outerDiagonal.reduce((sum, value) => sum + Math.log(value), 0) + logDeterminant(factor),
    solve: (right) => solveBlocks(design, right, { outerDiagonal, links, factor }),
  };
}

function failed(): never {
  throw new RangeError("the random effects cannot be estimated: their precision is not positive definite");
}

function solveBlocks(
  { nOuter, cellsOfOuter, innerOfCell }: CrossedDesign,
  right: Float64Array,
  { outerDiagonal, links, factor }: { outerDiagonal: Float64Array; links: Float64Array; factor: Matrix },
): Float64Array {
  const solution = right.slice();
  const ofInner = solution.subarray(nOuter);
  for (let group = 0; group < nOuter; group += 1)
    for (let cell = cellsOfOuter[group]!; cell < cellsOfOuter[group + 1]!; cell += 1)
      ofInner[innerOfCell[cell]!]! -= (links[cell]! * right[group]!) / outerDiagonal[group]!;
  ofInner.set(choleskySolve(factor, ofInner));
  for (let group = 0; group < nOuter; group += 1) {
    let sum = right[group]!;
    for (let cell = cellsOfOuter[group]!; cell < cellsOfOuter[group + 1]!; cell += 1)
      sum -= links[cell]! * ofInner[innerOfCell[cell]!]!;
    solution[group] = sum / outerDiagonal[group]!;
  }
  return solution;
}
