import { describe, expect, it } from "vitest";
import { seededRandom } from "../random.ts";
import { type Matrix, product, semidefiniteRoot, symmetricFunction, transpose } from "./basics/linear-algebra.ts";

const random = seededRandom("linear algebra");
const randomMatrix = (rows: number, columns: number): Matrix =>
  Array.from({ length: rows }, () => Float64Array.from({ length: columns }, () => random.next() - 0.5));

/** The largest relative error of an element, given the magnitude of its row and column. */
function distance(one: Matrix, other: Matrix): number {
  return Math.max(
    0,
    ...one.flatMap((row, i) =>
      [...row].map((value, j) => Math.abs(value - other[i]![j]!) / Math.sqrt(one[i]![i]! * one[j]![j]! || 1)),
    ),
  );
}

describe("the root of a semidefinite matrix", () => {
  it("has as many columns as the matrix has rank, and gives the matrix again, whatever the units of its rows", () => {
    for (const [size, rank] of [
      [1, 1],
      [4, 2],
      [9, 9],
      [12, 3],
      [6, 0],
    ] as const) {
      const factor = rank === 0 ? Array.from({ length: size }, () => new Float64Array(1)) : randomMatrix(size, rank);
      const scaled = factor.map((row, index) => row.map((value) => value * 10 ** (index * 2 - 6)));
      const matrix = product(scaled, transpose(scaled));
      const root = semidefiniteRoot(matrix);
      expect(root[0]).toHaveLength(rank);
      if (rank > 0) expect(distance(matrix, product(root, transpose(root)))).toBeLessThan(1e-12);
    }
  });
});

it("a function of a symmetric matrix keeps the eigenvectors: the square of the square root is the matrix", () => {
  const factor = randomMatrix(8, 8);
  const matrix = product(factor, transpose(factor));
  const root = symmetricFunction(matrix, (value) => Math.sqrt(Math.max(0, value)));
  expect(distance(matrix, product(root, root))).toBeLessThan(1e-12);
});
